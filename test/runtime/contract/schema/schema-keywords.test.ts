import { startCpuClock } from '../../../support/cpu-time';
import { serveSchemas } from '../../../support/serve-schemas';
import { describeTexts, type TextRow } from './describe-bodies';
import { titled } from '../../../support/it-each';

const rows: TextRow[] = titled({
  'items that contains finds': [
    { prefixItems: [true], contains: { type: 'string' }, unevaluatedItems: false },
    ['[1,"a"]', '[1]'.replace('1', '"a"'), '{}'],
    ['["a",2]', '[1,"a",2]'],
  ],
  'items of a condition without then': [
    { if: { prefixItems: [{ const: 'a' }] }, unevaluatedItems: false },
    ['["a"]', '[]'],
    ['["b"]', '["a","b"]'],
  ],
  'items of an alternative that fits': [
    {
      anyOf: [{ items: { type: 'string' } }, true],
      unevaluatedItems: { type: 'boolean' },
    },
    ['["a","b"]', '[true]'],
    ['["a",1]'],
  ],
  'properties of a condition without then': [
    {
      if: { properties: { kind: { const: 'a' } }, required: ['kind'] },
      else: { properties: { other: true } },
      unevaluatedProperties: false,
    },
    ['{"kind":"a"}', '{"other":1}'],
    ['{"kind":"a","other":1}', '{"kind":"b"}'],
  ],
  'properties of what is referred to': [
    {
      $ref: '#/components/schemas/Named',
      dependentSchemas: { name: { properties: { nick: true } } },
      patternProperties: { '^x-': true },
      unevaluatedProperties: { type: 'integer' },
    },
    ['{"name":"a","nick":"b","x-c":"d","e":1}'],
    ['{"nick":"b"}', '{"e":"f"}'],
  ],
  'a property called __proto__': [
    {
      properties: { ['__proto__']: { type: 'integer' } },
      additionalProperties: false,
    },
    ['{"__proto__":1}', '{}'],
    ['{"__proto__":"a"}', '{"toString":1}'],
  ],
  'what depends on __proto__': [
    {
      dependentRequired: { ['__proto__']: ['a'] },
      dependentSchemas: { ['__proto__']: { maxProperties: 2 } },
    },
    ['{"__proto__":1,"a":1}', '{"b":1,"c":1,"d":1}'],
    ['{"__proto__":1}', '{"__proto__":1,"a":1,"b":1}'],
  ],
  'a const that is an object': [
    { const: { a: { constructor: {} }, b: 1 } },
    ['{"b":1.0,"a":{"constructor":{}}}'],
    ['{"valueOf":1}', '{"a":{"constructor":1},"b":1}', 'null'],
  ],
  'an enum of lists and objects': [
    { enum: [[true], { a: 1 }, 'b'] },
    ['[true]', '{"a":1}', '"b"'],
    ['[1]', '{"a":true}', '{"valueOf":1}', '{"a":1,"__proto__":1}'],
  ],
  'an enum of nothing': [{ enum: [] }, [], ['null', '1']],
  'a multiple of a fraction': [
    { multipleOf: 0.01 },
    ['19.99', '4.35', '1e300', '-0.07', '9007199254740993', '"a"'],
    ['19.999', '1e-9'],
  ],
  'a format of the registry': [
    { format: 'uint8' },
    ['255', '0', '2.0', '"a"'],
    ['256', '-1', '1.5'],
  ],
  'one character': [{ format: 'char' }, ['"😀"'], ['""', '"ab"']],
  base64url: [{ format: 'base64url' }, ['"-_8"', '"-_8="'], ['"+/8="', '"a"']],
  'a URL': [
    { format: 'url' },
    ['"http://a:b@example.com/c?d#e"', '"ftp://[::1]"'],
    ['"a"', '"http://a b"', '"http:///a"', `"http://${'a:'.repeat(200_000)}@"`],
  ],
  'a format that nobody defines': [{ format: 'odd' }, ['"a"', '1'], []],
  'a format where JSON Schema annotates': [
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      items: { format: 'email' },
      allOf: [{ items: { format: 'int32' } }],
    },
    ['["a"]'],
    ['[2147483648]'],
  ],
  'a schema of draft 04': [
    {
      $schema: 'http://json-schema.org/draft-04/schema#',
      items: [{ minimum: 1, exclusiveMinimum: true }],
      additionalItems: false,
      dependencies: { a: ['b'], c: { required: ['d'] } },
    },
    ['[2]', '{"a":1,"b":1}', '{"c":1,"d":1}'],
    ['[1]', '[2,2]', '{"a":1}', '{"c":1}'],
  ],
  'limits that are flags in draft 2019-09': [
    {
      $schema: 'https://json-schema.org/draft/2019-09/schema#',
      maximum: 2,
      exclusiveMaximum: true,
    },
    ['1'],
    ['2'],
  ],
  'a reference beside other keywords in draft 07': [
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      properties: { a: { $ref: '#/components/schemas/Named', maxProperties: 0 } },
    },
    ['{"a":{"name":"b"}}'],
    ['{"a":{"name":1}}'],
  ],
  'patterns that are wrong by the rules for Unicode': [
    {
      patternProperties: { '^[\\w-.]+$': { pattern: '^\\-[\\w-.]+$' } },
      unevaluatedProperties: false,
    },
    ['{"a.b":"-a"}'],
    ['{"a.b":"a"}', '{"a b":"-a"}'],
  ],
  'the metaschema': [
    { $ref: 'https://json-schema.org/draft/2020-12/schema' },
    ['{"properties":{"a":{"type":"string"}}}', 'true'],
    ['{"properties":{"a":{"type":"text"}}}', '1'],
  ],
});

const int64 = { type: 'integer', format: 'int64' };

const integers: TextRow[] = titled({
  int64: [
    int64,
    [
      '0',
      '-0',
      '9223372036854775807',
      '-9223372036854775808',
      '9007199254740993.0',
      '1e18',
      '10e-1',
    ],
    [
      '9223372036854775808',
      '-9223372036854775809',
      '9223372036854775807.5',
      '9007199254740993.5',
      '1.00000000000000000001',
      '0.5',
      '1e19',
      '1e300',
      '"1"',
      'null',
      'true',
    ],
  ],
  'int64 with inclusive bounds': [
    { ...int64, minimum: 1, maximum: 9007199254740992 },
    ['1', '9007199254740992'],
    ['0', '9007199254740993'],
  ],
  'int64 with exclusive bounds': [
    {
      ...int64,
      exclusiveMinimum: 9007199254740993n,
      exclusiveMaximum: 9223372036854775807n,
    },
    ['9007199254740994', '9223372036854775806'],
    ['9007199254740993', '9223372036854775807'],
  ],
  'int64 with multipleOf': [
    { ...int64, multipleOf: 3 },
    ['9007199254740993', '-3', '0'],
    ['9007199254740992'],
  ],
  'int64 with enum': [{ ...int64, enum: [1, 2] }, ['1', '2.0'], ['3', '1.00000000000000000001']],
  'int64 with const': [
    { ...int64, const: 9007199254740993n },
    ['9007199254740993'],
    ['9007199254740992'],
  ],
  'a number of format int64': [{ type: 'number', format: 'int64' }, ['1'], ['1.5']],
  int32: [
    { type: 'integer', format: 'int32' },
    ['2147483647', '-2147483648', '1.0'],
    ['2147483648', '-2147483649', '0.5'],
  ],
  'an integer without format': [
    { type: 'integer' },
    ['9007199254740992', '1e3', '-1'],
    ['9007199254740993', '1.00000000000000000001', '0.5'],
  ],
  'a number': [
    { type: 'number' },
    ['9007199254740993', '0.1', '1.00000000000000000001'],
    ['"1"', '1e400'],
  ],
  'an enum with null of int64': [
    { type: ['integer', 'null'], format: 'int64', enum: [9007199254740993n, null] },
    ['9007199254740993', 'null'],
    ['9007199254740992'],
  ],
  'a limit beside int64 in allOf': [
    { allOf: [int64, { maximum: 9223372036854775806n }] },
    ['9223372036854775806'],
    ['9223372036854775807'],
  ],
  'a const alone': [{ const: 9007199254740993n }, ['9007199254740993'], ['9007199254740992']],
  'unique items of int64': [
    { type: 'array', uniqueItems: true, items: int64 },
    ['[9007199254740993,9007199254740992]'],
    ['[9007199254740993,9007199254740993]', '[1,1.0]'],
  ],
  'unique items of any kind': [
    { type: 'array', uniqueItems: true },
    [
      '[1,true,"1",null,[1],{"a":1}]',
      '[{"a":1},{"a":2},{"a":1,"b":1}]',
      '[9007199254740993,9007199254740992]',
      '[{"a":9007199254740993},{"a":9007199254740992}]',
    ],
    ['[{"a":1,"b":2},{"b":2.0,"a":1}]', '[[1],[1.0]]', '["a","\\u0061"]', '[0,-0]'],
  ],
  'a limit beside a reference to int64': [
    { $ref: '#/components/schemas/Id', maximum: 9223372036854775806n },
    ['9223372036854775806', '9007199254740993'],
    ['9223372036854775807', '0.5'],
  ],
  'int64 beside a reference to an integer': [
    { $ref: '#/components/schemas/Whole', format: 'int64' },
    ['9007199254740993', '9223372036854775807'],
    ['9223372036854775808', '9007199254740993.5', '-1'],
  ],
  'a const and an enum beside each other': [
    { const: 9007199254740993n, enum: [9007199254740993n, 1] },
    ['9007199254740993'],
    ['1', '9007199254740992'],
  ],
  'int64 beside integer in allOf': [
    { allOf: [{ type: 'integer' }, { format: 'int64' }] },
    ['9007199254740993'],
    ['9007199254740993.5', '9223372036854775808'],
  ],
});

describeTexts('a body', [...rows, ...integers], {
  Named: { type: 'object', properties: { name: { type: 'string' } } },
  Id: int64,
  Whole: { type: 'integer', minimum: 0 },
});

describe('a schema that refers to itself from several alternatives', () => {
  const node = { $ref: '#/components/schemas/Node' };
  const branch = (op: string): object => ({
    type: 'object',
    properties: { of: { type: 'array', items: node }, op: { const: op } },
    required: ['of'],
  });
  const nested = (leaf: string): string => {
    const depth = 120;
    return `${'{"op":"b","of":['.repeat(depth)}${leaf}${']}'.repeat(depth)}`;
  };

  it.each([
    ['oneOf', '"leaf"', 204],
    ['oneOf', '1', 400],
    ['anyOf', '"leaf"', 204],
    ['anyOf', '1', 400],
  ])('takes time that grows with the body alone, by %s of %s', async (keyword, leaf, status) => {
    const Node = { [keyword]: [{ type: 'string' }, branch('a'), branch('b'), branch('c')] };
    const served = await serveSchemas([node], { Node });
    const cpuTimeMs = startCpuClock();
    expect(await served.decode(0, nested(leaf))).toMatchObject({ status });
    expect(cpuTimeMs()).toBeLessThan(2_000);
    await served.close();
  });

  it('gives a handler the value in such time where several alternatives fit', async () => {
    const open = { properties: { of: { items: node } } };
    const served = await serveSchemas([node], { Node: { anyOf: [open, { ...open }, {}] } });
    const cpuTimeMs = startCpuClock();
    const text = nested('1');
    expect(await served.decode(0, text)).toMatchObject({ status: 204 });
    expect(cpuTimeMs()).toBeLessThan(2_000);
    await served.close();
  });
});
