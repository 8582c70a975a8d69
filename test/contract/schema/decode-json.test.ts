import { serveSchemas, type ServedSchemas } from '../../support/serve-schemas';

type Row = [string, { schema: unknown; given: string; want: unknown }];

const int64 = { type: 'integer', format: 'int64' };
const text = { type: 'string' };

/** A key that an object literal would take for the prototype. */
const proto = (value: unknown): unknown => JSON.parse(`{"__proto__":${JSON.stringify(value)}}`);

const components = {
  Title: { type: 'object', required: ['title'], properties: { title: text } },
  Serial: { ...int64, readOnly: true },
  Shelf: {
    type: 'object',
    properties: {
      id: int64,
      shelves: { type: 'array', items: { $ref: '#/components/schemas/Shelf' } },
    },
  },
};
const title = { $ref: '#/components/schemas/Title' };

const properties: Row[] = [
  ['unknown is dropped', { schema: title, given: '{"title":"a","x":1}', want: { title: 'a' } }],
  [
    'unknown is dropped inside',
    {
      schema: { properties: { of: title } },
      given: '{"of":{"title":"a","x":1}}',
      want: { of: { title: 'a' } },
    },
  ],
  [
    'unknown is dropped in items',
    { schema: { items: title }, given: '[{"title":"a","x":1}]', want: [{ title: 'a' }] },
  ],
  [
    'a free-form object is kept',
    { schema: { type: 'object' }, given: '{"x":{"y":[1]}}', want: { x: { y: [1] } } },
  ],
  ['any value is kept', { schema: {}, given: '[{"x":null}]', want: [{ x: null }] }],
  ['`true` takes any value', { schema: true, given: '{"x":1}', want: { x: 1 } }],
  [
    'an object of which only `required` is known is kept',
    { schema: { required: ['a'] }, given: '{"a":1,"b":2}', want: { a: 1, b: 2 } },
  ],
  [
    'one that only `required` names beside `properties` is kept',
    {
      schema: { required: ['a'], properties: { b: {} } },
      given: '{"a":1,"b":2,"c":3}',
      want: { a: 1, b: 2 },
    },
  ],
  [
    'additionalProperties: true keeps all',
    {
      schema: { properties: { a: {} }, additionalProperties: true },
      given: '{"a":1,"b":2}',
      want: { a: 1, b: 2 },
    },
  ],
  [
    'additionalProperties with a schema is a map',
    {
      schema: { additionalProperties: title },
      given: '{"k":{"title":"a","x":1}}',
      want: { k: { title: 'a' } },
    },
  ],
  [
    'patternProperties keeps what matches',
    {
      schema: { properties: { a: {} }, patternProperties: { '^x-': text } },
      given: '{"a":1,"x-b":"2","c":3}',
      want: { a: 1, 'x-b': '2' },
    },
  ],
  [
    'unevaluatedProperties with a schema keeps the rest',
    {
      schema: { allOf: [title], unevaluatedProperties: { type: 'number' } },
      given: '{"title":"a","b":2}',
      want: { title: 'a', b: 2 },
    },
  ],
  [
    'dependentSchemas applies when the property is there',
    {
      schema: {
        properties: { a: {} },
        dependentSchemas: { a: { properties: { b: {} } }, z: { properties: { c: {} } } },
      },
      given: '{"a":1,"b":2,"c":3}',
      want: { a: 1, b: 2 },
    },
  ],
  [
    'an unknown "__proto__" is dropped',
    { schema: title, given: '{"title":"a","__proto__":{"x":1}}', want: { title: 'a' } },
  ],
  [
    'a free-form "__proto__" is a property',
    { schema: {}, given: '{"__proto__":{"x":1}}', want: proto({ x: 1 }) },
  ],
  [
    'a documented "__proto__" is a property',
    {
      schema: { properties: JSON.parse('{"__proto__":{}}') },
      given: '{"__proto__":[1],"x":2}',
      want: proto([1]),
    },
  ],
];

const cat = { properties: { kind: { const: 'cat' }, lives: int64 }, required: ['kind'] };
const dog = { properties: { kind: { const: 'dog' }, name: text }, required: ['kind'] };
const conditional = {
  properties: { kind: text },
  if: { properties: { kind: { const: 'book' } } },
  then: { properties: { pages: int64 } },
  else: { properties: { tracks: int64 } },
};

const composition: Row[] = [
  [
    'allOf gives the properties of all',
    {
      schema: { allOf: [title, { properties: { id: int64 } }], properties: { tag: text } },
      given: '{"title":"a","id":1,"tag":"t","x":1}',
      want: { title: 'a', id: 1n, tag: 't' },
    },
  ],
  [
    'keywords beside $ref count',
    {
      schema: { ...title, properties: { id: int64 } },
      given: '{"title":"a","id":1,"x":2}',
      want: { title: 'a', id: 1n },
    },
  ],
  [
    'a property that two schemas describe has both projections',
    {
      schema: {
        allOf: [
          { properties: { of: title } },
          { properties: { of: { properties: { id: int64 } } } },
        ],
      },
      given: '{"of":{"title":"a","id":1,"x":2}}',
      want: { of: { title: 'a', id: 1n } },
    },
  ],
  [
    'oneOf gives the properties of its branch',
    {
      schema: { oneOf: [cat, dog] },
      given: '{"kind":"cat","lives":9,"name":"x"}',
      want: { kind: 'cat', lives: 9n },
    },
  ],
  [
    'oneOf gives the properties of the other branch',
    {
      schema: { oneOf: [cat, dog] },
      given: '{"kind":"dog","lives":9,"name":"x"}',
      want: { kind: 'dog', name: 'x' },
    },
  ],
  [
    'anyOf gives the properties of all branches that fit',
    {
      schema: {
        anyOf: [
          title,
          { required: ['id'], properties: { id: int64 } },
          { required: ['z'], properties: { x: {} } },
        ],
      },
      given: '{"title":"a","id":1,"x":2}',
      want: { title: 'a', id: 1n },
    },
  ],
  [
    'then applies',
    {
      schema: conditional,
      given: '{"kind":"book","pages":7,"tracks":8}',
      want: { kind: 'book', pages: 7n },
    },
  ],
  [
    'else applies',
    {
      schema: conditional,
      given: '{"kind":"tape","pages":7,"tracks":8}',
      want: { kind: 'tape', tracks: 8n },
    },
  ],
  [
    'a recursive schema applies at every level',
    {
      schema: { $ref: '#/components/schemas/Shelf' },
      given: '{"id":1,"shelves":[{"id":2,"shelves":[{"id":9007199254740993,"x":1}]}]}',
      want: { id: 1n, shelves: [{ id: 2n, shelves: [{ id: 9007199254740993n }] }] },
    },
  ],
];

const directions: Row[] = [
  [
    'a readOnly property is not demanded',
    {
      schema: {
        required: ['id', 'title'],
        properties: { id: { ...int64, readOnly: true }, title: text },
      },
      given: '{"title":"a"}',
      want: { title: 'a' },
    },
  ],
  [
    'a readOnly property is dropped',
    {
      schema: {
        required: ['id', 'title'],
        properties: { id: { ...int64, readOnly: true }, title: text },
      },
      given: '{"id":1,"title":"a"}',
      want: { title: 'a' },
    },
  ],
  [
    'a readOnly property is dropped where others are kept',
    {
      schema: { properties: { id: { ...int64, readOnly: true } }, additionalProperties: true },
      given: '{"id":1,"title":"a"}',
      want: { title: 'a' },
    },
  ],
  [
    'a readOnly property is not demanded by another schema either',
    {
      schema: {
        allOf: [
          { properties: { id: { ...int64, readOnly: true }, title: text } },
          { required: ['id', 'title'] },
        ],
      },
      given: '{"title":"a"}',
      want: { title: 'a' },
    },
  ],
  [
    'readOnly holds through a reference',
    {
      schema: {
        required: ['id'],
        properties: { id: { $ref: '#/components/schemas/Serial' }, title: text },
      },
      given: '{"id":1,"title":"a"}',
      want: { title: 'a' },
    },
  ],
  [
    'a writeOnly property is taken',
    {
      schema: { properties: { secret: { ...text, writeOnly: true } } },
      given: '{"secret":"s"}',
      want: { secret: 's' },
    },
  ],
];

const rows = [...properties, ...composition, ...directions];

describe('what a handler gets of a body', () => {
  let served: ServedSchemas;
  beforeAll(async () => {
    served = await serveSchemas(
      rows.map(([, { schema }]) => schema),
      components,
    );
  });
  afterAll(() => served.close());

  it.each(rows.map(([name, row], index) => [name, { ...row, index }] as const))(
    '%s',
    async (_, { given, want, index }) => {
      expect(await served.decode(index, given)).toStrictEqual({ status: 204, body: want });
    },
  );
});
