import { serveSchemas, type ServedSchemas } from '../../support/serve-schemas';
import { startCpuClock } from '../../support/cpu-time';

/** Rows of a schema, the texts that it takes, and those that it refuses; a row may have components. */
const rows: [name: string, schema: unknown, takes: string[], refuses: string[]][] = [
  [
    'items that contains finds',
    { prefixItems: [true], contains: { type: 'string' }, unevaluatedItems: false },
    ['[1,"a"]', '[1]'.replace('1', '"a"'), '{}'],
    ['["a",2]', '[1,"a",2]'],
  ],
  [
    'items of a condition without then',
    { if: { prefixItems: [{ const: 'a' }] }, unevaluatedItems: false },
    ['["a"]', '[]'],
    ['["b"]', '["a","b"]'],
  ],
  [
    'items of an alternative that fits',
    {
      anyOf: [{ items: { type: 'string' } }, true],
      unevaluatedItems: { type: 'boolean' },
    },
    ['["a","b"]', '[true]'],
    ['["a",1]'],
  ],
  [
    'properties of a condition without then',
    {
      if: { properties: { kind: { const: 'a' } }, required: ['kind'] },
      else: { properties: { other: true } },
      unevaluatedProperties: false,
    },
    ['{"kind":"a"}', '{"other":1}'],
    ['{"kind":"a","other":1}', '{"kind":"b"}'],
  ],
  [
    'properties of what is referred to',
    {
      $ref: '#/components/schemas/Named',
      dependentSchemas: { name: { properties: { nick: true } } },
      patternProperties: { '^x-': true },
      unevaluatedProperties: { type: 'integer' },
    },
    ['{"name":"a","nick":"b","x-c":"d","e":1}'],
    ['{"nick":"b"}', '{"e":"f"}'],
  ],
  [
    'a property called __proto__',
    {
      properties: { ['__proto__']: { type: 'integer' } },
      additionalProperties: false,
    },
    ['{"__proto__":1}', '{}'],
    ['{"__proto__":"a"}', '{"toString":1}'],
  ],
  [
    'what depends on __proto__',
    {
      dependentRequired: { ['__proto__']: ['a'] },
      dependentSchemas: { ['__proto__']: { maxProperties: 2 } },
    },
    ['{"__proto__":1,"a":1}', '{"b":1,"c":1,"d":1}'],
    ['{"__proto__":1}', '{"__proto__":1,"a":1,"b":1}'],
  ],
  [
    'a const that is an object',
    { const: { a: { constructor: {} }, b: 1 } },
    ['{"b":1.0,"a":{"constructor":{}}}'],
    ['{"valueOf":1}', '{"a":{"constructor":1},"b":1}', 'null'],
  ],
  [
    'an enum of lists and objects',
    { enum: [[true], { a: 1 }, 'b'] },
    ['[true]', '{"a":1}', '"b"'],
    ['[1]', '{"a":true}', '{"valueOf":1}', '{"a":1,"__proto__":1}'],
  ],
  ['an enum of nothing', { enum: [] }, [], ['null', '1']],
  [
    'a multiple of a fraction',
    { multipleOf: 0.01 },
    ['19.99', '4.35', '1e300', '-0.07', '9007199254740993', '"a"'],
    ['19.999', '1e-9'],
  ],
  [
    'a format of the registry',
    { format: 'uint8' },
    ['255', '0', '2.0', '"a"'],
    ['256', '-1', '1.5'],
  ],
  ['one character', { format: 'char' }, ['"😀"'], ['""', '"ab"']],
  ['base64url', { format: 'base64url' }, ['"-_8"', '"-_8="'], ['"+/8="', '"a"']],
  [
    'a URL',
    { format: 'url' },
    ['"http://a:b@example.com/c?d#e"', '"ftp://[::1]"'],
    ['"a"', '"http://a b"', '"http:///a"', `"http://${'a:'.repeat(200_000)}@"`],
  ],
  ['a format that nobody defines', { format: 'odd' }, ['"a"', '1'], []],
  [
    'a format where JSON Schema annotates',
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      items: { format: 'email' },
      allOf: [{ items: { format: 'int32' } }],
    },
    ['["a"]'],
    ['[2147483648]'],
  ],
  [
    'a schema of draft 04',
    {
      $schema: 'http://json-schema.org/draft-04/schema#',
      items: [{ minimum: 1, exclusiveMinimum: true }],
      additionalItems: false,
      dependencies: { a: ['b'], c: { required: ['d'] } },
    },
    ['[2]', '{"a":1,"b":1}', '{"c":1,"d":1}'],
    ['[1]', '[2,2]', '{"a":1}', '{"c":1}'],
  ],
  [
    'limits that are flags in draft 2019-09',
    {
      $schema: 'https://json-schema.org/draft/2019-09/schema#',
      maximum: 2,
      exclusiveMaximum: true,
    },
    ['1'],
    ['2'],
  ],
  [
    'a reference beside other keywords in draft 07',
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      properties: { a: { $ref: '#/components/schemas/Named', maxProperties: 0 } },
    },
    ['{"a":{"name":"b"}}'],
    ['{"a":{"name":1}}'],
  ],
  [
    'patterns that are wrong by the rules for Unicode',
    {
      patternProperties: { '^[\\w-.]+$': { pattern: '^\\-[\\w-.]+$' } },
      unevaluatedProperties: false,
    },
    ['{"a.b":"-a"}'],
    ['{"a.b":"a"}', '{"a b":"-a"}'],
  ],
  [
    'the metaschema',
    { $ref: 'https://json-schema.org/draft/2020-12/schema' },
    ['{"properties":{"a":{"type":"string"}}}', 'true'],
    ['{"properties":{"a":{"type":"text"}}}', '1'],
  ],
];

describe('a body', () => {
  let served: ServedSchemas;
  beforeAll(async () => {
    const Named = { type: 'object', properties: { name: { type: 'string' } } };
    served = await serveSchemas(
      rows.map(([, schema]) => schema),
      { Named },
    );
  });
  afterAll(() => served.close());

  const each = (at: 2 | 3): [name: string, text: string, index: number][] =>
    rows.flatMap((row, index) =>
      row[at].map((text): [string, string, number] => [row[0], text, index]),
    );

  it.each(each(2))('of %s may be %s', async (_, text, index) => {
    expect(await served.decode(index, text)).toMatchObject({ status: 204 });
  });

  it.each(each(3))('of %s may not be %.40s', async (_, text, index) => {
    expect(await served.decode(index, text)).toMatchObject({ status: 400 });
  });
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
