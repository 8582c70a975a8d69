import { describeBodies } from './describe-bodies';
import { titled } from '../../../support/it-each';

const refused = (fault: string): object => ({ refused: `The body ${fault}` });

const rows: [name: string, schema: unknown, given: string, want: string][] = titled({
  type: [{ type: ['string', 'null'] }, '1', 'must be of type string or null'],
  'type of an integer that no double holds': [
    { type: 'integer' },
    '9007199254740993',
    'must be an integer, and beyond 9007199254740991 one that a double holds exactly',
  ],
  enum: [{ enum: ['a', 1] }, '"b"', 'must be one of ["a",1]'],
  const: [{ const: 'a' }, '"b"', 'must be "a"'],
  minimum: [{ minimum: 1 }, '0', 'must be at least 1'],
  exclusiveMaximum: [{ exclusiveMaximum: 1 }, '1', 'must be less than 1'],
  multipleOf: [{ multipleOf: 2 }, '3', 'must be a multiple of 2'],
  minLength: [{ minLength: 2 }, '"🌱"', 'must have at least 2 characters'],
  maxLength: [{ maxLength: 1 }, '"ab"', 'must have at most 1 characters'],
  pattern: [{ pattern: '^a$' }, '"b"', 'must match the pattern "^a$"'],
  format: [{ format: 'date' }, '"x"', 'must be of the format "date"'],
  required: [{ required: ['a'] }, '{}', 'lacks the property "a"'],
  'required of what every object has': [
    { required: ['toString'] },
    '{}',
    'lacks the property "toString"',
  ],
  additionalProperties: [
    { additionalProperties: false },
    '{"a":1}',
    'has the property "a", which is not allowed',
  ],
  unevaluatedProperties: [
    { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
    '{"a":1,"b":1}',
    'has the property "b", which is not allowed',
  ],
  dependentRequired: [
    { dependentRequired: { a: ['b'] } },
    '{"a":1}',
    'has the property "a" and lacks "b"',
  ],
  propertyNames: [
    { propertyNames: { const: 'a' } },
    '{"b":1}',
    'has the property name "b", which is not allowed',
  ],
  minProperties: [{ minProperties: 1 }, '{}', 'must have at least 1 properties'],
  uniqueItems: [{ uniqueItems: true }, '[1,1]', 'has equal items, which must differ'],
  contains: [{ contains: { const: 1 } }, '[]', 'lacks an item that its schema asks for'],
  unevaluatedItems: [
    { prefixItems: [{}], unevaluatedItems: false },
    '[1,2]',
    'has items that are not allowed',
  ],
  not: [{ not: { type: 'null' } }, 'null', 'matches a schema that it must not match'],
  false: [false, '1', 'is not allowed'],
  'a place': [
    { properties: { 'a/b': { items: { type: 'null' } } } },
    '{"a/b":[null,1]}',
    'at "/a~1b/1" must be of type null',
  ],
  anyOf: [
    { anyOf: [{ type: 'null' }, { const: 1 }] },
    '"a"',
    'fits none of the alternatives of its schema',
  ],
  'oneOf, none of which fits': [
    { oneOf: [{ type: 'null' }, { const: 1 }] },
    '"a"',
    'fits none of the alternatives of its schema',
  ],
  'oneOf, two of which fit': [
    { oneOf: [{ type: 'string' }, { const: 'a' }] },
    '"a"',
    'fits more than one of the alternatives of its schema',
  ],
  'anyOf inside a property': [
    { properties: { p: { anyOf: [{ type: 'null' }] } } },
    '{"p":1}',
    'at "/p" must be of type null',
  ],
  'anyOf of types': [
    { anyOf: [{ type: 'number' }, { type: 'integer' }, { type: 'null' }] },
    '"a"',
    'must be of type number or integer or null',
  ],
  'anyOf, of which one is for the type of the value': [
    { anyOf: [{ type: 'number', minimum: 1 }, { type: 'null' }] },
    '0',
    'must be at least 1',
  ],
  'anyOf, of which one is for objects': [
    {
      oneOf: [{ type: 'object', properties: { a: { type: 'null' } } }, { type: 'null' }],
    },
    '{"a":1}',
    'at "/a" must be of type null',
  ],
  'anyOf, of which two are for the type of the value': [
    { anyOf: [{ minimum: 1 }, { multipleOf: 2 }, { type: 'null' }] },
    '-1',
    'fits none of the alternatives of its schema',
  ],
  'contains, whose items do not fit': [
    { contains: { const: 1 } },
    '[2]',
    'lacks an item that its schema asks for',
  ],
  then: [
    { if: { required: ['a'] }, then: { required: ['b'] } },
    '{"a":1}',
    'lacks the property "b"',
  ],
  else: [{ if: { required: ['a'] }, else: { required: ['b'] } }, '{}', 'lacks the property "b"'],
  'a long name from the client is cut': [
    { additionalProperties: false },
    JSON.stringify({ ['x'.repeat(300)]: 1 }),
    `has the property "${'x'.repeat(100)}…", which is not allowed`,
  ],
});

describeBodies(
  'what a client is told of a keyword',
  rows.map(([name, schema, given, want]) => [name, schema, given, refused(want)]),
);

const components = {
  Cat: { type: 'object', required: ['lives'], properties: { lives: { type: 'integer' } } },
  Dog: { type: 'object', required: ['bark'], properties: { bark: { type: 'string' } } },
  Fish: {
    allOf: [
      { type: 'object', properties: { kind: { enum: ['trout', 'salmon'] } } },
      { required: ['fins'] },
    ],
  },
};
const alternatives = Object.keys(components).map((name) => ({
  $ref: `#/components/schemas/${name}`,
}));
const mapping = { dog: 'Dog', hound: '#/components/schemas/Dog' };
const discriminator = { propertyName: 'kind', mapping };
const ALLOWED = '["Cat","dog","hound","trout","salmon"]';

const schemas = {
  oneOf: { oneOf: alternatives, discriminator },
  anyOf: { anyOf: alternatives, discriminator },
  nested: { type: 'array', items: { oneOf: alternatives, discriminator } },
  inline: {
    oneOf: [{ properties: { kind: { const: 'a' }, n: { type: 'integer' } }, required: ['kind'] }],
    discriminator: { propertyName: 'kind' },
  },
  alone: { type: 'object', discriminator },
  fallback: { oneOf: alternatives, discriminator: { ...discriminator, defaultMapping: 'Cat' } },
};

/** The schema, a body, and the fault of it, if it has one. */
const discriminated: [schema: keyof typeof schemas, text: string, fault?: string][] = [
  ['oneOf', '{"kind":"Cat","lives":9}'],
  ['oneOf', '{"kind":"Cat"}', 'lacks the property "lives"'],
  ['oneOf', '{"kind":"dog","bark":1}', 'at "/bark" must be of type string'],
  ['oneOf', '{"kind":"hound"}', 'lacks the property "bark"'],
  ['oneOf', '{"kind":"salmon"}', 'lacks the property "fins"'],
  ['oneOf', '{"kind":"Bird"}', `must have the property "kind" with one of the values ${ALLOWED}`],
  ['oneOf', '[]', `must have the property "kind" with one of the values ${ALLOWED}`],
  [
    'oneOf',
    '{"kind":"Cat","lives":9,"bark":"a"}',
    'fits more than one of the alternatives of its schema',
  ],
  // The discriminator does not decide what is valid.
  ['oneOf', '{"kind":"Cat","bark":"a"}'],
  ['anyOf', '{"kind":"Cat","lives":9,"bark":"a"}'],
  ['anyOf', '{"kind":"Cat","lives":"9"}', 'at "/lives" must be of type integer'],
  [
    'nested',
    '[{"kind":"Cat","lives":9},{"kind":"Cat","lives":"a"}]',
    'at "/1/lives" must be of type integer',
  ],
  ['inline', '{"kind":"a","n":"b"}', 'at "/n" must be of type integer'],
  ['alone', '{"kind":"Bird"}'],
  ['fallback', '{"lives":9}'],
  ['fallback', '{"lives":"9"}', 'at "/lives" must be of type integer'],
  ['fallback', '{"kind":"Bird","lives":9}'],
  ['fallback', '{"kind":"Bird"}', 'lacks the property "lives"'],
  ['fallback', '{"kind":"dog"}', 'lacks the property "bark"'],
  ['fallback', '[]', 'must be of type object'],
];

const taken = expect.not.objectContaining({ refused: expect.anything() }) as unknown;

describeBodies(
  'what a client is told of a discriminator',
  discriminated.map(([name, text, fault]) => {
    const want: unknown = fault === undefined ? taken : refused(fault);
    return [`of ${name}, for ${text}`, schemas[name], text, want];
  }),
  components,
);
