import { body, changesOf, documentOf, response, told } from '../../../support/changed-documents';

const text = { type: 'string' };
const integer = { type: 'integer' };
const nothing = { type: 'null' };
const object = { type: 'object', properties: { a: text, b: text } };
const matches = (pattern: string, more: object = {}): object => ({ ...text, pattern, ...more });
const demands = (name: string, other: string): object => {
  return { ...object, if: { required: [name] }, then: { required: [other] } };
};

/** Changes that a document with one schema has to one with the other, of requests and of responses. */
async function changes(one: unknown, other: unknown): Promise<string[]> {
  const all = await Promise.all(
    [body, response].map((part) => changesOf(documentOf(part(one)), documentOf(part(other)))),
  );
  return all.flatMap((each) => told(each));
}

describe('schemas that mean the same', () => {
  it.each<[string, unknown, unknown]>([
    ['a text or null', { type: ['string', 'null'] }, { anyOf: [text, nothing] }],
    ['a text or null, one of both', { type: ['null', 'string'] }, { oneOf: [nothing, text] }],
    [
      'an object or null',
      { ...object, type: ['object', 'null'], required: ['a'] },
      { anyOf: [{ ...object, required: ['a'] }, nothing] },
    ],
    [
      'listed values or null',
      { type: ['string', 'null'], enum: ['a', null] },
      { anyOf: [{ ...text, enum: ['a'] }, nothing] },
    ],
    ['types', { type: ['string', 'integer'] }, { oneOf: [text, integer] }],
    ['constants', { enum: ['a', 'b', null] }, { oneOf: [{ const: 'a' }, { const: 'b' }, nothing] }],
    ['listed values', { enum: [1, 2, 3] }, { anyOf: [{ enum: [1, 2] }, { enum: [2, 3] }] }],
    [
      'alternatives beside a type',
      { ...text, enum: ['a', 'b'] },
      { ...text, anyOf: [{ const: 'a' }, { const: 'b' }] },
    ],
    ['not of not', text, { not: { not: text } }],
    ['a least integer', { ...integer, minimum: 1 }, { ...integer, exclusiveMinimum: 0 }],
    ['a greatest integer', { ...integer, maximum: 9 }, { ...integer, exclusiveMaximum: 9.5 }],
    ['bounds between integers', { ...integer, minimum: 1 }, { ...integer, minimum: 0.5 }],
    [
      'what another property demands',
      { ...object, dependentRequired: { a: ['b'] } },
      demands('a', 'b'),
    ],
    ['digits', matches('^[0-9]+$'), matches('^\\d{1,}$')],
    ['classes', matches('^[a-zA-Z0-9_]$'), matches('^\\w$')],
    ['classes in another order', matches('^[cab-]$'), matches('^[-a-c]$')],
    ['negated classes', matches('^[^\\d]$'), matches('^\\D$')],
    ['escapes', matches('^a\\x2fb$'), matches('^a/b$')],
    ['groups', matches('^(a|b)(c)$'), matches('^(?:b|a)c$')],
    [
      'a length in a pattern',
      matches('^[a-z]{2,5}$'),
      matches('^[a-z]{2,5}$', { minLength: 1, maxLength: 5 }),
    ],
    ['a length of surrogate pairs', matches('^😀{2}$'), matches('^😀{2}$', { maxLength: 2 })],
    ['a least length', { ...text, minLength: 2 }, matches('^[\\s\\S]{2}')],
    ['lengths', { ...text, minLength: 1, maxLength: 3 }, matches('^[\\s\\S]{1,3}$')],
    ['any text', text, matches('[^]*')],
  ])('%s', async (_, one, other) => {
    expect(await changes(one, other)).toEqual([]);
    expect(await changes(other, one)).toEqual([]);
  });
});

describe('schemas that mean another thing', () => {
  it.each<[string, unknown, unknown]>([
    [
      'a number of two alternatives',
      { type: ['number', 'integer'] },
      { oneOf: [{ type: 'number' }, integer] },
    ],
    [
      'values of two alternatives',
      { enum: [1, 2, 3] },
      { oneOf: [{ enum: [1, 2] }, { enum: [2, 3] }] },
    ],
    ['not of one', text, { not: text }],
    [
      'null beside a list',
      { type: ['string', 'null'], enum: ['a'] },
      { anyOf: [{ ...text, enum: ['a'] }, nothing] },
    ],
    ['bounds of numbers', { type: 'number', minimum: 1 }, { type: 'number', exclusiveMinimum: 0 }],
    ['another least integer', { ...integer, minimum: 0 }, { ...integer, exclusiveMinimum: 0 }],
    ['another demand', { ...object, dependentRequired: { b: ['a'] } }, demands('a', 'b')],
    ['more digits', matches('^[0-9]+$'), matches('^\\d{2,}$')],
    ['capitals', matches('^[a-z]$'), matches('^[A-Z]$')],
    [
      'a pattern at the start alone',
      matches('^[a-z]{1,5}'),
      matches('^[a-z]{1,5}', { maxLength: 5 }),
    ],
    ['a shorter length', matches('^[a-z]{1,5}$'), matches('^[a-z]{1,5}$', { maxLength: 4 })],
    ['line ends', { ...text, minLength: 1 }, matches('^.')],
    ['one alternative that is whole', matches('^a$|b'), matches('^a$|b', { maxLength: 1 })],
    ['groups that are referred to', matches('^(a|b)\\1$'), matches('^(?:a|b)(?:a|b)$')],
  ])('%s', async (_, one, other) => {
    const found = await Promise.all([changes(one, other), changes(other, one)]);
    expect(found.flat()).not.toEqual([]);
  });
});
