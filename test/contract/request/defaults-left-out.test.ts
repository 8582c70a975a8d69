import { describeParameters } from '../../support/serve-parameters';
import { type ServedSchemas, serveSchemas } from '../../support/serve-schemas';
import { withDocument } from '../../support/serve-document';

const A = { a: { default: 'x' } };
const object = (properties: object, more: object = {}): object => {
  return { type: 'object', properties, ...more };
};
const ref = (name: string, more: object = {}): object => {
  return { $ref: `#/components/schemas/${name}`, ...more };
};

/** A default that no object of the schema may have, in one that says no more. */
const closed = { allOf: [object(A)], additionalProperties: false };
const components = {
  Closed: closed,
  Small: object({ ...A, b: {} }, { maxProperties: 1 }),
  Chain: object({ ...A, next: ref('Chain') }, { not: { required: ['a', 'next'] } }),
};

/** A schema, a body, and what the handler gets of it or why it is refused. */
type Row = [name: string, schema: object, body: string, want: unknown];

const taken: Row[] = [
  ['additionalProperties', closed, '{}', {}],
  [
    'additionalProperties of another type',
    { allOf: [object(A), { additionalProperties: { type: 'integer' } }] },
    '{}',
    {},
  ],
  ['maxProperties', object({ ...A, b: {} }, { maxProperties: 1 }), '{"b":1}', { b: 1 }],
  ['propertyNames', object(A, { propertyNames: { pattern: '^b' } }), '{}', {}],
  ['patternProperties', object(A, { patternProperties: { '^a': { maxLength: 0 } } }), '{}', {}],
  ['unevaluatedProperties', { allOf: [object(A), { unevaluatedProperties: false }] }, '{}', {}],
  ['dependentRequired', object(A, { dependentRequired: { a: ['b'] } }), '{}', {}],
  ['dependentSchemas', object(A, { dependentSchemas: { a: { required: ['b'] } } }), '{}', {}],
  ['not', object(A, { not: { required: ['a'] } }), '{}', {}],
  ['not, of a number', object(A, { not: { minProperties: 1 } }), '{}', {}],
  ['if', object(A, { if: { required: ['a'] }, then: { required: ['b'] } }), '{}', {}],
  [
    'if, of a number',
    object({ ...A, b: {} }, { if: { maxProperties: 0 }, else: { required: ['b'] } }),
    '{}',
    {},
  ],
  ['anyOf', object(A, { anyOf: [object({ a: { const: 'y' } })] }), '{}', {}],
  [
    'oneOf',
    object({ ...A, b: {} }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
    '{"b":1}',
    { b: 1 },
  ],
  ['const', object(A, { const: {} }), '{}', {}],
  ['enum', object(A, { enum: [{}, 1] }), '{}', {}],
  ['contains', { items: object(A), contains: { maxProperties: 0 } }, '[{}]', [{}]],
  ['uniqueItems', { items: object(A), uniqueItems: true }, '[{},{"a":"x"}]', [{}, { a: 'x' }]],
  [
    'items, of another schema for items',
    { allOf: [{ prefixItems: [object(A)] }, { unevaluatedItems: { maxProperties: 0 } }] },
    '[{}]',
    [{}],
  ],
  [
    'a schema around the object',
    object({ one: object(A) }, { not: object({ one: { required: ['a'] } }) }),
    '{"one":{}}',
    { one: {} },
  ],
  [
    'a schema around a map',
    { additionalProperties: object(A), not: object({ one: { required: ['a'] } }) },
    '{"one":{}}',
    { one: {} },
  ],
  ['what is left alone by the others', object({ ...A, b: { default: 'y' } }, { maxProperties: 1 }), '{}', { a: 'x' }], // prettier-ignore
  ['the others', { ...closed, properties: { b: { default: 'y' } } }, '{}', { b: 'y' }],
  ['each item by itself', { items: ref('Small') }, '[{},{"b":1}]', [{ a: 'x' }, { b: 1 }]],
  [
    'an object that a default brings in',
    object({ one: { ...closed, properties: { b: { default: 'y' } }, default: {} } }),
    '{}',
    { one: { b: 'y' } },
  ],
  ['all objects in one that is refused', ref('Chain'), '{"next":{}}', { next: {} }],
];

/** Refused for what was sent, whatever is filled in. */
const refused: Row[] = [
  ['minProperties', object(A, { minProperties: 1 }), '{}', 'must have at least 1 properties'],
  [
    'dependentRequired',
    object({ ...A, b: {} }, { dependentRequired: { b: ['a'] } }),
    '{"b":1}',
    'has the property "b" and lacks "a"',
  ],
  [
    'oneOf',
    object(A, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
    '{}',
    'fits none of the alternatives of its schema',
  ],
  ['not', object(A, { not: { const: {} } }), '{}', 'matches a schema that it must not match'],
  ['additionalProperties', closed, '{"b":1}', 'has the property "b", which is not allowed'],
];

describe('a body', () => {
  let served: ServedSchemas;
  const rows = [...taken, ...refused];
  beforeAll(async () => {
    served = await serveSchemas(
      rows.map(([, schema]) => schema),
      components,
    );
  });
  afterAll(() => served.close());

  const indexed = rows.map((row, index) => [row[0], index, row[2], row[3]] as const);

  it.each(indexed.slice(0, taken.length))(
    'is taken where its default is refused: %s',
    async (_, index, body, want) => {
      expect(await served.decode(index, body)).toStrictEqual({ status: 204, body: want });
    },
  );

  it.each(indexed.slice(taken.length))(
    'is refused where its default would do: %s',
    async (_, index, body, want) => {
      expect((await served.decode(index, body)).message).toBe(`The body ${String(want)}`);
    },
  );
});

const parameter = (more: object): object => ({ name: 'p', in: 'query', ...more });
const open = { ...closed, properties: { b: { type: 'string' } } };

describeParameters('a parameter whose default is refused', [
  ['of a query object', parameter({ schema: open, explode: false }), '?p=b,1', { b: '1' }],
  ['of deepObject', parameter({ schema: open, style: 'deepObject' }), '?p[b]=1', { b: '1' }],
  [
    'by content',
    parameter({ content: { 'application/json': { schema: open } } }),
    '?p={"b":"1"}',
    { b: '1' },
  ],
]);

const contents = (mediaType: string, keyword: string): string => `
openapi: 3.2.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    post:
      operationId: add
      requestBody:
        required: true
        content:
          ${mediaType}:
            ${keyword}: { allOf: [{ properties: { a: { default: x } } }], properties: { b: { type: string } }, additionalProperties: false }
      responses: { 204: { description: Added } }
`;

const BOUNDARY = '--b\r\nContent-Disposition: form-data; name="b"\r\n\r\n1\r\n--b--\r\n';

it.each([
  ['a form', 'application/x-www-form-urlencoded', 'schema', '', 'b=1'],
  ['a form of parts', 'multipart/form-data', 'schema', '; boundary=b', BOUNDARY],
  ['an item', 'application/jsonl', 'itemSchema', '', '{"b":"1"}\n'],
])('%s is taken without the default that it is refused with', async (...row) => {
  const [, mediaType, keyword, parameters, body] = row;
  const received: unknown[] = [];
  const add = async (input: {
    body: AsyncIterable<unknown> | object;
  }): Promise<{ status: number }> => {
    if (!(Symbol.asyncIterator in input.body)) received.push(input.body);
    else for await (const item of input.body) received.push(item);
    return { status: 204 };
  };
  await withDocument(contents(mediaType, keyword), { add }, {}, async ({ url, faults }) => {
    const headers = { 'Content-Type': `${mediaType}${parameters}` };
    const response = await fetch(`${url}/books`, { method: 'POST', headers, body });
    expect([response.status, received, faults]).toStrictEqual([204, [{ b: '1' }], []]);
  });
});
