import { loadContract } from '../../../../../src/tools/generate/in-memory';
import type { LoadedContract } from '../../../../../src/tools/validators/validators';
import type { Direction } from '../../../../../src/tools/document/schemas/direction';
import {
  boundaryCases,
  type BoundaryCase,
} from '../../../../../src/tools/samples/values/coverage/boundary-cases';
import { errorOfValue } from '../../../../../src/tools/schema/value-error';

/** For each keyword of a schema there are values at its boundary, and values that break just that keyword. */

/** A schema, and values that must be among those of a keyword. */
type Row = [
  keyword: string,
  schema: object,
  valid: readonly unknown[],
  broken: readonly unknown[],
  /** Of the keyword in the schema, if it does not stand at its top. */
  at?: string,
];

const like = (pattern: RegExp): unknown => expect.stringMatching(pattern);
const having = (members: object): unknown => expect.objectContaining(members);
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const array = (keywords: object): object => ({ type: 'array', ...keywords });

const ASTRAL = '\u{1F33F}';

const rows: readonly Row[] = [
  [
    'type',
    { type: 'string' },
    ['', 'nul \u0000', '\ufeffbom', 'lone \ud800 surrogate', '"quotes" \\ \'and\' backslash'],
    [12, null, true, {}, []],
  ],
  [
    'type',
    { type: 'integer' },
    [0, -1, 2147483648, 9007199254740991, 9007199254740992n],
    [like(/^\d+$/), 1.5, null, [expect.any(Number)], 'text'],
  ],
  ['type', { type: 'number' }, [1.5, 0.1, 1e308, 5e-324, 9007199254740993n], [null, 'text', true]],
  ['type', { type: 'boolean' }, [true, false], [like(/^(true|false)$/), 1, null]],
  // No number that is not an integer is a multiple of one.
  ['type', { type: 'integer', minimum: 2, maximum: 3, multipleOf: 1 }, [], [2.5]],
  ['type', { type: ['string', 'null'] }, [null, ''], [1, true, {}]],
  ['type', array({ items: { const: 1 } }), [[]], [{}, null, 1]],
  ['type', { type: 'object' }, [{}], [[], null, '{}']],
  ['enum', { enum: ['red', 'Green', 3] }, ['red', 'Green', 3], ['RED', 'red ', 4]],
  ['const', { const: { a: [1] } }, [{ a: [1] }], [{}, null]],
  [
    'minLength',
    { type: 'string', minLength: 3 },
    [like(/^\w{3}$/), like(/^\w{4}$/), '   '],
    [like(/^\w{2}$/), ASTRAL.repeat(2), ''],
  ],
  [
    'maxLength',
    { type: 'string', format: 'email', maxLength: 120 },
    [like(/^a{1,64}@(?:a{1,63}\.)+org$/)],
    [],
  ],
  [
    'maxLength',
    { type: 'string', maxLength: 3 },
    [like(/^\w{3}$/), ASTRAL.repeat(3)],
    [like(/^\w{4}$/)],
  ],
  [
    'maxLength',
    { type: 'string', pattern: '^[a-c]+$', maxLength: 4 },
    [like(/^[a-c]{4}$/)],
    [like(/^[a-c]{5}$/)],
  ],
  [
    'pattern',
    { type: 'string', pattern: '^[A-Z]{2}$' },
    [like(/^[A-Z]{2}$/)],
    [like(/^[A-Z]{2}\n$/), like(/^[a-z]{2}$/), '00'],
  ],
  [
    'pattern',
    { type: 'string', pattern: '^[a-z][0-9]{4}$' },
    [],
    [like(/^[a-z][0-9]{5}$/), like(/^[a-z][\u0660-\u0669]{4}$/), like(/^é[0-9]{4}$/)],
  ],
  [
    'format',
    { type: 'string', format: 'date' },
    ['2024-02-29'],
    ['2023-02-30', '1900-02-29', '20230101'],
  ],
  [
    'format',
    { type: 'string', format: 'date-time' },
    ['2023-01-01t00:00:00z', '1937-01-01T12:00:27.87-00:20'],
    ['2023-01-01T25:00:00Z', '2023-01-01', '2023-01-01T00:00:00'],
  ],
  [
    'format',
    { type: 'integer', format: 'int32' },
    [2147483647, -2147483648],
    [2147483648, -2147483649],
  ],
  [
    'format',
    { type: 'integer', format: 'int64' },
    [9223372036854775807n, -9223372036854775808n],
    [9223372036854775808n, -9223372036854775809n],
  ],
  ['minimum', { type: 'integer', minimum: 5 }, [5, 6], [4]],
  ['minimum', { type: 'number', minimum: 0.5 }, [0.5, 0.501], [0.499]],
  [
    'maximum',
    { type: 'integer', format: 'int32', minimum: 5, maximum: 5 },
    [5],
    [6, 2 ** 32 + 5, 2n ** 63n, 1e308, 10n ** 400n, 10],
  ],
  ['minimum', { type: 'integer', minimum: 5, maximum: 5 }, [], [4, 5 - 2 ** 32, -1e308]],
  ['exclusiveMaximum', { type: 'number', exclusiveMaximum: 0.5 }, [], [0.5, 1e308, 10n ** 400n]],
  ['maximum', { type: 'integer', maximum: 5 }, [5, 4], [6]],
  [
    'maximum',
    { type: 'integer', format: 'int64', maximum: 9007199254740993n },
    [9007199254740993n],
    [9007199254740994n],
  ],
  ['exclusiveMinimum', { type: 'integer', exclusiveMinimum: 5 }, [6], [5, 4]],
  ['exclusiveMaximum', { type: 'number', exclusiveMaximum: 5 }, [4.999], [5, 5.001]],
  ['minimum', { type: 'integer', minimum: 5, multipleOf: 4 }, [8], [4]],
  [
    'multipleOf',
    { type: 'number', multipleOf: 0.01 },
    [0, 0.03, 0.07, 0.29, 19.99],
    [0.005, 0.075, 0.071],
  ],
  ['multipleOf', { type: 'number', minimum: 1, maximum: 1.1, multipleOf: 0.1 }, [1.1], []],
  ['minItems', array({ items: { const: 1 }, minItems: 2 }), [[1, 1]], [[1]]],
  ['maxItems', array({ items: { const: 1 }, maxItems: 2 }), [[1, 1]], [[1, 1, 1]]],
  [
    'maxItems',
    array({ items: { type: 'boolean' }, uniqueItems: true, maxItems: 1 }),
    [],
    [expect.arrayContaining([true, false])],
  ],
  [
    'uniqueItems',
    array({ uniqueItems: true }),
    [
      [1, true],
      ['1', 1],
      [{ a: 1 }, { a: '1' }],
    ],
    [],
  ],
  [
    'uniqueItems',
    {
      type: 'array',
      uniqueItems: true,
      items: {
        type: 'object',
        required: ['a', 'b'],
        properties: { a: { const: 1 }, b: { const: 2 } },
      },
    },
    [],
    [
      [
        { a: 1, b: 2 },
        { a: 1, b: 2 },
      ],
    ],
  ],
  ['items', array({ items: { const: 1 } }), [[], [1]], [[null], [1, null]]],
  ['items', array({ prefixItems: [{ const: 1 }], items: false }), [], [[1, null]]],
  [
    'prefixItems',
    array({ prefixItems: [{ const: 1 }, { const: 2 }] }),
    [[1, 2], []],
    [
      [null, 2],
      [1, null],
    ],
  ],
  ['contains', array({ contains: { const: 1 } }), [[1]], [[]]],
  ['minContains', array({ contains: { const: 1 }, minContains: 2 }), [[1, 1]], [[1]]],
  ['maxContains', array({ contains: { const: 1 }, maxContains: 2 }), [[1, 1]], [[1, 1, 1]]],
  [
    'unevaluatedItems',
    array({ allOf: [{ prefixItems: [{ const: 1 }] }], unevaluatedItems: false }),
    [[1]],
    [[1, null]],
  ],
  [
    'required',
    {
      type: 'object',
      required: ['a', 'b'],
      properties: { a: { const: 1 }, b: { const: 2 }, c: { const: 3 } },
    },
    [{ a: 1, b: 2 }],
    [
      { b: 2, c: 3 },
      { a: 1, c: 3 },
    ],
  ],
  [
    'properties',
    { type: 'object', properties: { a: { const: 1 }, b: { const: 2 }, never: false } },
    [{ a: 1 }, { b: 2 }],
    [having({ never: 'text' })],
  ],
  [
    'patternProperties',
    { type: 'object', patternProperties: { '^x-a$': { const: 1 } } },
    [{ 'x-a': 1 }],
    [{ 'x-a': null }],
  ],
  [
    'patternProperties',
    { type: 'object', patternProperties: { '^[A-Za-z-]+$': { const: 1 } } },
    ['UP', 'aB', 'a-b'].map((name) => having({ [name]: 1 })),
    [],
  ],
  [
    'additionalProperties',
    { type: 'object', properties: { a: { const: 1 } }, additionalProperties: false },
    [{ a: 1 }],
    [{ a: 1, undocumented: 'text' }],
  ],
  [
    'additionalProperties',
    { type: 'object', additionalProperties: { const: 1 } },
    ['undocumented', 'UP', 'aB', 'a-b', '12', '', '\u00e9t\u00e9'].map((name) =>
      having({ [name]: 1 }),
    ),
    [having({ undocumented: null })],
  ],
  [
    'unevaluatedProperties',
    { type: 'object', allOf: [{ properties: { a: { const: 1 } } }], unevaluatedProperties: false },
    [{ a: 1 }],
    [{ a: 1, undocumented: 'text' }],
  ],
  [
    'propertyNames',
    { type: 'object', propertyNames: { maxLength: 5 } },
    [{ UP: 'text' }, { '': 'text' }],
    [{ ['x'.repeat(1000)]: 'text' }],
  ],
  [
    'propertyNames',
    {
      type: 'object',
      propertyNames: { maxLength: 5 },
      patternProperties: { '^x-': { const: 1 } },
      additionalProperties: false,
    },
    [],
    [having({ 'x-xxxx': 1 })],
  ],
  [
    'minProperties',
    { type: 'object', additionalProperties: { const: 1 }, minProperties: 2 },
    [having({})],
    [expect.not.objectContaining({ p0: 1 })],
  ],
  [
    'maxProperties',
    { type: 'object', properties: { a: { const: 1 } }, maxProperties: 1 },
    [{ a: 1 }],
    [{ a: 1, p0: 1 }],
  ],
  // Of a schema that applies twice, and bounds the names.
  [
    'maxProperties',
    { allOf: [ref('Names'), ref('Names')] },
    [],
    [{ a: 1, b: 2, c: 2 }],
    '/components/schemas/Names/maxProperties',
  ],
  [
    'additionalProperties',
    ref('Names'),
    [],
    [having({ b: null })],
    '/components/schemas/Names/additionalProperties',
  ],
  [
    'dependentRequired',
    {
      type: 'object',
      properties: { a: { const: 1 }, b: { const: 2 } },
      dependentRequired: { a: ['b'] },
    },
    [{ a: 1, b: 2 }, { b: 2 }],
    [{ a: 1 }],
  ],
  [
    'dependentSchemas',
    {
      type: 'object',
      properties: { a: { const: 1 } },
      dependentSchemas: { a: { required: ['b'], properties: { b: { const: 2 } } } },
    },
    [{ a: 1, b: 2 }],
    [{ a: 1 }],
  ],
  [
    'if',
    {
      properties: { a: { enum: [1, 2] } },
      required: ['a'],
      type: 'object',
      if: { properties: { a: { const: 1 } } },
      then: { required: ['b'], properties: { b: { const: 3 } } },
      else: { required: ['c'], properties: { c: { const: 4 } } },
    },
    [{ a: 1, b: 3 }, having({ a: 2, c: 4 })],
    [],
  ],
  [
    'then',
    { type: 'integer', if: { minimum: 10 }, then: { multipleOf: 10 } },
    [],
    [expect.any(Number)],
  ],
  [
    'else',
    {
      type: 'object',
      properties: { a: { const: 1 } },
      if: { required: ['a'] },
      else: { required: ['b'] },
    },
    [],
    [{}],
  ],
  ['anyOf', { anyOf: [{ const: 1 }, { const: 'one' }] }, [1, 'one'], [null, {}]],
  [
    'oneOf',
    { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    [{ a: expect.anything() }, { b: expect.anything() }],
    [{}, { a: expect.anything(), b: expect.anything() }],
  ],
  ['not', { type: 'integer', not: { const: 7 } }, [], [7]],
  [
    'discriminator',
    { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } },
    [],
    [having({ kind: 'undocumented' })],
  ],
  [
    'oneOf (with a discriminator)',
    { oneOf: [ref('Cat'), ref('Fish')], discriminator: { propertyName: 'kind' } },
    [],
    [{ kind: 'cat', depth: expect.any(Number) }],
    '/components/schemas/Subject/oneOf',
  ],
  [
    'lives (in a branch)',
    { oneOf: [ref('Cat'), ref('Dog')] },
    [{ kind: 'cat', lives: 9 }],
    [{ kind: 'cat', lives: 10 }],
    '/components/schemas/Cat/properties/lives/maximum',
  ],
  [
    'maxLength (nested)',
    {
      type: 'object',
      required: ['list'],
      properties: {
        list: {
          type: 'array',
          minItems: 1,
          items: { allOf: [{ type: 'string' }, { maxLength: 2 }] },
        },
      },
    },
    [{ list: [ASTRAL.repeat(2)] }],
    [{ list: [like(/^...$/)] }],
    '/components/schemas/Subject/properties/list/items/allOf/1/maxLength',
  ],
  [
    'children (of itself)',
    {
      type: 'object',
      properties: { children: array({ items: ref('Subject') }) },
      additionalProperties: false,
    },
    [],
    [{ children: [null] }],
    '/components/schemas/Subject/properties/children/items',
  ],
];

const SHARED = {
  Cat: {
    type: 'object',
    required: ['kind', 'lives'],
    properties: { kind: { const: 'cat' }, lives: { type: 'integer', maximum: 9 } },
  },
  Fish: {
    type: 'object',
    required: ['kind', 'depth'],
    properties: { kind: { const: 'fish' }, depth: { type: 'integer' } },
  },
  Names: {
    type: 'object',
    maxProperties: 2,
    propertyNames: { pattern: '^[abc]$' },
    patternProperties: { '^a': { const: 1 } },
    additionalProperties: { const: 2 },
  },
  Dog: { type: 'object', required: ['kind'], properties: { kind: { const: 'dog' } } },
};

const DIRECTED = {
  type: 'object',
  required: ['name', 'secret', 'number'],
  properties: {
    name: { type: 'string' },
    secret: { type: 'string', writeOnly: true },
    number: { type: 'integer', readOnly: true },
  },
};

const loaded = new Map<object, LoadedContract>();

/** Loads a document of a schema, once. Only the validators that are asked for are compiled. */
function load(subject: object): LoadedContract {
  const known = loaded.get(subject);
  if (known !== undefined) return known;
  const document = {
    openapi: '3.1.0',
    info: { title: 'Coverage', version: '1' },
    paths: {},
    components: { schemas: { ...SHARED, Subject: subject } },
  };
  const made = loadContract(document, { lazy: true });
  loaded.set(subject, made);
  return made;
}

const SUBJECT = '/components/schemas/Subject';

const cases: Record<Direction, Map<object, BoundaryCase[]>> = {
  request: new Map(),
  response: new Map(),
};

/** Made once for the tests that look at them. */
function valuesOf(subject: object, direction: Direction = 'request'): BoundaryCase[] {
  const known = cases[direction];
  const made = known.get(subject) ?? [...boundaryCases(load(subject), SUBJECT, direction)];
  known.set(subject, made);
  return made;
}

it.each<Row>(rows)(
  '%s: %j',
  (keyword, schema, valid, broken, pointer = `${SUBJECT}/${keyword}`) => {
    const values = valuesOf(schema).filter((each) => each.pointer === pointer);
    const given = (isValid: boolean): unknown[] =>
      values.filter((each) => each.valid === isValid).map(({ value }) => value);
    expect(given(true)).toEqual(expect.arrayContaining([...valid]));
    expect(given(false)).toEqual(expect.arrayContaining([...broken]));
  },
);

it('has as many names that match a pattern as are asked for', () => {
  const values = valuesOf({
    type: 'object',
    minProperties: 3,
    patternProperties: { '^x-': true },
    additionalProperties: false,
  });
  const counts = values
    .filter(({ keyword, valid }) => keyword === 'minProperties' && !valid)
    .map(({ value }) => Object.keys(value as object).length);
  expect(counts).toContain(2);
});

describe('each value', () => {
  const subjects = rows.map(([, schema]) => schema);

  it.each<[string, readonly object[], Direction]>([
    ['a request', [...subjects, DIRECTED], 'request'],
    ['a response', [DIRECTED], 'response'],
  ])('is as it says it is, of %s', (_, some, direction) => {
    for (const subject of some) {
      const validate = load(subject).validatorAt(SUBJECT, direction);
      const values = valuesOf(subject, direction);
      const wrong = values.filter(
        ({ value, valid }) => (errorOfValue(validate, value) === undefined) !== valid,
      );
      expect(wrong).toEqual([]);
      expect(values.length).toBeGreaterThan(0);
    }
  });

  it('is the same each time', () => {
    const [subject = {}] = subjects.slice(-1);
    expect([...boundaryCases(load(subject), SUBJECT, 'request')]).toEqual(valuesOf(subject));
  });
});

it('says what a reader needs to know', () => {
  const schema = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', enum: ['a', 'b'] } },
  };
  expect(valuesOf(schema)).toContainEqual({
    value: { name: 'A' },
    valid: false,
    keyword: 'enum',
    pointer: `${SUBJECT}/properties/name/enum`,
    instance: '/name',
    description: '"A", which enum does not list',
  });
});

it.each([
  ['request', 'secret', 'number'],
  ['response', 'number', 'secret'],
] as const)('a %s has "%s" and lacks it, and never "%s"', (direction, own, other) => {
  const values = valuesOf(DIRECTED, direction);
  const objects = values.map(({ value }) => value).filter((value) => value instanceof Object);
  expect(values.some(({ instance }) => instance === `/${own}`)).toBe(true);
  expect(values.filter(({ keyword }) => keyword === 'required')).toContainEqual(
    expect.objectContaining({
      valid: false,
      description: `without the required property "${own}"`,
    }),
  );
  expect(objects.filter((value) => Object.hasOwn(value, other))).toEqual([]);
});

it('ends when its effort is used up, with each keyword once first', () => {
  const properties = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`p${index}`, { type: 'string', maxLength: index }]),
  );
  const subject = { type: 'object', properties };
  const effort = { left: 1_500 };
  const values = [...boundaryCases(load(subject), SUBJECT, 'request', effort)];
  const broken = values.filter(({ valid, keyword }) => !valid && keyword === 'maxLength');
  expect(new Set(broken.map(({ pointer }) => pointer)).size).toBe(30);
  expect(values.length).toBeLessThan(valuesOf(subject).length);
  expect(effort.left).toBeLessThan(0);
});
