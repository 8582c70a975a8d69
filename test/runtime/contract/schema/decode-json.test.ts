import { type BodyRow, describeBodies } from './describe-bodies';
import { titled } from '../../../support/it-each';

const int64 = { type: 'integer', format: 'int64' };
const serial = { ...int64, readOnly: true };
const text = { type: 'string' };

/** A key that an object literal would take for the prototype. */
const proto = (value: unknown): unknown => JSON.parse(`{"__proto__":${JSON.stringify(value)}}`);

const components = {
  Title: { type: 'object', required: ['title'], properties: { title: text } },
  Serial: serial,
  Shelf: {
    type: 'object',
    properties: {
      id: int64,
      shelves: { type: 'array', items: { $ref: '#/components/schemas/Shelf' } },
    },
  },
};
const title = { $ref: '#/components/schemas/Title' };

const properties: BodyRow[] = titled({
  'unknown is dropped': [title, '{"title":"a","x":1}', { title: 'a' }],
  'unknown is dropped inside': [
    { properties: { of: title } },
    '{"of":{"title":"a","x":1}}',
    { of: { title: 'a' } },
  ],
  'unknown is dropped in items': [{ items: title }, '[{"title":"a","x":1}]', [{ title: 'a' }]],
  'a free-form object is kept': [{ type: 'object' }, '{"x":{"y":[1]}}', { x: { y: [1] } }],
  'any value is kept': [{}, '[{"x":null}]', [{ x: null }]],
  '`true` takes any value': [true, '{"x":1}', { x: 1 }],
  'an object of which only `required` is known is kept': [
    { required: ['a'] },
    '{"a":1,"b":2}',
    { a: 1, b: 2 },
  ],
  'one that only `required` names beside `properties` is kept': [
    { required: ['a'], properties: { b: {} } },
    '{"a":1,"b":2,"c":3}',
    { a: 1, b: 2 },
  ],
  'additionalProperties: true keeps all': [
    { properties: { a: {} }, additionalProperties: true },
    '{"a":1,"b":2}',
    { a: 1, b: 2 },
  ],
  'additionalProperties with a schema is a map': [
    { additionalProperties: title },
    '{"k":{"title":"a","x":1}}',
    { k: { title: 'a' } },
  ],
  'patternProperties keeps what matches': [
    { properties: { a: {} }, patternProperties: { '^x-': text } },
    '{"a":1,"x-b":"2","c":3}',
    { a: 1, 'x-b': '2' },
  ],
  'unevaluatedProperties with a schema keeps the rest': [
    { allOf: [title], unevaluatedProperties: { type: 'number' } },
    '{"title":"a","b":2}',
    { title: 'a', b: 2 },
  ],
  'dependentSchemas applies when the property is there': [
    {
      properties: { a: {} },
      dependentSchemas: { a: { properties: { b: {} } }, z: { properties: { c: {} } } },
    },
    '{"a":1,"b":2,"c":3}',
    { a: 1, b: 2 },
  ],
  'an unknown "__proto__" is dropped': [title, '{"title":"a","__proto__":{"x":1}}', { title: 'a' }],
  'a free-form "__proto__" is a property': [{}, '{"__proto__":{"x":1}}', proto({ x: 1 })],
  'a documented "__proto__" is a property': [
    { properties: JSON.parse('{"__proto__":{}}') },
    '{"__proto__":[1],"x":2}',
    proto([1]),
  ],
});

const cat = { properties: { kind: { const: 'cat' }, lives: int64 }, required: ['kind'] };
const dog = { properties: { kind: { const: 'dog' }, name: text }, required: ['kind'] };
const conditional = {
  properties: { kind: text },
  if: { properties: { kind: { const: 'book' } } },
  then: { properties: { pages: int64 } },
  else: { properties: { tracks: int64 } },
};

const composition: BodyRow[] = titled({
  'allOf gives the properties of all': [
    { allOf: [title, { properties: { id: int64 } }], properties: { tag: text } },
    '{"title":"a","id":1,"tag":"t","x":1}',
    { title: 'a', id: 1n, tag: 't' },
  ],
  'keywords beside $ref count': [
    { ...title, properties: { id: int64 } },
    '{"title":"a","id":1,"x":2}',
    { title: 'a', id: 1n },
  ],
  'a property that two schemas describe has both projections': [
    {
      allOf: [{ properties: { of: title } }, { properties: { of: { properties: { id: int64 } } } }],
    },
    '{"of":{"title":"a","id":1,"x":2}}',
    { of: { title: 'a', id: 1n } },
  ],
  'oneOf gives the properties of its branch': [
    { oneOf: [cat, dog] },
    '{"kind":"cat","lives":9,"name":"x"}',
    { kind: 'cat', lives: 9n },
  ],
  'oneOf gives the properties of the other branch': [
    { oneOf: [cat, dog] },
    '{"kind":"dog","lives":9,"name":"x"}',
    { kind: 'dog', name: 'x' },
  ],
  'anyOf gives the properties of all branches that fit': [
    {
      anyOf: [
        title,
        { required: ['id'], properties: { id: int64 } },
        { required: ['z'], properties: { x: {} } },
      ],
    },
    '{"title":"a","id":1,"x":2}',
    { title: 'a', id: 1n },
  ],
  'then applies': [
    conditional,
    '{"kind":"book","pages":7,"tracks":8}',
    { kind: 'book', pages: 7n },
  ],
  'else applies': [
    conditional,
    '{"kind":"tape","pages":7,"tracks":8}',
    { kind: 'tape', tracks: 8n },
  ],
  'a recursive schema applies at every level': [
    { $ref: '#/components/schemas/Shelf' },
    '{"id":1,"shelves":[{"id":2,"shelves":[{"id":9007199254740993,"x":1}]}]}',
    { id: 1n, shelves: [{ id: 2n, shelves: [{ id: 9007199254740993n }] }] },
  ],
});

const directions: BodyRow[] = titled({
  'a readOnly property is not demanded': [
    { required: ['id', 'title'], properties: { id: serial, title: text } },
    '{"title":"a"}',
    { title: 'a' },
  ],
  'a readOnly property is dropped': [
    { required: ['id', 'title'], properties: { id: serial, title: text } },
    '{"id":1,"title":"a"}',
    { title: 'a' },
  ],
  'a readOnly property is dropped where others are kept': [
    { properties: { id: serial }, additionalProperties: true },
    '{"id":1,"title":"a"}',
    { title: 'a' },
  ],
  'a readOnly property is not demanded by another schema either': [
    { allOf: [{ properties: { id: serial, title: text } }, { required: ['id', 'title'] }] },
    '{"title":"a"}',
    { title: 'a' },
  ],
  'readOnly holds through a reference': [
    { required: ['id'], properties: { id: { $ref: '#/components/schemas/Serial' }, title: text } },
    '{"id":1,"title":"a"}',
    { title: 'a' },
  ],
  'a writeOnly property is taken': [
    { properties: { secret: { ...text, writeOnly: true } } },
    '{"secret":"s"}',
    { secret: 's' },
  ],
});

const numbers: BodyRow[] = [
  ['an int64 is a bigint', int64, '7', 7n],
  ['an int64 beyond 2^53 is exact', int64, '9007199254740993', 9007199254740993n],
  ['an int64 written as 1.0', int64, '1.0', 1n],
  ['an int64 written as 1e3', int64, '1e3', 1000n],
  ['int64 in an array', { items: int64 }, '[1,9007199254740993]', [1n, 9007199254740993n]],
  ['int64 in a tuple', { prefixItems: [int64], items: text }, '[1,"a"]', [1n, 'a']],
  [
    'int64 in a map',
    { additionalProperties: int64 },
    '{"a":1,"__proto__":2}',
    JSON.parse('{"a":1,"__proto__":2}', (_, v: unknown) => (typeof v === 'number' ? BigInt(v) : v)),
  ],
  ['int64 or null: null', { type: ['integer', 'null'], format: 'int64' }, 'null', null],
  ['int64 or null: a number', { type: ['integer', 'null'], format: 'int64' }, '5', 5n],
  ['int64 in a union', { oneOf: [int64, text] }, '9007199254740993', 9007199254740993n],
  ['text in that union', { oneOf: [int64, text] }, '"9007199254740993"', '9007199254740993'],
  ['an int32 is a number', { type: 'integer', format: 'int32' }, '7', 7],
  ['a number is a double', { type: 'number' }, '9007199254740993', 9007199254740992],
  ['a number of which the schema says nothing', {}, '[7,0.5]', [7, 0.5]],
  [
    'a large integer of which the schema says nothing is not lost',
    {},
    '{"n":9007199254740993}',
    { n: 9007199254740993n },
  ],
];

describeBodies(
  'what a handler gets of a body',
  [...properties, ...composition, ...directions, ...numbers],
  components,
);
