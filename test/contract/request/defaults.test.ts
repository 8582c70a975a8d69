import { describeParameters } from '../../support/serve-parameters';
import { type ServedSchemas, serveSchemas } from '../../support/serve-schemas';
import { serveDocument } from '../../support/serve-document';

const string = { type: 'string' };
const object = (properties: object, more: object = {}): object => {
  return { type: 'object', properties, ...more };
};
const ref = (name: string, more: object = {}): object => {
  return { $ref: `#/components/schemas/${name}`, ...more };
};

const components = {
  Colored: object({ color: { ...string, default: 'red' } }),
  Chain: object({ label: { ...string, default: 'none' }, next: ref('Chain') }),
};

/** A schema, a body, and what the handler gets of it or why it is refused. */
type Row = [name: string, schema: unknown, body: string, want: unknown];

const rows: Row[] = [
  ['an absent property', object({ a: { default: 'x' } }), '{}', { a: 'x' }],
  ['a property that is there', object({ a: { default: 'x' } }), '{"a":"y"}', { a: 'y' }],
  ['null is there', object({ a: { default: 'x' } }), '{"a":null}', { a: null }],
  ['null as a default', object({ a: { type: 'null', default: null } }), '{}', { a: null }],
  [
    'an int64',
    object({ a: { type: 'integer', format: 'int64', default: 9007199254740993n } }),
    '{}',
    { a: 9007199254740993n },
  ],
  [
    'a property that is required',
    object({ a: { default: 'x' } }, { required: ['a'] }),
    '{}',
    'The body lacks the property "a"',
  ],
  [
    'a property that is required in another schema',
    { ...object({ a: { default: 'x' } }), allOf: [{ required: ['a'] }] },
    '{}',
    'The body lacks the property "a"',
  ],
  [
    'a name of every object',
    `{"properties":{"__proto__":{"default":1},"toString":{"default":2}}}`,
    '{}',
    JSON.parse('{"__proto__":1,"toString":2}') as unknown,
  ],
  ['an object behind a reference', ref('Colored'), '{}', { color: 'red' }],
  ['an object in allOf', { allOf: [ref('Colored'), object({ a: {} })] }, '{}', { color: 'red' }],
  [
    'objects in lists, tuples and maps',
    object({
      list: { items: ref('Colored') },
      tuple: { prefixItems: [{}, ref('Colored')], items: ref('Colored') },
      map: object({ plain: object({}) }, { additionalProperties: ref('Colored') }),
    }),
    '{"list":[{}],"tuple":[{},{},{}],"map":{"plain":{},"a":{}}}',
    {
      list: [{ color: 'red' }],
      tuple: [{}, { color: 'red' }, { color: 'red' }],
      map: { plain: {}, a: { color: 'red' } },
    },
  ],
  [
    'an object of itself',
    ref('Chain'),
    '{"next":{"next":{"label":"a"}}}',
    { label: 'none', next: { label: 'none', next: { label: 'a' } } },
  ],
  ['an object that is not there', object({ one: ref('Colored') }), '{}', {}],
  [
    'an object that is a default itself',
    object({ one: ref('Colored', { default: {} }) }),
    '{}',
    { one: { color: 'red' } },
  ],
  ['a branch', { oneOf: [ref('Colored'), string] }, '{}', {}],
  ['a condition', { if: ref('Colored'), then: ref('Colored'), properties: { a: {} } }, '{}', {}],
  ['defaults that differ', { ...object({ color: { default: 'x' } }), ...ref('Colored') }, '{}', {}],
  [
    'defaults that are equal',
    { ...object({ color: { default: 'red' } }), ...ref('Colored') },
    '{}',
    { color: 'red' },
  ],
  ['a default that its schema refuses', object({ a: { type: 'integer', default: 'x' } }), '{}', {}],
  [
    'a default that another schema refuses',
    { allOf: [object({ a: { default: 'x' } }), object({ a: { maxLength: 0 } })] },
    '{}',
    {},
  ],
  [
    'a default that would hold itself',
    { allOf: [{ $ref: '#/components/schemas/Circle' }] },
    '{}',
    {},
  ],
  ['what is read only', object({ a: { readOnly: true, default: 'x' } }), '{}', {}],
];

describe('defaults in a body', () => {
  let served: ServedSchemas;
  beforeAll(async () => {
    const schemas = rows.map(([, schema]) =>
      typeof schema === 'string' ? (JSON.parse(schema) as unknown) : schema,
    );
    const Circle = object({ me: ref('Circle', { default: {} }) });
    served = await serveSchemas(schemas, { ...components, Circle });
  });
  afterAll(() => served.close());

  it.each(rows.map((row, index) => [row[0], index, row[2], row[3]] as const))(
    '%s',
    async (_, index, body, want) => {
      const { body: got, message } = await served.decode(index, body);
      expect(message ?? got).toStrictEqual(want);
    },
  );

  it('are another value each time', async () => {
    const index = rows.findIndex(([name]) => name === 'an object that is a default itself');
    const first = await served.decode(index, '{}');
    (first.body as { one: { color: string } }).one.color = 'changed';
    expect((await served.decode(index, '{}')).body).toStrictEqual({ one: { color: 'red' } });
  });

  it('are not filled into responses', async () => {
    expect(await served.encode(0, {})).toBe('{}');
  });
});

const parameter = (schema: object, more: object = {}): object => {
  return { name: 'p', in: 'query', schema, ...more };
};

describeParameters(
  'a default of a parameter',
  [
    ['that is absent', parameter({ default: 'x' }), '', 'x'],
    ['that is there', parameter({ default: 'x' }), '?p=y', 'y'],
    [
      'that is empty',
      parameter({ type: 'integer', default: 1 }),
      '?p=',
      { refused: 'The query parameter "p" must be of type integer' },
    ],
    [
      'that is empty, which counts as left out',
      parameter({ type: 'integer', default: 1 }, { allowEmptyValue: true }),
      '?p=',
      1,
      { queryOnly: 'fields have no such rule' },
    ],
    [
      'that is required',
      parameter({ default: 'x' }, { required: true }),
      '',
      { refused: 'The query parameter "p" is missing' },
    ],
    ['that is an int64', parameter({ type: 'integer', format: 'int64', default: 7 }), '', 7n],
    ['that is a list', parameter({ type: 'array', items: string, default: ['a'] }), '', ['a']],
    [
      'that is an object',
      parameter(ref('Colored'), { style: 'deepObject' }),
      '?p[size]=1&q=a',
      { color: 'red' },
      { beside: [parameter({}, { name: 'q' })] },
    ],
    [
      'of an object that is absent',
      parameter(ref('Colored', { default: {} }), { style: 'deepObject' }),
      '',
      { color: 'red' },
    ],
    ['that its schema refuses', parameter({ type: 'integer', default: 'x' }), '', undefined],
    ['in a header', parameter({ default: 'x' }, { in: 'header' }), '', 'x'],
    ['in a cookie', parameter({ default: 'x' }, { in: 'cookie' }), '', 'x'],
    [
      'in the path, where it always is',
      parameter({ default: 'x' }, { in: 'path', required: true }),
      '/y',
      'y',
    ],
    [
      'by content',
      {
        name: 'p',
        in: 'query',
        content: { 'application/json': { schema: ref('Colored') } },
      },
      '?p={}',
      { color: 'red' },
    ],
  ],
  { schemas: components },
);

it('is filled into a query that is one value', async () => {
  let received: unknown;
  const served = await serveDocument(
    `
openapi: 3.2.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    get:
      operationId: list
      parameters:
        - name: q
          in: querystring
          content:
            application/x-www-form-urlencoded:
              schema: { type: object, properties: { a: { type: string }, b: { type: integer, default: 1 } } }
      responses: { 204: { description: Listed } }
`,
    {
      list: ({ querystring }: { querystring: unknown }) => {
        received = querystring;
        return Promise.resolve({ status: 204 });
      },
    },
  );
  await fetch(`${served.url}/books?a=x`);
  await served.close();
  expect(received).toStrictEqual({ a: 'x', b: 1 });
});

it('is filled into the items of a body', async () => {
  const received: unknown[] = [];
  const served = await serveDocument(
    `
openapi: 3.2.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    post:
      operationId: add
      requestBody:
        required: true
        content:
          application/jsonl:
            itemSchema: { type: object, properties: { a: { type: string }, b: { type: integer, default: 1 } } }
      responses: { 204: { description: Added } }
`,
    {
      add: async ({ body }: { body: AsyncIterable<unknown> }) => {
        for await (const item of body) received.push(item);
        return { status: 204 };
      },
    },
  );
  await fetch(`${served.url}/books`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/jsonl' },
    body: '{"a":"x"}\n{"b":2}\n',
  });
  await served.close();
  expect(received).toStrictEqual([{ a: 'x', b: 1 }, { b: 2 }]);
});

it('is not filled in where generation is told so', async () => {
  let received: unknown;
  const served = await serveDocument(
    `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    get:
      operationId: list
      parameters: [{ name: limit, in: query, schema: { type: integer, default: 10 } }]
      responses: { 204: { description: Listed } }
`,
    {
      list: ({ query }: { query: unknown }) => {
        received = query;
        return Promise.resolve({ status: 204 });
      },
    },
    { defaults: false },
  );
  await fetch(`${served.url}/books`);
  await served.close();
  expect(received).toStrictEqual({});
});
