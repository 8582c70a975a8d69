import { loadContract } from '../../../../src/generate/in-memory';
import type { LoadedContract } from '../../../../src/validators/validators';
import type { Direction } from '../../../../src/document/schemas/direction';
import {
  boundaryCases,
  type BoundaryCase,
} from '../../../../src/samples/values/coverage/boundary-cases';
import { errorOfValue } from '../../../../src/samples/values/value-error';

/** For each keyword of a schema there are values at its boundary, and values that break just that keyword. */

/** Values of a keyword that must be among those given. */
interface Row {
  readonly schema: object;
  /** Of the keyword in the schema, if it does not stand at its top. */
  readonly at?: string;
  readonly valid?: readonly unknown[];
  readonly broken?: readonly unknown[];
}

const ASTRAL = '\u{1F33F}';

const rows: readonly (readonly [keyword: string, row: Row])[] = [
  [
    'type',
    {
      schema: { type: 'string' },
      valid: [
        '',
        'nul \u0000',
        '\ufeffbom',
        'lone \ud800 surrogate',
        '"quotes" \\ \'and\' backslash',
      ],
      broken: [12, null, true, {}, []],
    },
  ],
  [
    'type',
    {
      schema: { type: 'integer' },
      valid: [0, -1, 2147483648, 9007199254740991, 9007199254740992n],
      broken: [expect.stringMatching(/^\d+$/), 1.5, null, [expect.any(Number)], 'text'],
    },
  ],
  [
    'type',
    {
      schema: { type: 'number' },
      valid: [1.5, 0.1, 1e308, 5e-324, 9007199254740993n],
      broken: [null, 'text', true],
    },
  ],
  [
    'type',
    {
      schema: { type: 'boolean' },
      valid: [true, false],
      broken: [expect.stringMatching(/^(true|false)$/), 1, null],
    },
  ],
  // No number that is not an integer is a multiple of one.
  ['type', { schema: { type: 'integer', minimum: 2, maximum: 3, multipleOf: 1 }, broken: [2.5] }],
  ['type', { schema: { type: ['string', 'null'] }, valid: [null, ''], broken: [1, true, {}] }],
  ['type', { schema: { type: 'array', items: { const: 1 } }, valid: [[]], broken: [{}, null, 1] }],
  ['type', { schema: { type: 'object' }, valid: [{}], broken: [[], null, '{}'] }],
  [
    'enum',
    {
      schema: { enum: ['red', 'Green', 3] },
      valid: ['red', 'Green', 3],
      broken: ['RED', 'red ', 4],
    },
  ],
  ['const', { schema: { const: { a: [1] } }, valid: [{ a: [1] }], broken: [{}, null] }],
  [
    'minLength',
    {
      schema: { type: 'string', minLength: 3 },
      valid: [expect.stringMatching(/^\w{3}$/), expect.stringMatching(/^\w{4}$/), '   '],
      broken: [expect.stringMatching(/^\w{2}$/), ASTRAL.repeat(2), ''],
    },
  ],
  [
    'maxLength',
    {
      schema: { type: 'string', format: 'email', maxLength: 120 },
      valid: [expect.stringMatching(/^a{1,64}@(?:a{1,63}\.)+org$/)],
    },
  ],
  [
    'maxLength',
    {
      schema: { type: 'string', maxLength: 3 },
      valid: [expect.stringMatching(/^\w{3}$/), ASTRAL.repeat(3)],
      broken: [expect.stringMatching(/^\w{4}$/)],
    },
  ],
  [
    'maxLength',
    {
      schema: { type: 'string', pattern: '^[a-c]+$', maxLength: 4 },
      valid: [expect.stringMatching(/^[a-c]{4}$/)],
      broken: [expect.stringMatching(/^[a-c]{5}$/)],
    },
  ],
  [
    'pattern',
    {
      schema: { type: 'string', pattern: '^[A-Z]{2}$' },
      valid: [expect.stringMatching(/^[A-Z]{2}$/)],
      broken: [expect.stringMatching(/^[A-Z]{2}\n$/), expect.stringMatching(/^[a-z]{2}$/), '00'],
    },
  ],
  [
    'pattern',
    {
      schema: { type: 'string', pattern: '^[a-z][0-9]{4}$' },
      broken: [
        expect.stringMatching(/^[a-z][0-9]{5}$/),
        expect.stringMatching(/^[a-z][\u0660-\u0669]{4}$/),
        expect.stringMatching(/^é[0-9]{4}$/),
      ],
    },
  ],
  [
    'format',
    {
      schema: { type: 'string', format: 'date' },
      valid: ['2024-02-29'],
      broken: ['2023-02-30', '1900-02-29', '20230101'],
    },
  ],
  [
    'format',
    {
      schema: { type: 'string', format: 'date-time' },
      valid: ['2023-01-01t00:00:00z', '1937-01-01T12:00:27.87-00:20'],
      broken: ['2023-01-01T25:00:00Z', '2023-01-01', '2023-01-01T00:00:00'],
    },
  ],
  [
    'format',
    {
      schema: { type: 'integer', format: 'int32' },
      valid: [2147483647, -2147483648],
      broken: [2147483648, -2147483649],
    },
  ],
  [
    'format',
    {
      schema: { type: 'integer', format: 'int64' },
      valid: [9223372036854775807n, -9223372036854775808n],
      broken: [9223372036854775808n, -9223372036854775809n],
    },
  ],
  ['minimum', { schema: { type: 'integer', minimum: 5 }, valid: [5, 6], broken: [4] }],
  ['minimum', { schema: { type: 'number', minimum: 0.5 }, valid: [0.5, 0.501], broken: [0.499] }],
  [
    'maximum',
    {
      schema: { type: 'integer', format: 'int32', minimum: 5, maximum: 5 },
      valid: [5],
      broken: [6, 2 ** 32 + 5, 2n ** 63n, 1e308, 10n ** 400n, 10],
    },
  ],
  [
    'minimum',
    { schema: { type: 'integer', minimum: 5, maximum: 5 }, broken: [4, 5 - 2 ** 32, -1e308] },
  ],
  [
    'exclusiveMaximum',
    { schema: { type: 'number', exclusiveMaximum: 0.5 }, broken: [0.5, 1e308, 10n ** 400n] },
  ],
  ['maximum', { schema: { type: 'integer', maximum: 5 }, valid: [5, 4], broken: [6] }],
  [
    'maximum',
    {
      schema: { type: 'integer', format: 'int64', maximum: 9007199254740993n },
      valid: [9007199254740993n],
      broken: [9007199254740994n],
    },
  ],
  [
    'exclusiveMinimum',
    { schema: { type: 'integer', exclusiveMinimum: 5 }, valid: [6], broken: [5, 4] },
  ],
  [
    'exclusiveMaximum',
    { schema: { type: 'number', exclusiveMaximum: 5 }, valid: [4.999], broken: [5, 5.001] },
  ],
  ['minimum', { schema: { type: 'integer', minimum: 5, multipleOf: 4 }, valid: [8], broken: [4] }],
  [
    'multipleOf',
    {
      schema: { type: 'number', multipleOf: 0.01 },
      valid: [0, 0.03, 0.07, 0.29, 19.99],
      broken: [0.005, 0.075, 0.071],
    },
  ],
  [
    'multipleOf',
    {
      schema: { type: 'number', minimum: 1, maximum: 1.1, multipleOf: 0.1 },
      valid: [1.1],
    },
  ],
  [
    'minItems',
    {
      schema: { type: 'array', items: { const: 1 }, minItems: 2 },
      valid: [[1, 1]],
      broken: [[1]],
    },
  ],
  [
    'maxItems',
    {
      schema: { type: 'array', items: { const: 1 }, maxItems: 2 },
      valid: [[1, 1]],
      broken: [[1, 1, 1]],
    },
  ],
  [
    'maxItems',
    {
      schema: { type: 'array', items: { type: 'boolean' }, uniqueItems: true, maxItems: 1 },
      broken: [expect.arrayContaining([true, false])],
    },
  ],
  [
    'uniqueItems',
    {
      schema: { type: 'array', uniqueItems: true },
      valid: [
        [1, true],
        ['1', 1],
        [{ a: 1 }, { a: '1' }],
      ],
    },
  ],
  [
    'uniqueItems',
    {
      schema: {
        type: 'array',
        uniqueItems: true,
        items: {
          type: 'object',
          required: ['a', 'b'],
          properties: { a: { const: 1 }, b: { const: 2 } },
        },
      },
      broken: [
        [
          { a: 1, b: 2 },
          { a: 1, b: 2 },
        ],
      ],
    },
  ],
  [
    'items',
    {
      schema: { type: 'array', items: { const: 1 } },
      valid: [[], [1]],
      broken: [[null], [1, null]],
    },
  ],
  [
    'items',
    {
      schema: { type: 'array', prefixItems: [{ const: 1 }], items: false },
      broken: [[1, null]],
    },
  ],
  [
    'prefixItems',
    {
      schema: { type: 'array', prefixItems: [{ const: 1 }, { const: 2 }] },
      valid: [[1, 2], []],
      broken: [
        [null, 2],
        [1, null],
      ],
    },
  ],
  ['contains', { schema: { type: 'array', contains: { const: 1 } }, valid: [[1]], broken: [[]] }],
  [
    'minContains',
    {
      schema: { type: 'array', contains: { const: 1 }, minContains: 2 },
      valid: [[1, 1]],
      broken: [[1]],
    },
  ],
  [
    'maxContains',
    {
      schema: { type: 'array', contains: { const: 1 }, maxContains: 2 },
      valid: [[1, 1]],
      broken: [[1, 1, 1]],
    },
  ],
  [
    'unevaluatedItems',
    {
      schema: { type: 'array', allOf: [{ prefixItems: [{ const: 1 }] }], unevaluatedItems: false },
      valid: [[1]],
      broken: [[1, null]],
    },
  ],
  [
    'required',
    {
      schema: {
        type: 'object',
        required: ['a', 'b'],
        properties: { a: { const: 1 }, b: { const: 2 }, c: { const: 3 } },
      },
      valid: [{ a: 1, b: 2 }],
      broken: [
        { b: 2, c: 3 },
        { a: 1, c: 3 },
      ],
    },
  ],
  [
    'properties',
    {
      schema: { type: 'object', properties: { a: { const: 1 }, b: { const: 2 }, never: false } },
      valid: [{ a: 1 }, { b: 2 }],
      broken: [expect.objectContaining({ never: 'text' })],
    },
  ],
  [
    'patternProperties',
    {
      schema: { type: 'object', patternProperties: { '^x-a$': { const: 1 } } },
      valid: [{ 'x-a': 1 }],
      broken: [{ 'x-a': null }],
    },
  ],
  [
    'patternProperties',
    {
      schema: { type: 'object', patternProperties: { '^[A-Za-z-]+$': { const: 1 } } },
      valid: ['UP', 'aB', 'a-b'].map((name) => expect.objectContaining({ [name]: 1 })),
    },
  ],
  [
    'additionalProperties',
    {
      schema: { type: 'object', properties: { a: { const: 1 } }, additionalProperties: false },
      valid: [{ a: 1 }],
      broken: [{ a: 1, undocumented: 'text' }],
    },
  ],
  [
    'additionalProperties',
    {
      schema: { type: 'object', additionalProperties: { const: 1 } },
      valid: ['undocumented', 'UP', 'aB', 'a-b', '12', '', '\u00e9t\u00e9'].map((name) =>
        expect.objectContaining({ [name]: 1 }),
      ),
      broken: [expect.objectContaining({ undocumented: null })],
    },
  ],
  [
    'unevaluatedProperties',
    {
      schema: {
        type: 'object',
        allOf: [{ properties: { a: { const: 1 } } }],
        unevaluatedProperties: false,
      },
      valid: [{ a: 1 }],
      broken: [{ a: 1, undocumented: 'text' }],
    },
  ],
  [
    'propertyNames',
    {
      schema: { type: 'object', propertyNames: { maxLength: 5 } },
      valid: [{ UP: 'text' }, { '': 'text' }],
      broken: [{ ['x'.repeat(1000)]: 'text' }],
    },
  ],
  [
    'propertyNames',
    {
      schema: {
        type: 'object',
        propertyNames: { maxLength: 5 },
        patternProperties: { '^x-': { const: 1 } },
        additionalProperties: false,
      },
      broken: [expect.objectContaining({ 'x-xxxx': 1 })],
    },
  ],
  [
    'minProperties',
    {
      schema: { type: 'object', additionalProperties: { const: 1 }, minProperties: 2 },
      valid: [expect.objectContaining({})],
      broken: [expect.not.objectContaining({ p0: 1 })],
    },
  ],
  [
    'maxProperties',
    {
      schema: { type: 'object', properties: { a: { const: 1 } }, maxProperties: 1 },
      valid: [{ a: 1 }],
      broken: [{ a: 1, p0: 1 }],
    },
  ],
  // Of a schema that applies twice, and bounds the names.
  [
    'maxProperties',
    {
      schema: {
        allOf: [{ $ref: '#/components/schemas/Names' }, { $ref: '#/components/schemas/Names' }],
      },
      at: '/components/schemas/Names/maxProperties',
      broken: [{ a: 1, b: 2, c: 2 }],
    },
  ],
  [
    'additionalProperties',
    {
      schema: { $ref: '#/components/schemas/Names' },
      at: '/components/schemas/Names/additionalProperties',
      broken: [expect.objectContaining({ b: null })],
    },
  ],
  [
    'dependentRequired',
    {
      schema: {
        type: 'object',
        properties: { a: { const: 1 }, b: { const: 2 } },
        dependentRequired: { a: ['b'] },
      },
      valid: [{ a: 1, b: 2 }, { b: 2 }],
      broken: [{ a: 1 }],
    },
  ],
  [
    'dependentSchemas',
    {
      schema: {
        type: 'object',
        properties: { a: { const: 1 } },
        dependentSchemas: { a: { required: ['b'], properties: { b: { const: 2 } } } },
      },
      valid: [{ a: 1, b: 2 }],
      broken: [{ a: 1 }],
    },
  ],
  [
    'if',
    {
      schema: {
        properties: { a: { enum: [1, 2] } },
        required: ['a'],
        type: 'object',
        if: { properties: { a: { const: 1 } } },
        then: { required: ['b'], properties: { b: { const: 3 } } },
        else: { required: ['c'], properties: { c: { const: 4 } } },
      },
      valid: [{ a: 1, b: 3 }, expect.objectContaining({ a: 2, c: 4 })],
    },
  ],
  [
    'then',
    {
      schema: { type: 'integer', if: { minimum: 10 }, then: { multipleOf: 10 } },
      broken: [expect.any(Number)],
    },
  ],
  [
    'else',
    {
      schema: {
        type: 'object',
        properties: { a: { const: 1 } },
        if: { required: ['a'] },
        else: { required: ['b'] },
      },
      broken: [{}],
    },
  ],
  [
    'anyOf',
    {
      schema: { anyOf: [{ const: 1 }, { const: 'one' }] },
      valid: [1, 'one'],
      broken: [null, {}],
    },
  ],
  [
    'oneOf',
    {
      schema: { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] },
      valid: [{ a: expect.anything() }, { b: expect.anything() }],
      broken: [{}, { a: expect.anything(), b: expect.anything() }],
    },
  ],
  ['not', { schema: { type: 'integer', not: { const: 7 } }, broken: [7] }],
  [
    'discriminator',
    {
      schema: {
        oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
        discriminator: { propertyName: 'kind' },
      },
      broken: [expect.objectContaining({ kind: 'undocumented' })],
    },
  ],
  [
    'oneOf (with a discriminator)',
    {
      schema: {
        oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Fish' }],
        discriminator: { propertyName: 'kind' },
      },
      at: '/components/schemas/Subject/oneOf',
      broken: [{ kind: 'cat', depth: expect.any(Number) }],
    },
  ],
  [
    'lives (in a branch)',
    {
      schema: {
        oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
      },
      at: '/components/schemas/Cat/properties/lives/maximum',
      valid: [{ kind: 'cat', lives: 9 }],
      broken: [{ kind: 'cat', lives: 10 }],
    },
  ],
  [
    'maxLength (nested)',
    {
      schema: {
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
      at: '/components/schemas/Subject/properties/list/items/allOf/1/maxLength',
      valid: [{ list: [ASTRAL.repeat(2)] }],
      broken: [{ list: [expect.stringMatching(/^...$/)] }],
    },
  ],
  [
    'children (of itself)',
    {
      schema: {
        type: 'object',
        properties: {
          children: { type: 'array', items: { $ref: '#/components/schemas/Subject' } },
        },
        additionalProperties: false,
      },
      at: '/components/schemas/Subject/properties/children/items',
      broken: [{ children: [null] }],
    },
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

function valuesOf(subject: object, direction: Direction = 'request'): BoundaryCase[] {
  return [...boundaryCases(load(subject), SUBJECT, direction)];
}

/** Those of the rows, which several tests look at. */
const requestCases = new Map<object, BoundaryCase[]>();

function requestCasesOf(subject: object): BoundaryCase[] {
  const known = requestCases.get(subject) ?? valuesOf(subject);
  requestCases.set(subject, known);
  return known;
}

it.each(rows)('%s: %j', (keyword, { schema, at, valid = [], broken = [] }) => {
  const pointer = at ?? `${SUBJECT}/${keyword}`;
  const values = requestCasesOf(schema).filter((each) => each.pointer === pointer);
  const given = (isValid: boolean): unknown[] =>
    values.filter((each) => each.valid === isValid).map(({ value }) => value);
  expect(given(true)).toEqual(expect.arrayContaining([...valid]));
  expect(given(false)).toEqual(expect.arrayContaining([...broken]));
});

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
  const subjects = rows.map(([, { schema }]) => schema);

  it.each(['request', 'response'] as const)('is as it says it is, of a %s', (direction) => {
    for (const subject of subjects) {
      const validate = load(subject).validatorAt(SUBJECT, direction);
      const values =
        direction === 'request' ? requestCasesOf(subject) : valuesOf(subject, direction);
      const wrong = values.filter(
        ({ value, valid }) => (errorOfValue(validate, value) === undefined) !== valid,
      );
      expect(wrong).toEqual([]);
      expect(values.length).toBeGreaterThan(0);
    }
  });

  it('is the same each time', () => {
    const [subject = {}] = subjects.slice(-1);
    expect(valuesOf(subject)).toEqual(valuesOf(subject));
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

describe('direction', () => {
  const subject = {
    type: 'object',
    required: ['name', 'secret', 'number'],
    properties: {
      name: { type: 'string' },
      secret: { type: 'string', writeOnly: true },
      number: { type: 'integer', readOnly: true },
    },
  };

  it.each([
    ['request', 'secret', 'number'],
    ['response', 'number', 'secret'],
  ] as const)('a %s has "%s" and lacks it, and never "%s"', (direction, own, other) => {
    const values = valuesOf(subject, direction);
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
});

it('comes to an end soon, with each keyword once first, where there are many', () => {
  const properties = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`p${index}`, { type: 'string', maxLength: index }]),
  );
  const values = valuesOf({ type: 'object', properties });
  const broken = values.filter(({ valid, keyword }) => !valid && keyword === 'maxLength');
  expect(new Set(broken.map(({ pointer }) => pointer)).size).toBe(300);
});
