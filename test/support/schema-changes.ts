import type { JsonObject } from '../../src/tools/document';
import { titled } from './it-each';

/** Changes of schemas, for tests of the messages about them. */

export const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});
export const TEXT = { type: 'string' };
const person = (more: JsonObject = {}): JsonObject =>
  object({ name: TEXT, pet: object({ kind: TEXT, ...more }) });
const kind = (name: string, more: JsonObject = {}): JsonObject =>
  object({ kind: { const: name }, ...more }, { required: ['kind'] });

/** Two versions of a schema, with the messages if it is that of a request body, and of a response. */
export type SchemaChange = readonly [
  name: string,
  base: unknown,
  revision: unknown,
  request: readonly string[],
  response: readonly string[],
];

const GONE = { ...TEXT, deprecated: true, 'x-sunset': '2020-01-01' };
const LIVING = { ...TEXT, deprecated: true, 'x-sunset': '9020-01-01' };
const CLOSED = { additionalProperties: false };
const demanded = (properties: JsonObject, more: JsonObject = {}): JsonObject =>
  object(properties, { required: Object.keys(properties), ...more });

/** Changes of what was announced as going, and of what was not. */
const ANNOUNCED: readonly SchemaChange[] = [
  ...titled({
    'a demanded property is gone after its sunset': [
      demanded({ a: GONE, b: TEXT }),
      demanded({ b: TEXT }),
      ['minor property-removed', 'minor widened'],
      ['minor property-removed', 'minor widened'],
    ],
    'a demanded property is gone before its sunset': [
      demanded({ a: LIVING, b: TEXT }),
      demanded({ b: TEXT }),
      ['major property-removed', 'minor widened'],
      ['minor property-removed', 'major widened'],
    ],
    'a property is optional after its sunset': [
      demanded({ a: GONE, b: TEXT }),
      object({ a: GONE, b: TEXT }, { required: ['b'] }),
      ['minor widened'],
      ['minor widened'],
    ],
    'two properties are gone, of which one was announced': [
      demanded({ a: GONE, b: TEXT }),
      object({}),
      ['minor property-removed', 'major property-removed', 'minor widened'],
      ['minor property-removed', 'minor property-removed', 'major widened'],
    ],
    'two properties are optional, of which one was announced': [
      demanded({ a: GONE, b: TEXT }),
      object({ a: GONE, b: TEXT }),
      ['minor widened', 'minor widened'],
      ['minor widened', 'major widened'],
    ],
  }),
  ...[
    (schema: JsonObject) => demanded({ list: { type: 'array', items: schema } }),
    (schema: JsonObject) => object({ pet: { anyOf: [schema, { type: 'null' }] } }),
    (schema: JsonObject) => object({}, { additionalProperties: schema }),
    (schema: JsonObject) => ({ allOf: [schema, object({ c: TEXT })] }),
    (schema: JsonObject) => ({ oneOf: [schema, { type: 'integer' }] }),
    (schema: JsonObject) => ({ type: 'array', prefixItems: [schema] }),
  ].flatMap((within, index): SchemaChange[] => [
    [
      `an announced property is gone from within, ${index}`,
      within(demanded({ a: GONE, b: TEXT })),
      within(demanded({ b: TEXT })),
      ['minor property-removed', 'minor widened'],
      ['minor property-removed', 'minor widened'],
    ],
    [
      `another property is optional within, ${index}`,
      within(demanded({ a: GONE, b: TEXT })),
      within(object({ a: GONE, b: TEXT }, { required: ['a'] })),
      ['minor widened'],
      ['major widened'],
    ],
  ]),
  ...titled({
    'a property of a closed object is gone after its sunset': [
      object({ a: GONE, b: TEXT }, CLOSED),
      object({ b: TEXT }, CLOSED),
      ['minor property-removed', 'minor narrowed'],
      ['minor property-removed', 'minor narrowed'],
    ],
    'a property of a closed whole is gone after its sunset': [
      { allOf: [object({ a: GONE })], properties: { b: TEXT }, unevaluatedProperties: false },
      { allOf: [object({})], properties: { b: TEXT }, unevaluatedProperties: false },
      ['minor property-removed', 'minor narrowed'],
      ['minor property-removed', 'minor narrowed'],
    ],
    'two properties of a closed object are gone, of which one was announced': [
      object({ a: GONE, b: TEXT }, CLOSED),
      object({}, CLOSED),
      ['minor property-removed', 'major property-removed', 'major narrowed', 'minor narrowed'],
      ['minor property-removed', 'minor property-removed', 'minor narrowed', 'minor narrowed'],
    ],
    'what was announced is demanded': [
      object({ a: GONE }),
      demanded({ a: GONE }),
      ['major narrowed'],
      ['minor narrowed'],
    ],
    'an announced property is read-only': [
      object({ a: GONE }),
      object({ a: { ...GONE, readOnly: true } }),
      ['minor access-changed'],
      [],
    ],
    'an announced property is write-only': [
      demanded({ a: GONE }),
      demanded({ a: { ...GONE, writeOnly: true } }),
      [],
      ['minor access-changed', 'minor widened'],
    ],
  }),
];

export const SCHEMA_CHANGES: readonly SchemaChange[] = [
  ...ANNOUNCED,
  ...titled({
    'a default is another of what may be left out': [
      object({ a: { ...TEXT, default: 'b' } }),
      object({ a: { ...TEXT, default: 'c' } }),
      ['major default-changed'],
      [],
    ],
    'a default is another of what is always there': [
      object({ a: { ...TEXT, default: 'b' } }, { required: ['a'] }),
      object({ a: { ...TEXT, default: 'c' } }, { required: ['a'] }),
      [],
      [],
    ],
    'an alternative takes what another does, too': [
      { oneOf: [{ ...TEXT, format: 'uuid' }, { type: 'integer' }] },
      { oneOf: [{ ...TEXT, format: 'uuid' }, { type: ['integer', 'string'] }] },
      ['major narrowed', 'minor widened'],
      ['major widened', 'minor narrowed'],
    ],
    'a property is gone whose name another object has': [
      person({ name: TEXT }),
      person(),
      ['major property-removed'],
      ['minor property-removed'],
    ],
    'a property is new whose name another object has': [
      person(),
      person({ name: TEXT }),
      ['minor property-added'],
      ['minor property-added'],
    ],
    'a property of any value is gone': [
      object({ a: {} }),
      object({}),
      ['major property-removed'],
      ['minor property-removed'],
    ],
    'a property is gone that is read-only': [
      object({ a: { ...TEXT, readOnly: true } }),
      object({}),
      ['minor property-removed'],
      ['minor property-removed'],
    ],
    'a property is gone after its sunset': [
      object({ a: { ...TEXT, deprecated: true, 'x-sunset': '2020-01-01' } }),
      object({}),
      ['minor property-removed'],
      ['minor property-removed'],
    ],
    'a property of a map has a type of its own': [
      object({}, { additionalProperties: TEXT }),
      object({ a: { type: 'integer' } }, { additionalProperties: TEXT }),
      ['major narrowed', 'minor widened'],
      ['minor narrowed', 'major widened'],
    ],
    'an optional property is read-only': [
      object({ a: TEXT }),
      object({ a: { ...TEXT, readOnly: true } }),
      ['major access-changed'],
      [],
    ],
    'an optional property is read-only no longer': [
      object({ a: { ...TEXT, readOnly: true } }),
      object({ a: TEXT }),
      ['minor access-changed'],
      [],
    ],
    'an optional property is write-only': [
      object({ a: TEXT }),
      object({ a: { ...TEXT, writeOnly: true } }),
      [],
      ['minor access-changed'],
    ],
    'a demanded property is write-only': [
      object({ a: TEXT }, { required: ['a'] }),
      object({ a: { ...TEXT, writeOnly: true } }, { required: ['a'] }),
      [],
      ['minor access-changed', 'major widened'],
    ],
    'a write-only property has fewer values': [
      object({ a: { enum: ['b', 'c'], writeOnly: true } }),
      object({ a: { enum: ['b'], writeOnly: true } }),
      ['major narrowed'],
      [],
    ],
    'texts are shorter than any that is tried': [
      TEXT,
      { ...TEXT, maxLength: 1_000_000 },
      ['undecided undecided'],
      ['minor narrowed'],
    ],
    'texts may be longer than any that is tried': [
      { ...TEXT, maxLength: 1_000_000 },
      TEXT,
      ['minor widened'],
      ['undecided undecided'],
    ],
    'texts have a format that nobody knows': [
      TEXT,
      { ...TEXT, format: 'phone' },
      ['undecided undecided'],
      ['minor narrowed'],
    ],
    'numbers have another precision': [
      { type: 'number', format: 'double' },
      { type: 'number', format: 'float' },
      ['undecided undecided'],
      ['minor narrowed'],
    ],
    'texts are hidden while they are typed': [TEXT, { ...TEXT, format: 'password' }, [], []],
    'what texts hold has a schema': [
      { ...TEXT, contentMediaType: 'application/json' },
      { ...TEXT, contentMediaType: 'application/json', contentSchema: TEXT },
      ['major content-changed'],
      ['minor content-changed'],
    ],
    'what texts hold has no schema any more': [
      { ...TEXT, contentMediaType: 'application/json', contentSchema: TEXT },
      { ...TEXT, contentMediaType: 'application/json' },
      ['minor content-changed'],
      ['major content-changed'],
    ],
    'a value is gone that others may be beside': [
      { ...TEXT, 'x-extensible-enum': ['a', 'b'] },
      { ...TEXT, 'x-extensible-enum': ['a'] },
      ['major content-changed'],
      ['minor content-changed'],
    ],
    'a value is new that others may be beside': [
      { ...TEXT, 'x-extensible-enum': ['a'] },
      { ...TEXT, 'x-extensible-enum': ['a', 'b'] },
      ['minor content-changed'],
      ['minor content-changed'],
    ],
    'one of the alternatives takes less': [
      { oneOf: [kind('a', { size: { type: 'integer' } }), kind('b'), kind('c')] },
      { oneOf: [kind('a', { size: { type: 'integer', maximum: 9 } }), kind('b'), kind('c')] },
      ['major narrowed'],
      ['minor narrowed'],
    ],
    'one of the alternatives takes less, and another takes that': [
      { anyOf: [{ type: 'integer' }, { type: 'number' }] },
      { anyOf: [{ type: 'integer', minimum: 0 }, { type: 'number' }] },
      [],
      [],
    ],
    'an alternative is new that takes what another takes': [
      {
        oneOf: [object({ a: TEXT }, { required: ['a'] }), object({ b: TEXT }, { required: ['b'] })],
      },
      {
        oneOf: [
          object({ a: TEXT }, { required: ['a'] }),
          object({ b: TEXT }, { required: ['b'] }),
          object({ a: TEXT }, { required: ['a'], additionalProperties: false }),
        ],
      },
      ['major narrowed'],
      ['minor narrowed'],
    ],
  }),
  ...['oneOf', 'anyOf'].flatMap((keyword): SchemaChange[] => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => kind(name, { size: TEXT }));
    const changed = kind('a', { size: { type: 'integer' } });
    return [
      [
        `one alternative of ${keyword} has another type, and another is new`,
        { [keyword]: [a, b] },
        { [keyword]: [c, changed, b] },
        ['major narrowed', 'minor widened', 'minor widened'],
        ['major widened', 'major widened', 'minor narrowed'],
      ],
      [
        `one alternative of ${keyword} has another type, and another is gone`,
        { [keyword]: [c, a, b] },
        { [keyword]: [changed, b] },
        ['major narrowed', 'major narrowed', 'minor widened'],
        ['major widened', 'minor narrowed', 'minor narrowed'],
      ],
      [
        `one alternative of ${keyword} has another type, and another is new beside what all have`,
        object({ id: TEXT }, { required: ['id'], [keyword]: [a, b] }),
        object({ id: TEXT }, { required: ['id'], [keyword]: [changed, b, c] }),
        ['major narrowed', 'minor widened', 'minor widened'],
        ['major widened', 'major widened', 'minor narrowed'],
      ],
    ];
  }),
  [
    'a property is demanded and another has another type',
    object({ list: { type: 'array', items: object({ a: TEXT, b: TEXT }) } }),
    object({
      list: {
        type: 'array',
        items: object({ a: { type: 'integer' }, b: TEXT }, { required: ['b'] }),
      },
    }),
    ['major narrowed', 'major narrowed', 'minor widened'],
    ['minor narrowed', 'minor narrowed', 'major widened'],
  ],
];
