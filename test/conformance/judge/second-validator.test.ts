import { HyperjumpValidator } from '../../../src/conformance/judge/second-validator';
import { type Direction, loadContract } from '../../../src/generate/index';

/** The result for a value of a schema, which may refer to others. */
async function accepts(
  schema: unknown,
  value: unknown,
  direction: Direction = 'request',
  schemas: Record<string, unknown> = {},
): Promise<boolean | undefined> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'test', version: '1' },
    paths: {},
    components: { schemas: { ...schemas, 'It/self #1': schema } },
  };
  const second = HyperjumpValidator.of(loadContract(document));
  return second.accepts('/components/schemas/It~1self #1', direction, value);
}

const readOnlyId = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } },
};

const ODD = { a: { pattern: '^[\\w-.]$' }, b: { type: 'string' } };

/** With the pattern ^(a+)+$, each character doubles the number of ways that backtracking tries. */
const NEAR_MISS = `${'a'.repeat(100)}!`;

it('prints nothing of a host name that the format refuses', async () => {
  const log = jest.spyOn(console, 'log');
  expect(await accepts({ format: 'idn-hostname' }, '-a b')).toBe(false);
  expect(log).not.toHaveBeenCalled();
  log.mockRestore();
});

it.each<[title: string, schema: unknown, value: unknown, expected: boolean | undefined]>([
  ['a value that the schema takes', { type: 'string' }, 'a', true],
  ['one that it does not take', { type: 'string' }, 1, false],
  ['a format', { format: 'date' }, '2026-02-30', false],
  ['a format that only OpenAPI has', { format: 'byte' }, '?', true],
  ['a format of integers', { format: 'int32', type: 'integer' }, 2147483648, false],
  ['a count of code points', { maxLength: 1 }, '\u{1F331}', true],
  [
    'a reference to itself',
    { items: { $ref: '#/components/schemas/It~1self%20%231' } },
    [[]],
    true,
  ],
  ['an integer that a double cannot hold', { type: 'integer' }, 2n ** 60n, undefined],
  ['one that it may have rounded', { type: 'integer' }, [2 ** 60], undefined],
  ['what is no JSON', true, { file: new File([], 'a') }, undefined],
  ['a name that objects inherit', { required: ['toString'] }, {}, false],
  ['the name __proto__', { required: ['__proto__'] }, JSON.parse('{"__proto__":1}'), true],
  ['an example with a name', { examples: [{ $id: 'a', $ref: '#/nowhere' }] }, 1, true],
  ['a text that a pattern takes', { pattern: '^(a+)+$' }, 'aaaa', true],
  ['one that takes too long to match', { pattern: '^(a+)+$' }, NEAR_MISS, undefined],
  ['such a name', { patternProperties: { '^(a+)+$': false } }, { [NEAR_MISS]: 1 }, undefined],
  ['another fault than of a pattern like [\\w-.]', { properties: ODD }, { b: 1 }, false],
  ['a value with a text for such a pattern', { properties: ODD }, { a: '!', b: 'b' }, true],
  ['what is no such text', { not: { properties: ODD } }, { a: 'a' }, undefined],
  ['a long text', { type: 'string' }, 'a'.repeat(2_000_000), undefined],
  ['too few that are contained', { contains: { const: 1 }, minContains: 2 }, [1], false],
])('%s', async (_, schema, value, expected) => {
  expect(await accepts(schema, value)).toBe(expected);
});

it.each<[title: string, schema: unknown, direction: Direction, value: unknown, expected: boolean]>([
  ['request without what is read-only', readOnlyId, 'request', { name: 'a' }, true],
  ['response without what is read-only', readOnlyId, 'response', { name: 'a' }, false],
  ['request without what is not', readOnlyId, 'request', { id: 'a' }, false],
  [
    'request without what a schema beside calls read-only',
    { allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { id: { readOnly: true } } }] },
    'request',
    {},
    true,
  ],
])('%s', async (_, schema, direction, value, expected) => {
  const Base = { required: ['id'] };
  expect(await accepts(schema, value, direction, { Base })).toBe(expected);
});
