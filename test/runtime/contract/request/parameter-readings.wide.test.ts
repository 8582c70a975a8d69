import { describeParameters, type ParameterRow } from '../../../support/serve-parameters';
import { titled } from '../../../support/it-each';

/** What the style table leaves open: unions, nesting, emptiness, encoding, names and content. */

const text = { type: 'string' };
const integer = { type: 'integer' };
const texts = { type: 'array', items: text };
const anything = { type: 'object' };
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
const notInteger = refused('must be of type integer');
const nullable = { type: ['string', 'null'] };
const own = (name: string, value: unknown): unknown => JSON.parse(`{"${name}":${String(value)}}`);

const content = (mediaType: string, schema: object, more: object = {}): object => ({
  in: 'query',
  name: 'q',
  content: { [mediaType]: { schema } },
  ...more,
});
/** What a query and a form must take alike. */
describeParameters(
  'an object and a text',
  titled({
    'under keys in keys of keys': [
      query(anything, deep),
      '?q[a][b]=1&q[a][c][d]=2',
      { a: { b: '1', c: { d: '2' } } },
    ],
    'of names and values by turns in place of properties': [
      query(anything),
      '?q=a,1,b',
      { q: 'a,1,b' },
    ],
    'of an odd number of names and values': [
      query(anything, flat),
      '?q=a,1,b',
      refused('must consist of alternating names and values'),
    ],
    'of nothing that may be null': [query({ type: ['string', 'null'] }, flat), '?q=', ''],
    'of nothing that may be null, by media type': [content('text/plain', nullable), '?q=', ''],
    'with keys and without': [
      query(anything, deep),
      '?q[a]=1&q[a][b]=2',
      refused('is given both with and without keys in brackets'),
    ],
    'of a plus sign between reserved characters': [
      query(texts, { style: 'spaceDelimited', explode: false, allowReserved: true }),
      '?q=a+b%20c',
      ['a+b', 'c'],
    ],
    'of JSON that is a string': [content('application/json', text), '?q=%22a%22', 'a'],
  }),
);

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
  ).map(([name, schema, given, want]): ParameterRow => [name, query(schema), given, want]),
  ['a list or a value: several pieces', query({ anyOf: [list, text] }, flat), '?q=1,2', [1, 2]],
  [
    'a list or a value: several pieces that are no list',
    query({ anyOf: [list, text] }, flat),
    '?q=1,b',
    '1,b',
  ],
]);

describeParameters(
  'a nested value',
  titled({
    'of a list is JSON': [
      query({ type: 'array', items: object({ a: int64 }) }),
      `?q=%7B%22a%22:${big}%7D&q={"a":1}`.replaceAll('"', '%22'),
      [{ a: big }, { a: 1n }],
    ],
    'of a list that is no JSON': [
      query({ type: 'array', items: object({ a: int64 }) }),
      '?q=%7Ba',
      refused('at "/0" must be of type object'),
    ],
    'of a list of lists is JSON': [
      query({ type: 'array', items: list }),
      '?q=[1,2]&q=[]',
      [[1, 2], []],
    ],
    'in an exploded object is a list': [
      query(object({ a: list, b: list })),
      '?a=1&b=1&b=2',
      { a: [1], b: [1, 2] },
    ],
    'by position': [
      query({ type: 'array', prefixItems: [integer, { type: 'boolean' }], items: text }, flat),
      '?q=1,true,2',
      [1, true, '2'],
    ],
    'under two keys': [
      query(object({ a: object({ b: int64, c: list }) }), deep),
      `?q[a][b]=${big}&q[a][c]=1&q[a][c]=2`,
      { a: { b: big, c: [1, 2] } },
    ],
    'with a fault under two keys': [
      query(object({ a: object({ b: int64 }) }), deep),
      '?q[a][b]=x',
      refused('at "/a/b" must be of type integer'),
    ],
    'of a schema that refers to itself': [
      query({ $ref: '#/components/schemas/Filter' }, deep),
      '?q[and][0][is]=1&q[and][1][not][is]=2',
      { and: [{ is: 1 }, { not: { is: 2 } }] },
    ],
    'of any kind': [query({}, deep), '?q[a]=1', { a: '1' }],
    'under more keys than anybody means': [
      query(anything, deep),
      `?q[a]=1&q${'[b]'.repeat(2_000)}=1`,
      { a: '1' },
    ],
    'of properties from allOf and oneOf': [
      query({ allOf: [object({ a: integer }), { oneOf: [object({ b: integer })] }] }),
      '?a=1&b=2',
      { a: 1, b: 2 },
    ],
  }),
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

const page = { in: 'query', name: 'page', schema: text };
const other = { in: 'query', name: 'o', schema: object({ b: text }) };
const open = { type: 'object', additionalProperties: integer };

describeParameters(
  'an exploded object',
  titled({
    'takes the keys that nobody else has': [
      query(open),
      '?a=1&page=x&f[a]=x&b=x',
      { a: 1 },
      { beside: [page, { in: 'query', name: 'f', schema: anything, ...deep }, other] },
    ],
    'leaves the name of another, also where it has a property of that name': [
      query(object({ a: integer, page: text }, { additionalProperties: integer })),
      '?a=1&page=x',
      { a: 1 },
      { beside: [page] },
    ],
    'shares a property with another object': [
      query(object({ a: integer, b: text })),
      '?a=1&b=x',
      { a: 1, b: 'x' },
      { beside: [other] },
    ],
    'has a property that is called as an object is, whose name is never sent': [
      query(object({ o: text })),
      '?b=1&o=x',
      { o: 'x' },
      { beside: [other] },
    ],
    'of cookies leaves the name of another cookie': [
      { in: 'cookie', name: 'q', schema: object({ a: integer, page: text }) },
      ['Cookie: a=1; page=x'],
      { a: 1 },
      { beside: [{ in: 'cookie', name: 'page', schema: text }] },
    ],
    'has the name of a parameter elsewhere': [
      query(object({ page: text })),
      '?page=x',
      { page: 'x' },
      { beside: [{ in: 'header', name: 'page', schema: text }], queryOnly: 'a form has one place' },
    ],
    'refuses a value of the wrong type under any key': [
      query(open),
      '?a=x',
      refused('at "/a" must be of type integer'),
    ],
    'leaves other keys if it names its own': [
      query(object({ a: integer }, { additionalProperties: false })),
      '?a=1&b=x',
      { a: 1 },
    ],
    'takes the keys of a pattern': [
      query({ type: 'object', patternProperties: { '^x-': integer } }),
      '?x-a=1&b=x',
      { 'x-a': 1 },
    ],
    'has a property of its own name': [query(object({ q: integer })), '?q=7', { q: 7 }],
    'sent as one text': [
      query(object({ a: integer })),
      '?q=a,1',
      refused('must be of type object'),
    ],
    'or a number, sent as neither': [
      query({ anyOf: [object({ a: integer }), integer] }),
      '?q=x',
      refused('must be of type object or integer'),
    ],
    'with other properties has one of its own name': [query(open), '?q=7', { q: 7 }],
    'leaves an API key': [
      query(open),
      '?key=7&a=1',
      { a: 1 },
      { queryOnly: 'no form has an API key' },
    ],
    'has a property called "__proto__"': [
      query(own('type', '"object","additionalProperties":{"type":"integer"}') as object),
      '?__proto__=7&toString=8',
      own('__proto__', '7,"toString":8'),
    ],
    'that is required may be empty': [query(object({ a: integer }), { required: true }), '', {}],
    'that is required and has a required property': [
      query(object({ a: integer }, { required: ['a'] }), { required: true }),
      '',
      refused('lacks the property "a"'),
    ],
    'that is required, by keys in brackets': [
      query(open, { ...deep, required: true }),
      '?a=1',
      refused('is missing'),
    ],
  }),
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
        query(objects('^[\\w-.]+$'), style),
        sent('a-b.c'),
        { 'a-b.c': 7 },
      ],
      [
        `that backtracking takes long for, ${kind}`,
        query(objects('^(a+)+$'), style),
        sent(careful),
        { [careful]: '7' },
      ],
    ];
  }),
]);

const empty = { allowEmptyValue: true };
const queryOnly = 'Encoding Objects have no allowEmptyValue';

describeParameters('an empty value', [
  ['that is allowed counts as left out', query(integer, empty), '?q', undefined, { queryOnly }],
  ['that is allowed is text', query(text, empty), '?q=', ''],
  [
    'that is allowed of a required one',
    query(integer, { ...empty, required: true }),
    '?q=',
    undefined,
    { queryOnly },
  ],
  ['that is allowed is not a wrong one', query(integer, empty), '?q=x', notInteger],
  ['of a list of numbers', query(list), '?q=', []],
  [
    'of a list that needs an item',
    query({ type: 'array', items: text, minItems: 1 }, flat),
    '?q=',
    [''],
  ],
  ['between delimiters', query(texts, flat), '?q=a,,b,', ['a', '', 'b', '']],
  ['of an object', query(object({ a: text }), flat), '?q=', {}],
]);

const header = (schema: object): object => ({ in: 'header', name: 'X-Q', schema });
const cookie = (schema: object): object => ({ in: 'cookie', name: 'q', schema });
const broken = 'is not percent-encoded UTF-8';

describeParameters(
  'the encoding',
  titled({
    'is taken away once': [query(text), '?q=%2525%C3%BC', '%25ü'],
    'of a name': [{ ...query(text), name: 'a b[]' }, '?a+b%5b%5D=1', '1'],
    'is broken': [query(text), '?q=%zz', refused(broken)],
    'is cut off': [query(text), '?q=%4', refused(broken)],
    'is not UTF-8': [query(text), '?q=%FF', refused(broken)],
    'is broken in one of two': [query(list), '?q=1&q=%FF', refused(broken)],
    'is broken under a key': [query(anything, deep), '?q[a]=%FF', refused(broken)],
    'is broken in a property': [query(object({ a: text })), '?a=%FF', refused(broken)],
    'is broken where nothing is declared': [
      query(text),
      '?r=%zz&%zz=1&%FF&q=1',
      '1',
      { queryOnly: 'a body is refused as a whole' },
    ],
    'is broken in a cookie': [
      cookie(text),
      ['Cookie: q=%FF'],
      refused(broken, 'cookie parameter "q"'),
    ],
    'is broken in another cookie': [cookie(text), ['Cookie: r=%FF; %=1; q=1'], '1'],
    'of a header is none': [header(text), ['X-Q: %41%zz+'], '%41%zz+'],
    'of a header with reserved characters': [
      query(text, { allowReserved: true }),
      "?q=:/?@!$'()*+,;=%26%23",
      ":/?@!$'()*+,;=&#",
    ],
    'leaves spaces in text': [query(integer), '?q=7%20', notInteger],
    'leaves spaces in items': [
      query(list, flat),
      '?q=1,%202',
      refused('at "/1" must be of type integer'),
    ],
    'of a comma in a list of a path': [
      { in: 'path', name: 'q', required: true, schema: texts },
      '/a%2Cb,c%2fd',
      ['a,b', 'c/d'],
    ],
    'of a delimiter in an object': [
      query(anything, flat),
      '?q=a%2Cb,c%3D,d,%2C',
      { 'a,b': 'c=', d: ',' },
    ],
    'of items of a header has spaces around': [header(list), ['X-Q: 1 ,\t2', 'X-Q: 3'], [1, 2, 3]],
  }),
);

const json = content('application/json', object({ a: int64 }));

describeParameters('content', [
  ['JSON', json, `?q=%7B%22a%22:${big}%7D`, { a: big }],
  ['JSON of another type', json, '?q=[]', refused('must be of type object')],
  [
    'JSON that is broken',
    json,
    '?q=%7B',
    refused(
      'is not well-formed JSON at line 1, column 2: expected a property name in double quotes',
    ),
  ],
  ['JSON twice', json, '?q=1&q=1', refused('is given more than once')],
  [
    'no JSON',
    json,
    '?q=',
    refused('is not well-formed JSON at line 1, column 1: expected a value'),
  ],
  ['JSON of a suffix', content('application/x+json', {}), '?q=%22a%22', 'a'],
  ['text', content('text/plain; charset=utf-8', text), '?q=%7B%7D', '{}'],
  ['text that is a number', content('text/plain', integer), '?q=7', 7],
  ['of any type', content('image/png', {}), '?q=a,b', 'a,b'],
  ['in a header', { ...json, in: 'header', name: 'X-Q' }, ['X-Q: {"a":1, "b":2}'], { a: 1n }],
  ['in a cookie', { ...json, in: 'cookie' }, ['Cookie: q=%7B%22a%22:1%7D'], { a: 1n }],
  ['in a path', { ...json, in: 'path', required: true }, '/%7B%22a%22:1%7D', { a: 1n }],
]);

const named = (location: string, name: string): object => ({
  in: location,
  name,
  required: location === 'path',
  schema: integer,
});

describeParameters('the name', [
  ...['__proto__', 'toString', 'constructor', 'hasOwnProperty'].flatMap((name): ParameterRow[] => [
    [`${name} in the path`, named('path', name), '/7', 7],
    [`${name} in the query`, named('query', name), `?${name}=7`, 7],
    [`${name} in a header`, named('header', name), [`${name}: 7`], 7],
    [`${name} in a cookie`, named('cookie', name), [`Cookie: ${name}=7`], 7],
  ]),
]);
