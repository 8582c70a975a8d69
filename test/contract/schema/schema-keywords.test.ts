import { serveSchemas, type ServedSchemas } from '../../support/serve-schemas';
import { startCpuClock } from '../../support/cpu-time';

/** Rows of a schema, the texts that it takes, and those that it refuses; a row may have components. */
const rows: [string, { schema: unknown; takes: string[]; refuses: string[] }][] = [
  [
    'items that contains finds',
    {
      schema: { prefixItems: [true], contains: { type: 'string' }, unevaluatedItems: false },
      takes: ['[1,"a"]', '[1]'.replace('1', '"a"'), '{}'],
      refuses: ['["a",2]', '[1,"a",2]'],
    },
  ],
  [
    'items of a condition without then',
    {
      schema: { if: { prefixItems: [{ const: 'a' }] }, unevaluatedItems: false },
      takes: ['["a"]', '[]'],
      refuses: ['["b"]', '["a","b"]'],
    },
  ],
  [
    'items of an alternative that fits',
    {
      schema: {
        anyOf: [{ items: { type: 'string' } }, true],
        unevaluatedItems: { type: 'boolean' },
      },
      takes: ['["a","b"]', '[true]'],
      refuses: ['["a",1]'],
    },
  ],
  [
    'properties of a condition without then',
    {
      schema: {
        if: { properties: { kind: { const: 'a' } }, required: ['kind'] },
        else: { properties: { other: true } },
        unevaluatedProperties: false,
      },
      takes: ['{"kind":"a"}', '{"other":1}'],
      refuses: ['{"kind":"a","other":1}', '{"kind":"b"}'],
    },
  ],
  [
    'properties of what is referred to',
    {
      schema: {
        $ref: '#/components/schemas/Named',
        dependentSchemas: { name: { properties: { nick: true } } },
        patternProperties: { '^x-': true },
        unevaluatedProperties: { type: 'integer' },
      },
      takes: ['{"name":"a","nick":"b","x-c":"d","e":1}'],
      refuses: ['{"nick":"b"}', '{"e":"f"}'],
    },
  ],
  [
    'a property called __proto__',
    {
      schema: {
        properties: { ['__proto__']: { type: 'integer' } },
        additionalProperties: false,
      },
      takes: ['{"__proto__":1}', '{}'],
      refuses: ['{"__proto__":"a"}', '{"toString":1}'],
    },
  ],
  [
    'what depends on __proto__',
    {
      schema: {
        dependentRequired: { ['__proto__']: ['a'] },
        dependentSchemas: { ['__proto__']: { maxProperties: 2 } },
      },
      takes: ['{"__proto__":1,"a":1}', '{"b":1,"c":1,"d":1}'],
      refuses: ['{"__proto__":1}', '{"__proto__":1,"a":1,"b":1}'],
    },
  ],
  [
    'a const that is an object',
    {
      schema: { const: { a: { constructor: {} }, b: 1 } },
      takes: ['{"b":1.0,"a":{"constructor":{}}}'],
      refuses: ['{"valueOf":1}', '{"a":{"constructor":1},"b":1}', 'null'],
    },
  ],
  [
    'an enum of lists and objects',
    {
      schema: { enum: [[true], { a: 1 }, 'b'] },
      takes: ['[true]', '{"a":1}', '"b"'],
      refuses: ['[1]', '{"a":true}', '{"valueOf":1}', '{"a":1,"__proto__":1}'],
    },
  ],
  ['an enum of nothing', { schema: { enum: [] }, takes: [], refuses: ['null', '1'] }],
  [
    'a multiple of a fraction',
    {
      schema: { multipleOf: 0.01 },
      takes: ['19.99', '4.35', '1e300', '-0.07', '9007199254740993', '"a"'],
      refuses: ['19.999', '1e-9'],
    },
  ],
  [
    'a format of the registry',
    {
      schema: { format: 'uint8' },
      takes: ['255', '0', '2.0', '"a"'],
      refuses: ['256', '-1', '1.5'],
    },
  ],
  ['one character', { schema: { format: 'char' }, takes: ['"😀"'], refuses: ['""', '"ab"'] }],
  [
    'base64url',
    { schema: { format: 'base64url' }, takes: ['"-_8"', '"-_8="'], refuses: ['"+/8="', '"a"'] },
  ],
  [
    'a URL',
    {
      schema: { format: 'url' },
      takes: ['"http://a:b@example.com/c?d#e"', '"ftp://[::1]"'],
      refuses: ['"a"', '"http://a b"', '"http:///a"', `"http://${'a:'.repeat(200_000)}@"`],
    },
  ],
  ['a format that nobody defines', { schema: { format: 'odd' }, takes: ['"a"', '1'], refuses: [] }],
  [
    'a format where JSON Schema annotates',
    {
      schema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        items: { format: 'email' },
        allOf: [{ items: { format: 'int32' } }],
      },
      takes: ['["a"]'],
      refuses: ['[2147483648]'],
    },
  ],
  [
    'a schema of draft 04',
    {
      schema: {
        $schema: 'http://json-schema.org/draft-04/schema#',
        items: [{ minimum: 1, exclusiveMinimum: true }],
        additionalItems: false,
        dependencies: { a: ['b'], c: { required: ['d'] } },
      },
      takes: ['[2]', '{"a":1,"b":1}', '{"c":1,"d":1}'],
      refuses: ['[1]', '[2,2]', '{"a":1}', '{"c":1}'],
    },
  ],
  [
    'limits that are flags in draft 2019-09',
    {
      schema: {
        $schema: 'https://json-schema.org/draft/2019-09/schema#',
        maximum: 2,
        exclusiveMaximum: true,
      },
      takes: ['1'],
      refuses: ['2'],
    },
  ],
  [
    'a reference beside other keywords in draft 07',
    {
      schema: {
        $schema: 'http://json-schema.org/draft-07/schema#',
        properties: { a: { $ref: '#/components/schemas/Named', maxProperties: 0 } },
      },
      takes: ['{"a":{"name":"b"}}'],
      refuses: ['{"a":{"name":1}}'],
    },
  ],
  [
    'patterns that are wrong by the rules for Unicode',
    {
      schema: {
        patternProperties: { '^[\\w-.]+$': { pattern: '^\\-[\\w-.]+$' } },
        unevaluatedProperties: false,
      },
      takes: ['{"a.b":"-a"}'],
      refuses: ['{"a.b":"a"}', '{"a b":"-a"}'],
    },
  ],
  [
    'the metaschema',
    {
      schema: { $ref: 'https://json-schema.org/draft/2020-12/schema' },
      takes: ['{"properties":{"a":{"type":"string"}}}', 'true'],
      refuses: ['{"properties":{"a":{"type":"text"}}}', '1'],
    },
  ],
];

describe('a body', () => {
  let served: ServedSchemas;
  beforeAll(async () => {
    const Named = { type: 'object', properties: { name: { type: 'string' } } };
    served = await serveSchemas(
      rows.map(([, { schema }]) => schema),
      { Named },
    );
  });
  afterAll(() => served.close());

  const each = (key: 'takes' | 'refuses'): [name: string, text: string, index: number][] =>
    rows.flatMap(([name, row], index) =>
      row[key].map((text): [string, string, number] => [name, text, index]),
    );

  it.each(each('takes'))('of %s may be %s', async (_, text, index) => {
    expect(await served.decode(index, text)).toMatchObject({ status: 204 });
  });

  it.each(each('refuses'))('of %s may not be %.40s', async (_, text, index) => {
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
