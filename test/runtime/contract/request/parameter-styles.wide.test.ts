import { describeParameters, type ParameterRow } from '../../../support/serve-parameters';

/** The table of styles, each cell with what it takes and what it refuses. */

const text = { type: 'string', maxLength: 12 };
const integer = { type: 'integer' };
const list = { type: 'array', items: { type: 'string', maxLength: 12 } };
const integers = { type: 'array', items: { type: 'integer', format: 'int64' } };
const colors = {
  type: 'object',
  properties: { R: integer, G: { type: 'integer', format: 'int64' }, name: text },
  required: ['R'],
};

/** What is sent for the parameter "color", and its value or the end of the message. */
type Cell = readonly [given: string, want: unknown];
interface Style {
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly style: string;
  /** As is usual for the style when absent. */
  readonly explode?: boolean;
  readonly cells: readonly (readonly [schema: object, ...cells: Cell[]])[];
}

const styled = (
  location: Style['in'],
  style: string,
  explode: boolean,
  cells: Style['cells'],
): Style => ({ in: location, style, explode, cells });

const ITEM = 'at "/1" must be of type integer';
const big = 9007199254740993n;
const rgb = { R: 100, G: big, name: 'a b' };
const refused = (fault: string): object => ({ fault });

const simple = (location: 'path' | 'header', space: string): Style[] => [
  styled(location, 'simple', false, [
    [text, ['blue', 'blue'], ['blue,black', 'blue,black']],
    [integer, ['7', 7], ['0x7', refused('must be of type integer')]],
    [integers, [`1,${big}`, [1n, big]], ['1,x', refused(ITEM)], ['7', [7n]]],
    [
      colors,
      [`R,100,G,${big},name,a${space}b`, rgb],
      ['R,100,G', refused('must consist of alternating names and values')],
      ['R,x', refused('at "/R" must be of type integer')],
      ['G,1', refused('lacks the property "R"')],
    ],
  ]),
  styled(location, 'simple', true, [
    [text, ['blue', 'blue']],
    [list, ['blue,black,brown', ['blue', 'black', 'brown']]],
    [
      colors,
      [`R=100,G=${big},name=a${space}b`, rgb],
      ['R=100,name=', { R: 100, name: '' }],
      ['R,100', refused('must consist of pairs such as "name=value"')],
    ],
  ]),
];

const path: Style[] = [
  ...simple('path', '%20'),
  styled('path', 'label', false, [
    [text, ['.blue', 'blue'], ['.', ''], ['blue', refused('must begin with "."')]],
    [integer, ['.7', 7], ['.x', refused('must be of type integer')]],
    [list, ['.blue,bl%2Cack', ['blue', 'bl,ack']], ['.', []], ['.a.b', ['a.b']]],
    [integers, ['.1.2', [1n, 2n]], ['.1,x', refused(ITEM)], ['1', refused('must begin with "."')]],
    [
      colors,
      [`.R,100,G,${big},name,a%20b`, rgb],
      [`.R.100.G.${big}.name.a%20b`, rgb],
      ['.R,100,G', refused('must consist of alternating names and values')],
    ],
  ]),
  styled('path', 'label', true, [
    [text, ['.blue', 'blue'], ['.', '']],
    [list, ['.blue.black%2Ebrown', ['blue', 'black.brown']]],
    [integers, ['.1.x', refused(ITEM)]],
    [
      colors,
      [`.R=100.G=${big}.name=a%20b`, rgb],
      ['.R=', refused('at "/R" must be of type integer')],
    ],
  ]),
  styled('path', 'matrix', false, [
    [text, [';color=blue', 'blue'], [';color', ''], ['blue', refused('must begin with ";"')]],
    [integer, [';color=7', 7], [';colour=7', refused('must begin with ";color="')]],
    [list, [';color=blue,bl%2Cack', ['blue', 'bl,ack']], [';color', []]],
    [integers, [';color=1,x', refused(ITEM)]],
    [
      colors,
      [`;color=R,100,G,${big},name,a%20b`, rgb],
      [';R=100', refused('must begin with ";color="')],
    ],
  ]),
  styled('path', 'matrix', true, [
    [text, [';color=blue', 'blue'], [';color', '']],
    [
      list,
      [';color=blue;color=black%3Bbrown;color', ['blue', 'black;brown', '']],
      [';color=a;colour=b', refused('must have ";color=" before each item')],
    ],
    [integers, [';color=1;color=x', refused(ITEM)]],
    [
      colors,
      [`;R=100;G=${big};name=a%20b`, rgb],
      [';R=100;name', { R: 100, name: '' }],
      [';name=x', refused('lacks the property "R"')],
    ],
  ]),
];

/** A style that puts a delimiter between the pieces of one value. */
const delimited = (style: string, by: string, encoded: string): Style =>
  styled('query', style, false, [
    [text, ['?color=blue', 'blue'], ['?color=', '']],
    [integer, ['?color=7', 7], ['?color=7&color=7', refused('is given more than once')]],
    [list, [`?color=bl${encoded}ue${by}black`, [`bl${decodeURIComponent(encoded)}ue`, 'black']]],
    [
      integers,
      [`?color=1${by}2`, [1n, 2n]],
      ['?color=', []],
      [`?color=1${by}x`, refused(ITEM)],
      ['?color=1&color=2', refused('is given more than once')],
    ],
    [
      colors,
      [`?color=${['R', '100', 'G', big, 'name', 'a%2Bb'].join(by)}`, { ...rgb, name: 'a+b' }],
      [`?color=R${by}1${by}G`, refused('must consist of alternating names and values')],
    ],
  ]);

const exploded = (style: string): Style =>
  styled('query', style, true, [
    [text, ['?color=blue', 'blue'], ['?color=', ''], ['?color', '']],
    [integer, ['?color=7&color=8', refused('is given more than once')]],
    [list, ['?color=bl%2Cue&x=1&color=black,brown', ['bl,ue', 'black,brown']], ['?color=', ['']]],
    [integers, [`?color=1&color=${big}`, [1n, big]], ['?color=1&color=x', refused(ITEM)]],
    [
      colors,
      [`?R=100&G=${big}&name=a%20b&B=7`, rgb],
      ['?x=1', undefined],
      ['?name=x', refused('lacks the property "R"')],
      ['?R=1&R=2', refused('at "/R" must be of type integer')],
    ],
  ]);

const query: Style[] = [
  delimited('form', ',', '%2C'),
  delimited('spaceDelimited', '%20', '%2C'),
  delimited('spaceDelimited', '+', '%2C'),
  delimited('pipeDelimited', '|', '%2C'),
  delimited('pipeDelimited', '%7C', '%20'),
  exploded('form'),
  exploded('spaceDelimited'),
  exploded('pipeDelimited'),
  ...[true, false].map((explode): Style =>
    styled('query', 'deepObject', explode, [
      [
        colors,
        [`?color[R]=100&color[G]=${big}&color[name]=a+b`, rgb],
        ['?color%5BR%5D=100&colour[R]=1&color[=1', { R: 100 }],
        ['?color[R]=x', refused('at "/R" must be of type integer')],
        ['?color[R]=1&color[R]=2', refused('at "/R" must be of type integer')],
        ['?color=R,100', refused('must be of type object')],
        ['?R=100', undefined],
      ],
      [integers, ['?color=1&color=2', [1n, 2n]], ['?color[]=1&color[]=2', [1n, 2n]]],
      [integers, ['?color[1]=2&color[0]=1', [1n, 2n]], ['?color[1]=1&color[2]=x', refused(ITEM)]],
      [integer, ['?color=7', 7], ['?color[a]=7', refused('must be of type integer')]],
    ]),
  ),
];

const cookie: Style[] = [
  styled('cookie', 'form', false, [
    [
      text,
      ['color=blue', 'blue'],
      ['color=', ''],
      ['color="bl%20ue"', 'bl ue'],
      ['color=a+b', 'a+b'],
    ],
    [integer, ['a=1; color=7', 7], ['color=x', refused('must be of type integer')]],
    [
      list,
      ['color=blue,bl%2Cack', ['blue', 'bl,ack']],
      ['color="a,b"', ['a', 'b']],
      ['color=', []],
    ],
    [integers, ['color=1,x', refused(ITEM)]],
    [
      colors,
      [`color=R,100,G,${big},name,a%20b`, rgb],
      ['color=R', refused('must consist of alternating names and values')],
    ],
  ]),
  styled('cookie', 'form', true, [
    [text, ['color=blue', 'blue'], ['color=a&b', 'a&b']],
    [list, ['color=blue; color=black', ['blue', 'black']], ['color=a&color=b', ['a', 'b']]],
    [integers, ['color=1; color=x', refused(ITEM)]],
    [colors, [`R=100; session=x; G=${big}; name=a%20b`, rgb], [`R=100&G=${big}&name=a%20b`, rgb]],
    [colors, ['R=x', refused('at "/R" must be of type integer')]],
  ]),
  styled('cookie', 'cookie', false, [
    [text, ['color=a%20b+c&d', 'a%20b+c&d'], ['color="blue"', '"blue"'], ['a=1; color=', '']],
    [integer, ['a=1; color=7', 7], ['color=%37', refused('must be of type integer')]],
    [list, ['color=blue,bl%2Cack', ['blue', 'bl%2Cack']], ['color=', []]],
    [integers, [`color=1,${big}`, [1n, big]], ['color=1,x', refused(ITEM)]],
    [colors, [`color=R,100,G,${big},name,a%20b`, { ...rgb, name: 'a%20b' }]],
  ]),
  {
    in: 'cookie',
    style: 'cookie',
    cells: [
      [text, ['color=%', '%']],
      [list, ['color=blue; color=a&color=b', ['blue', 'a&color=b']]],
      [integers, ['color=1; color=x', refused(ITEM)]],
      [colors, [`R=100; session=x; G=${big}; name=a%20b`, { ...rgb, name: 'a%20b' }]],
      [colors, ['R=x', refused('at "/R" must be of type integer')]],
    ],
  },
];

const PREFIX = { path: '/', query: '', header: 'color: ', cookie: 'Cookie: ' };

function rowsOf({ in: location, style, explode, cells }: Style): ParameterRow[] {
  return cells.flatMap(([schema, ...given]) =>
    given.map(([sent, want]): ParameterRow => {
      const required = location === 'path';
      const parameter = { in: location, name: 'color', required, style, explode, schema };
      const line = PREFIX[location] + sent;
      const isLine = location === 'header' || location === 'cookie';
      const fault = typeof want === 'object' && want !== null && 'fault' in want && want.fault;
      return [
        `${style} in ${location}${explode ? ', exploded' : ''}: ${sent}`,
        parameter,
        isLine ? [line] : line,
        typeof fault === 'string'
          ? { refused: `The ${location} parameter "color" ${fault}` }
          : want,
      ];
    }),
  );
}

const styles = [...path, ...query, ...simple('header', ' '), ...cookie];

describeParameters('the style', styles.flatMap(rowsOf));
