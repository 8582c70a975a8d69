import { serveSchemas } from '../../support/serve-schemas';
import { titled } from '../../support/it-each';

/** More than can be nested in compiled code. */
const MANY = 3_000;

const names = Array.from({ length: MANY }, (_, index) => `p${index}`);
const last = names.at(-1) ?? '';
/** A request and its response may have so many together. */
const alternatives = names.slice(0, 1_900);
const end = alternatives.at(-1) ?? '';

const members = (of: (name: string) => unknown): unknown =>
  Object.fromEntries(names.map((name) => [name, of(name)]));
const alternative = (name: string): unknown => ({
  type: 'object',
  required: ['kind', 'size'],
  properties: { kind: { const: name }, size: { type: 'integer' } },
});
const discriminator = { propertyName: 'kind' };

const FITS_NONE = 'The body fits none of the alternatives of its schema';
const FITS_MORE = 'The body fits more than one of the alternatives of its schema';

/** A schema with a long list, a value that it takes, one that it refuses, and why. */
const rows: readonly [name: string, schema: unknown, good: unknown, bad: unknown, why: string][] =
  titled({
    oneOf: [{ oneOf: alternatives.map((name) => ({ const: name })) }, end, 'none', FITS_NONE],
    'oneOf, two of which fit in one part': [
      { oneOf: alternatives.map((name) => ({ required: [name] })) },
      { [end]: 1 },
      { p1: 1, p2: 1 },
      FITS_MORE,
    ],
    'oneOf, two of which fit far from each other': [
      { oneOf: alternatives.map((name) => ({ required: [name] })) },
      { p1: 1 },
      { p1: 1, [end]: 1 },
      FITS_MORE,
    ],
    anyOf: [
      { anyOf: alternatives.map((name) => ({ required: [name] })) },
      { [end]: 1 },
      {},
      FITS_NONE,
    ],
    'anyOf of which one says what is meant': [
      { anyOf: [...alternatives.map(() => ({ type: 'null' })), { type: 'integer', minimum: 5 }] },
      7,
      3,
      'The body must be at least 5',
    ],
    'not anyOf': [
      { type: 'array', items: { not: { anyOf: alternatives.map((name) => ({ const: name })) } } },
      ['none'],
      ['none', end],
      'The body at "/1" matches a schema that it must not match',
    ],
    'oneOf with a discriminator': [
      { discriminator, oneOf: alternatives.map(alternative) },
      { kind: end, size: 1 },
      { kind: end, size: 'x' },
      'The body at "/size" must be of type integer',
    ],
    'anyOf with a discriminator': [
      { discriminator, anyOf: alternatives.map(alternative) },
      { kind: end, size: 1 },
      { kind: end },
      'The body lacks the property "size"',
    ],
    allOf: [
      { allOf: names.map((name) => ({ properties: { [name]: { type: 'string' } } })) },
      { [last]: 'x' },
      { [last]: 1 },
      `The body at "/${last}" must be of type string`,
    ],
    properties: [
      { properties: members(() => ({ type: 'string' })), additionalProperties: false },
      { [last]: 'x' },
      { p1: 'x', [last]: 1 },
      `The body at "/${last}" must be of type string`,
    ],
    'properties beside others': [
      { properties: members(() => ({ type: 'string' })), additionalProperties: false },
      { [last]: 'x' },
      { [last]: 'x', other: 1 },
      'The body has the property "other", which is not allowed',
    ],
    'properties of 64 bits': [
      { properties: members(() => ({ type: 'integer', format: 'int64' })) },
      { [last]: 1 },
      { [last]: 1.5 },
      `The body at "/${last}" must be of type integer`,
    ],
    patternProperties: [
      { patternProperties: members(() => ({ type: 'string' })) },
      { [last]: 'x' },
      { [last]: 1 },
      `The body at "/${last}" must be of type string`,
    ],
    prefixItems: [
      { prefixItems: names.map((name) => ({ const: name })) },
      names,
      [...names.slice(0, -1), 'none'],
      `The body at "/${MANY - 1}" must be "${last}"`,
    ],
    dependentSchemas: [
      { dependentSchemas: members(() => ({ required: ['other'] })) },
      { [last]: 1, other: 1 },
      { [last]: 1 },
      'The body lacks the property "other"',
    ],
    dependentRequired: [
      { dependentRequired: members(() => ['other']) },
      { [last]: 1, other: 1 },
      { [last]: 1 },
      `The body has the property "${last}" and lacks "other"`,
    ],
  });

describe(`lists of ${MANY}`, () => {
  test.each(rows)('%s', async (_, schema, good, bad, why) => {
    const served = await serveSchemas([schema]);
    expect(await served.decode(0, JSON.stringify(good))).toMatchObject({ status: 204 });
    expect(await served.decode(0, JSON.stringify(bad))).toEqual({ status: 400, message: why });
    expect(await served.encode(0, good)).toBe(JSON.stringify(good));
    expect(served.faults).toEqual([]);
    await served.close();
  });
});
