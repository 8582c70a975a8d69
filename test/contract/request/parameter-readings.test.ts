import { describeParameters, type ParameterRow } from '../../support/serve-parameters';

/** What the style table leaves open: unions, nesting, emptiness, encoding, names and content. */

const text = { type: 'string' };
const integer = { type: 'integer' };
const nothing = { type: 'null' };
const list = { type: 'array', items: integer };
const int64 = { type: 'integer', format: 'int64' };
const big = 9007199254740993n;

const query = (schema: object, more: object = {}): object => ({
  in: 'query',
  name: 'q',
  schema,
  ...more,
});
const deep = { style: 'deepObject', explode: true };
const flat = { explode: false };
const object = (properties: object, more: object = {}): object => ({
  type: 'object',
  properties,
  ...more,
});
const refused = (fault: string, parameter = 'query parameter "q"'): object => ({
  refused: `The ${parameter} ${fault}`,
});
const nullable = { type: ['string', 'null'] };
const own = (name: string, value: unknown): unknown => JSON.parse(`{"${name}":${String(value)}}`);

const content = (mediaType: string, schema: object, more: object = {}): object => ({
  in: 'query',
  name: 'q',
  content: { [mediaType]: { schema } },
  ...more,
});
/** What a query and a form must take alike. */
describeParameters('an object and a text', [
  [
    'under keys in keys of keys',
    {
      parameter: query({ type: 'object' }, deep),
      given: '?q[a][b]=1&q[a][c][d]=2',
      want: { a: { b: '1', c: { d: '2' } } },
    },
  ],
  [
    'of names and values by turns in place of properties',
    {
      parameter: query({ type: 'object' }),
      given: '?q=a,1,b',
      want: { q: 'a,1,b' },
    },
  ],
  [
    'of an odd number of names and values',
    {
      parameter: query({ type: 'object' }, flat),
      given: '?q=a,1,b',
      want: refused('must consist of alternating names and values'),
    },
  ],
  [
    'of nothing that may be null',
    { parameter: query({ type: ['string', 'null'] }, flat), given: '?q=', want: '' },
  ],
  [
    'of nothing that may be null, by media type',
    {
      parameter: content('text/plain', nullable),
      given: '?q=',
      want: '',
    },
  ],
  [
    'with keys and without',
    {
      parameter: query({ type: 'object' }, deep),
      given: '?q[a]=1&q[a][b]=2',
      want: refused('is given both with and without keys in brackets'),
    },
  ],
  [
    'of a plus sign between reserved characters',
    {
      parameter: query(
        { type: 'array', items: text },
        { style: 'spaceDelimited', explode: false, allowReserved: true },
      ),
      given: '?q=a+b%20c',
      want: ['a+b', 'c'],
    },
  ],
  [
    'of JSON that is a string',
    { parameter: content('application/json', text), given: '?q=%22a%22', want: 'a' },
  ],
]);

describeParameters('a union', [
  ...(
    [
      ['a list or a value: one', { anyOf: [list, integer] }, '?q=7', 7],
      ['a list or a value: two', { anyOf: [list, integer] }, '?q=7&q=8', [7, 8]],
      ['a list or a word: a number', { anyOf: [list, { enum: ['all'] }] }, '?q=7', [7]],
      ['a list or a word: the word', { anyOf: [list, { enum: ['all'] }] }, '?q=all', 'all'],
      ['a list or null: nothing', { anyOf: [list, nothing] }, '?q=', null],
      ['a list or null: an item', { anyOf: [list, nothing] }, '?q=7', [7]],
      ['an object or a word: the word', { anyOf: [object({ a: integer }), text] }, '?q=x', 'x'],
      [
        'an object or a word: properties',
        { anyOf: [object({ a: integer }), text] },
        '?a=7',
        { a: 7 },
      ],
      ['a small integer or text', { anyOf: [{ ...integer, maximum: 5 }, text] }, '?q=7', '7'],
      ['text or null: nothing', { type: ['string', 'null'] }, '?q=', ''],
      ['text of some length or null', { type: ['string', 'null'], minLength: 1 }, '?q=', null],
      ['text or a boolean', { type: ['string', 'boolean'] }, '?q=true', true],
      [
        'a fault of both',
        { anyOf: [list, { enum: ['all'] }] },
        '?q=x',
        refused('fits none of the alternatives of its schema'),
      ],
    ] as const
  ).map(([name, schema, given, want]): ParameterRow => [
    name,
    { parameter: query(schema), given, want },
  ]),
  [
    'a list or a value: several pieces',
    { parameter: query({ anyOf: [list, text] }, flat), given: '?q=1,2', want: [1, 2] },
  ],
  [
    'a list or a value: several pieces that are no list',
    { parameter: query({ anyOf: [list, text] }, flat), given: '?q=1,b', want: '1,b' },
  ],
]);

const tree = {
  parameter: query({ $ref: '#/components/schemas/Filter' }, deep),
};

describeParameters(
  'a nested value',
  [
    [
      'of a list is JSON',
      {
        parameter: query({ type: 'array', items: object({ a: int64 }) }),
        given: `?q=%7B%22a%22:${big}%7D&q={"a":1}`.replaceAll('"', '%22'),
        want: [{ a: big }, { a: 1n }],
      },
    ],
    [
      'of a list that is no JSON',
      {
        parameter: query({ type: 'array', items: object({ a: int64 }) }),
        given: '?q=%7Ba',
        want: refused('at "/0" must be of type object'),
      },
    ],
    [
      'of a list of lists is JSON',
      {
        parameter: query({ type: 'array', items: list }),
        given: '?q=[1,2]&q=[]',
        want: [[1, 2], []],
      },
    ],
    [
      'in an exploded object is a list',
      {
        parameter: query(object({ a: list, b: list })),
        given: '?a=1&b=1&b=2',
        want: { a: [1], b: [1, 2] },
      },
    ],
    [
      'by position',
      {
        parameter: query(
          { type: 'array', prefixItems: [integer, { type: 'boolean' }], items: text },
          flat,
        ),
        given: '?q=1,true,2',
        want: [1, true, '2'],
      },
    ],
    [
      'under two keys',
      {
        parameter: query(object({ a: object({ b: int64, c: list }) }), deep),
        given: `?q[a][b]=${big}&q[a][c]=1&q[a][c]=2`,
        want: { a: { b: big, c: [1, 2] } },
      },
    ],
    [
      'with a fault under two keys',
      {
        parameter: query(object({ a: object({ b: int64 }) }), deep),
        given: '?q[a][b]=x',
        want: refused('at "/a/b" must be of type integer'),
      },
    ],
    [
      'of a schema that refers to itself',
      {
        ...tree,
        given: '?q[and][0][is]=1&q[and][1][not][is]=2',
        want: { and: [{ is: 1 }, { not: { is: 2 } }] },
      },
    ],
    [
      'under keys that its schema does not name',
      {
        parameter: query({ type: 'object' }, deep),
        given: '?q[a][b]=1&q[c]=2',
        want: { a: { b: '1' }, c: '2' },
      },
    ],
    ['of any kind', { parameter: query({}, deep), given: '?q[a]=1', want: { a: '1' } }],
    [
      'under more keys than anybody means',
      {
        parameter: query({ type: 'object' }, deep),
        given: `?q[a]=1&q${'[b]'.repeat(2_000)}=1`,
        want: { a: '1' },
      },
    ],
    [
      'of properties from allOf and oneOf',
      {
        parameter: query({ allOf: [object({ a: integer }), { oneOf: [object({ b: integer })] }] }),
        given: '?a=1&b=2',
        want: { a: 1, b: 2 },
      },
    ],
  ],
  {
    schemas: {
      Filter: object({
        is: integer,
        not: { $ref: '#/components/schemas/Filter' },
        and: { type: 'array', items: { $ref: '#/components/schemas/Filter' } },
      }),
    },
  },
);

const open = { type: 'object', additionalProperties: integer };

describeParameters(
  'an exploded object',
  [
    [
      'takes the keys that nobody else has',
      {
        parameter: query(open),
        beside: [
          { in: 'query', name: 'page', schema: text },
          { in: 'query', name: 'f', schema: { type: 'object' }, ...deep },
          { in: 'query', name: 'o', schema: object({ b: text }) },
        ],
        given: '?a=1&page=x&f[a]=x&b=x',
        want: { a: 1 },
      },
    ],
    [
      'leaves the name of another, also where it has a property of that name',
      {
        parameter: query(object({ a: integer, page: text }, { additionalProperties: integer })),
        beside: [{ in: 'query', name: 'page', schema: text }],
        given: '?a=1&page=x',
        want: { a: 1 },
      },
    ],
    [
      'shares a property with another object',
      {
        parameter: query(object({ a: integer, b: text })),
        beside: [{ in: 'query', name: 'o', schema: object({ b: text }) }],
        given: '?a=1&b=x',
        want: { a: 1, b: 'x' },
      },
    ],
    [
      'has a property that is called as an object is, whose name is never sent',
      {
        parameter: query(object({ o: text })),
        beside: [{ in: 'query', name: 'o', schema: object({ b: text }) }],
        given: '?b=1&o=x',
        want: { o: 'x' },
      },
    ],
    [
      'of cookies leaves the name of another cookie',
      {
        parameter: { in: 'cookie', name: 'q', schema: object({ a: integer, page: text }) },
        beside: [{ in: 'cookie', name: 'page', schema: text }],
        given: ['Cookie: a=1; page=x'],
        want: { a: 1 },
      },
    ],
    [
      'has the name of a parameter elsewhere',
      {
        parameter: query(object({ page: text })),
        beside: [{ in: 'header', name: 'page', schema: text }],
        given: '?page=x',
        want: { page: 'x' },
        queryOnly: 'a form has one place',
      },
    ],
    [
      'refuses a value of the wrong type under any key',
      { parameter: query(open), given: '?a=x', want: refused('at "/a" must be of type integer') },
    ],
    [
      'leaves other keys if it names its own',
      {
        parameter: query(object({ a: integer }, { additionalProperties: false })),
        given: '?a=1&b=x',
        want: { a: 1 },
      },
    ],
    [
      'takes the keys of a pattern',
      {
        parameter: query({ type: 'object', patternProperties: { '^x-': integer } }),
        given: '?x-a=1&b=x',
        want: { 'x-a': 1 },
      },
    ],
    [
      'has a property of its own name',
      { parameter: query(object({ q: integer })), given: '?q=7', want: { q: 7 } },
    ],
    [
      'sent as one text',
      {
        parameter: query(object({ a: integer })),
        given: '?q=a,1',
        want: refused('must be of type object'),
      },
    ],
    [
      'or a number, sent as neither',
      {
        parameter: query({ anyOf: [object({ a: integer }), integer] }),
        given: '?q=x',
        want: refused('must be of type object or integer'),
      },
    ],
    [
      'with other properties has one of its own name',
      { parameter: query(open), given: '?q=7', want: { q: 7 } },
    ],
    [
      'leaves an API key',
      {
        parameter: query(open),
        given: '?key=7&a=1',
        want: { a: 1 },
        queryOnly: 'no form has an API key',
      },
    ],
    [
      'has a property called "__proto__"',
      {
        parameter: query(
          own('type', '"object","additionalProperties":{"type":"integer"}') as object,
        ),
        given: '?__proto__=7&toString=8',
        want: own('__proto__', '7,"toString":8'),
      },
    ],
    [
      'that is required may be empty',
      { parameter: query(object({ a: integer }), { required: true }), given: '', want: {} },
    ],
    [
      'that is required and has a required property',
      {
        parameter: query(object({ a: integer }, { required: ['a'] }), { required: true }),
        given: '',
        want: refused('lacks the property "a"'),
      },
    ],
    [
      'that is required, by keys in brackets',
      {
        parameter: query(open, { ...deep, required: true }),
        given: '?a=1',
        want: refused('is missing'),
      },
    ],
  ],
  { securitySchemes: { Key: { type: 'apiKey', in: 'query', name: 'key' } } },
);

const careful = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!';

describeParameters('the pattern of names', [
  ...[deep, flat, { explode: true }].flatMap((style): ParameterRow[] => {
    const isDeep = style === deep;
    const sent = (name: string): string => {
      if (isDeep) return `?q[${name}]=7`;
      return style === flat ? `?q=${name},7` : `?${name}=7`;
    };
    const kind = isDeep ? 'in brackets' : style === flat ? 'by turns' : 'beside others';
    const objects = (pattern: string): object => ({
      type: 'object',
      patternProperties: { [pattern]: integer },
      additionalProperties: text,
    });
    return [
      [
        `that is none by the rules for Unicode, ${kind}`,
        {
          parameter: query(objects('^[\\w-.]+$'), style),
          given: sent('a-b.c'),
          want: { 'a-b.c': 7 },
        },
      ],
      [
        `that backtracking takes long for, ${kind}`,
        {
          parameter: query(objects('^(a+)+$'), style),
          given: sent(careful),
          want: { [careful]: '7' },
        },
      ],
    ];
  }),
]);

const empty = { allowEmptyValue: true };
const queryOnly = 'Encoding Objects have no allowEmptyValue';

describeParameters('an empty value', [
  [
    'of an integer',
    { parameter: query(integer), given: '?q=', want: refused('must be of type integer') },
  ],
  [
    'that is allowed counts as left out',
    { parameter: query(integer, empty), given: '?q', want: undefined, queryOnly },
  ],
  ['that is allowed is text', { parameter: query(text, empty), given: '?q=', want: '' }],
  [
    'that is allowed of a required one',
    {
      parameter: query(integer, { ...empty, required: true }),
      given: '?q=',
      want: undefined,
      queryOnly,
    },
  ],
  [
    'that is allowed is not a wrong one',
    { parameter: query(integer, empty), given: '?q=x', want: refused('must be of type integer') },
  ],
  ['of a list of numbers', { parameter: query(list), given: '?q=', want: [] }],
  [
    'of a list that needs an item',
    {
      parameter: query({ type: 'array', items: text, minItems: 1 }, flat),
      given: '?q=',
      want: [''],
    },
  ],
  [
    'between delimiters',
    {
      parameter: query({ type: 'array', items: text }, flat),
      given: '?q=a,,b,',
      want: ['a', '', 'b', ''],
    },
  ],
  ['of an object', { parameter: query(object({ a: text }), flat), given: '?q=', want: {} }],
]);

const header = (schema: object): object => ({ in: 'header', name: 'X-Q', schema });
const cookie = (schema: object): object => ({ in: 'cookie', name: 'q', schema });
const broken = 'is not percent-encoded UTF-8';

describeParameters('the encoding', [
  ['is taken away once', { parameter: query(text), given: '?q=%2525%C3%BC', want: '%25ü' }],
  ['of a name', { parameter: { ...query(text), name: 'a b[]' }, given: '?a+b%5b%5D=1', want: '1' }],
  ['is broken', { parameter: query(text), given: '?q=%zz', want: refused(broken) }],
  ['is cut off', { parameter: query(text), given: '?q=%4', want: refused(broken) }],
  ['is not UTF-8', { parameter: query(text), given: '?q=%FF', want: refused(broken) }],
  [
    'is broken in one of two',
    { parameter: query(list), given: '?q=1&q=%FF', want: refused(broken) },
  ],
  [
    'is broken under a key',
    { parameter: query({ type: 'object' }, deep), given: '?q[a]=%FF', want: refused(broken) },
  ],
  [
    'is broken in a property',
    { parameter: query(object({ a: text })), given: '?a=%FF', want: refused(broken) },
  ],
  [
    'is broken where nothing is declared',
    {
      parameter: query(text),
      given: '?r=%zz&%zz=1&%FF&q=1',
      want: '1',
      queryOnly: 'a body is refused as a whole',
    },
  ],
  [
    'is broken in a cookie',
    {
      parameter: cookie(text),
      given: ['Cookie: q=%FF'],
      want: refused(broken, 'cookie parameter "q"'),
    },
  ],
  [
    'is broken in another cookie',
    { parameter: cookie(text), given: ['Cookie: r=%FF; %=1; q=1'], want: '1' },
  ],
  ['of a header is none', { parameter: header(text), given: ['X-Q: %41%zz+'], want: '%41%zz+' }],
  [
    'of a header with reserved characters',
    {
      parameter: query(text, { allowReserved: true }),
      given: "?q=:/?@!$'()*+,;=%26%23",
      want: ":/?@!$'()*+,;=&#",
    },
  ],
  [
    'leaves spaces in text',
    { parameter: query(integer), given: '?q=7%20', want: refused('must be of type integer') },
  ],
  [
    'leaves spaces in items',
    {
      parameter: query(list, flat),
      given: '?q=1,%202',
      want: refused('at "/1" must be of type integer'),
    },
  ],
  [
    'of a comma in a list of a path',
    {
      parameter: { in: 'path', name: 'q', required: true, schema: { type: 'array', items: text } },
      given: '/a%2Cb,c%2fd',
      want: ['a,b', 'c/d'],
    },
  ],
  [
    'of a delimiter in an object',
    {
      parameter: query({ type: 'object' }, flat),
      given: '?q=a%2Cb,c%3D,d,%2C',
      want: { 'a,b': 'c=', d: ',' },
    },
  ],
  [
    'of items of a header has spaces around',
    { parameter: header(list), given: ['X-Q: 1 ,\t2', 'X-Q: 3'], want: [1, 2, 3] },
  ],
]);

const json = content('application/json', object({ a: int64 }));

describeParameters('content', [
  ['JSON', { parameter: json, given: `?q=%7B%22a%22:${big}%7D`, want: { a: big } }],
  [
    'JSON of another type',
    { parameter: json, given: '?q=[]', want: refused('must be of type object') },
  ],
  [
    'JSON that is broken',
    {
      parameter: json,
      given: '?q=%7B',
      want: refused(
        'is not well-formed JSON at line 1, column 2: expected a property name in double quotes',
      ),
    },
  ],
  ['JSON twice', { parameter: json, given: '?q=1&q=1', want: refused('is given more than once') }],
  [
    'no JSON',
    {
      parameter: json,
      given: '?q=',
      want: refused('is not well-formed JSON at line 1, column 1: expected a value'),
    },
  ],
  [
    'JSON of a suffix',
    { parameter: content('application/x+json', {}), given: '?q=%22a%22', want: 'a' },
  ],
  [
    'text',
    { parameter: content('text/plain; charset=utf-8', text), given: '?q=%7B%7D', want: '{}' },
  ],
  ['text that is a number', { parameter: content('text/plain', integer), given: '?q=7', want: 7 }],
  ['of any type', { parameter: content('image/png', {}), given: '?q=a,b', want: 'a,b' }],
  [
    'in a header',
    {
      parameter: { ...json, in: 'header', name: 'X-Q' },
      given: ['X-Q: {"a":1, "b":2}'],
      want: { a: 1n },
    },
  ],
  [
    'in a cookie',
    { parameter: { ...json, in: 'cookie' }, given: ['Cookie: q=%7B%22a%22:1%7D'], want: { a: 1n } },
  ],
  [
    'in a path',
    {
      parameter: { ...json, in: 'path', required: true },
      given: '/%7B%22a%22:1%7D',
      want: { a: 1n },
    },
  ],
]);

const named = (location: string, name: string): object => ({
  in: location,
  name,
  required: location === 'path',
  schema: integer,
});

describeParameters('the name', [
  ...['__proto__', 'toString', 'constructor', 'hasOwnProperty'].flatMap((name): ParameterRow[] => [
    [`${name} in the path`, { parameter: named('path', name), given: '/7', want: 7 }],
    [`${name} in the query`, { parameter: named('query', name), given: `?${name}=7`, want: 7 }],
    [`${name} in a header`, { parameter: named('header', name), given: [`${name}: 7`], want: 7 }],
    [
      `${name} in a cookie`,
      { parameter: named('cookie', name), given: [`Cookie: ${name}=7`], want: 7 },
    ],
  ]),
]);
