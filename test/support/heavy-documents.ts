/**
 * Small documents that demand a lot of a tool: levels that refer twice to the level below, which gives 2^n paths,
 * and lists long enough to reveal quadratic work.
 */

type Json = Readonly<Record<string, unknown>>;

/** Number of levels: no machine can follow all 2^n paths. */
const LEVELS = 40;
const MANY = 10_000;

/** Texts of the documents, by the name of their heavy part. */
export const heavyDocuments: Record<string, () => string> = {
  ...doubledSchemas({
    allOf: (lower) => ({ allOf: [lower, lower] }),
    anyOf: (lower) => ({ anyOf: [lower, lower] }),
    oneOf: (lower) => ({ oneOf: [lower, { allOf: [lower, { maxProperties: 1 }] }] }),
    conditions: (lower) => ({ if: lower, then: lower, else: lower }),
    not: (lower) => ({ not: lower, allOf: [lower] }),
    dependentSchemas: (lower) => ({ dependentSchemas: { a: lower, b: lower } }),
    properties: (lower) => ({ type: 'object', properties: { a: lower, b: lower } }),
    required: (lower) => ({
      type: 'object',
      required: ['a', 'b'],
      properties: { a: lower, b: lower },
    }),
    additionalProperties: (lower) => ({
      type: 'object',
      patternProperties: { '^a': lower },
      additionalProperties: lower,
    }),
    unevaluatedProperties: (lower) => ({ anyOf: [lower, lower], unevaluatedProperties: lower }),
    items: (lower) => ({ type: 'array', prefixItems: [lower, lower], minItems: 2, items: lower }),
    contains: (lower) => ({ type: 'array', contains: lower, items: lower, minItems: 2 }),
  }),
  'doubled allOf, with properties, hidden and int64': () =>
    document({
      paths: { '/things': operations(ref('S40')) },
      schemas: levels('S', (lower, level) => ({
        type: 'object',
        allOf: [lower, lower],
        properties: {
          [`p${level}`]: { type: 'integer', format: 'int64', readOnly: true, allOf: [ref('Id')] },
        },
        required: [`p${level}`],
      })).with({ Id: { type: 'integer', format: 'int64' } }),
    }),
  'required properties in doubles, of 12 levels': () => requiredLevels(11, 2),
  'required properties in doubles, of 26 levels': () => requiredLevels(25, 2),
  'required properties in tens, of 12 levels': () => requiredLevels(11, 10),
  'doubled numbers that are of 64 bits from outside': () =>
    document({
      paths: {
        '/things': operations({ allOf: [ref('S40')], type: 'integer', format: 'int64' }),
      },
      schemas: levels('S', (lower) => ({ allOf: [lower, lower], minimum: 1 })).with({
        S0: { type: 'integer' },
      }),
    }),
  'doubled alternatives that are of 64 bits from outside': () =>
    document({
      paths: {
        '/things': operations({
          allOf: [ref('S40')],
          properties: { a: { type: 'integer', format: 'int64' } },
        }),
      },
      schemas: levels('S', (lower, level) => ({
        anyOf: [lower, { allOf: [lower], properties: { [`p${level}`]: {} } }],
        properties: { a: { type: 'integer' } },
      })).all,
    }),
  'doubled alternatives and unevaluated properties': () =>
    document({
      paths: { '/things': operations({ allOf: [ref('S40')], unevaluatedProperties: false }) },
      schemas: levels('S', (lower, level) => ({
        anyOf: [lower, { allOf: [lower], properties: { [`p${level}`]: {} } }],
      })).all,
    }),
  'doubled defaults': () =>
    document({
      paths: { '/things': operations(ref('S40')) },
      schemas: levels('S', (lower) => ({
        type: 'object',
        properties: {
          a: { default: {}, allOf: [lower] },
          b: { default: {}, allOf: [lower] },
        },
      })).all,
    }),
  'doubled required in parameters': () =>
    document({
      paths: {
        '/things': {
          get: {
            parameters: [{ name: 'q', in: 'query', content: json(ref('S40')) }],
            responses: { 200: { description: 'found', headers: { 'X-A': header(ref('S40')) } } },
          },
        },
      },
      schemas: levels('S', required).all,
    }),
  'doubled required in an error': () =>
    document({
      paths: {
        '/things': {
          get: { responses: { 400: { description: 'wrong', content: json(ref('S40')) } } },
        },
      },
      schemas: levels('S', required).all,
    }),
  'doubled discriminators': () =>
    document({
      paths: { '/things': operations(ref('S40')) },
      schemas: levels('S', (lower, level) => ({
        oneOf: [lower, ref(`A${level}`)],
        discriminator: { propertyName: 'kind', mapping: { a: `#/components/schemas/A${level}` } },
      })).with(
        Object.fromEntries(
          list(LEVELS + 1, (level) => [
            `A${level}`,
            {
              type: 'object',
              required: ['kind', 'inner'],
              properties: {
                kind: { const: 'a' },
                inner: level === 0 ? {} : ref(`S${level - 1}`),
              },
            },
          ]),
        ),
      ),
    }),
  'doubled media types': () =>
    JSON.stringify({
      openapi: '3.2.0',
      info: { title: 'heavy', version: '1' },
      paths: { '/things': operations({}, { $ref: '#/components/mediaTypes/M30' }) },
      components: {
        mediaTypes: Object.fromEntries(
          list(31, (level) => [`M${level}`, level === 0 ? { schema: {} } : twoParts(level - 1)]),
        ),
      },
    }),
  'doubled callbacks': () =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'heavy', version: '1' },
      paths: { '/things': { post: { ...operations({}).post, callbacks: twoCallbacks(40) } } },
      components: {
        callbacks: Object.fromEntries(
          list(41, (level) => [
            `C${level}`,
            { '{$url}': { post: { ...operations({}).post, callbacks: twoCallbacks(level - 1) } } },
          ]),
        ),
      },
    }),
  'doubled references where OpenAPI has none': () =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'heavy', version: '1' },
      paths: { '/things': operations({}, { $ref: '#/x-M40' }) },
      ...Object.fromEntries(
        list(41, (level) => {
          const content = { 'text/plain': { $ref: `#/x-M${level - 1}` } };
          const part = { headers: { 'X-A': { content } } };
          const lower = { schema: {}, encoding: { a: part, b: part } };
          return [`x-M${level}`, level === 0 ? { schema: {} } : lower];
        }),
      ),
    }),
  'doubled dynamic scopes': () =>
    document({
      paths: { '/things': operations({ $ref: 'https://heavy.test/a24' }) },
      schemas: Object.fromEntries([
        ...list(25, (level) => dynamicLevels(level)).flat(),
        [
          'bottom',
          {
            $id: 'https://heavy.test/bottom',
            allOf: list(25, (level) => ({ $dynamicRef: `#x${level}` })),
            $defs: Object.fromEntries(
              list(25, (level) => [`x${level}`, { $dynamicAnchor: `x${level}` }]),
            ),
          },
        ],
      ]),
    }),
  'a chain of references': () =>
    document({
      paths: { '/things': operations(ref('S10000')) },
      schemas: Object.fromEntries(
        list(MANY + 1, (level) => [
          `S${level}`,
          level === 0 ? { type: 'string' } : ref(`S${level - 1}`),
        ]),
      ),
    }),
  'a chain of properties': () =>
    document({
      paths: { '/things': operations(ref('S5000')) },
      schemas: Object.fromEntries(
        list(5001, (level) => [
          `S${level}`,
          level === 0
            ? { type: 'string' }
            : { type: 'object', required: ['a'], properties: { a: ref(`S${level - 1}`) } },
        ]),
      ),
    }),
  'a chain of allOf': () =>
    document({
      paths: { '/things': operations(ref('S2000')) },
      schemas: Object.fromEntries(
        list(2001, (level) => [
          `S${level}`,
          level === 0
            ? { type: 'object' }
            : {
                allOf: [ref(`S${level - 1}`)],
                properties: { [`p${level}`]: { type: 'string' } },
              },
        ]),
      ),
    }),
  'circles of every kind': () =>
    document({
      paths: {
        '/things': {
          post: {
            ...operations(ref('All')).post,
            parameters: [{ $ref: '#/components/parameters/a' }],
          },
        },
        '/others': { $ref: '#/paths/~1others' },
      },
      schemas: {
        All: { allOf: [ref('All')] },
        One: { $ref: '#/components/schemas/Two' },
        Two: { $ref: '#/components/schemas/One' },
        Any: { anyOf: [ref('Any'), ref('Not')] },
        Not: { not: ref('Not') },
        Items: { type: 'array', minItems: 1, items: ref('Items') },
        Object: { type: 'object', required: ['a'], properties: { a: ref('Object') } },
      },
      parameters: {
        a: { $ref: '#/components/parameters/b' },
        b: { $ref: '#/components/parameters/a' },
      },
    }),
  'items in items': () => {
    const text = `${'{"type":"array","items":'.repeat(5000)}{}${'}'.repeat(5000)}`;
    return document({
      paths: { '/things': operations({ $ref: '#/components/schemas/Deep' }) },
    }).replace('"components":{', `"components":{"schemas":{"Deep":${text}},`);
  },
  '20,000 paths': () =>
    document({
      paths: Object.fromEntries(
        list(20_000, (index) => [`/things${index}`, operations(ref('Thing'))]),
      ),
      schemas: { Thing: THING },
    }),
  '10,000 paths with parameters of their own': () =>
    document({
      paths: Object.fromEntries(
        list(MANY, (index) => [
          `/things${index}/{id}/{name}`,
          { get: { parameters: [pathParameter('id'), pathParameter('name')], responses: found() } },
        ]),
      ),
    }),
  '10,000 operations without names on one word': () =>
    document({
      paths: Object.fromEntries(
        list(MANY, (index) => [`/${'-'.repeat(index % 100)}a${'_'.repeat(index / 100)}`, get()]),
      ),
    }),
  '30,000 alternatives': () => alternatives((index) => ({ const: `value ${index}` })),
  '30,000 alternatives with properties': () =>
    alternatives((index) => ({ type: 'object', properties: { [`p${index}`]: {} } })),
  '2,000 dependent schemas': () =>
    document({
      paths: {
        '/things': operations({
          type: 'object',
          dependentSchemas: Object.fromEntries(
            list(2_000, (index) => [`p${index}`, { required: ['other'] }]),
          ),
        }),
      },
    }),
  '10,000 alternatives of a discriminator': () =>
    document({
      paths: { '/things': operations(ref('Any')) },
      schemas: {
        Any: {
          oneOf: list(MANY, (index) => ref(`S${index}`)),
          discriminator: {
            propertyName: 'kind',
            mapping: Object.fromEntries(
              list(MANY, (index) => [`kind ${index}`, `#/components/schemas/S${index}`]),
            ),
          },
        },
        ...Object.fromEntries(
          list(MANY, (index) => [
            `S${index}`,
            { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
          ]),
        ),
      },
    }),
  '10,000 parts of allOf': () =>
    document({
      paths: {
        '/things': operations({
          allOf: list(MANY, (index) => ({
            type: 'object',
            properties: { [`p${index}`]: { type: 'string' } },
          })),
        }),
      },
    }),
  '10,000 components': () =>
    document({
      paths: {
        '/things': operations({
          type: 'object',
          properties: Object.fromEntries(list(MANY, (index) => [`p${index}`, ref(`S${index}`)])),
        }),
      },
      schemas: Object.fromEntries(list(MANY, (index) => [`S${index}`, THING])),
    }),
  '10,000 required properties': () =>
    document({
      paths: {
        '/things': operations({
          type: 'object',
          required: list(MANY, (index) => `p${index}`),
          properties: Object.fromEntries(
            list(MANY, (index) => [`p${index}`, { type: 'string', default: `d${index}` }]),
          ),
        }),
      },
    }),
  '10,000 optional properties with defaults': () =>
    document({
      paths: {
        '/things': operations({
          type: 'object',
          properties: Object.fromEntries(
            list(MANY, (index) => [`p${index}`, { type: 'string', default: `d${index}` }]),
          ),
        }),
      },
    }),
  '10,000 patterns': () =>
    document({
      paths: {
        '/things': operations({
          type: 'object',
          patternProperties: Object.fromEntries(list(MANY, (index) => [`^p${index}$`, {}])),
        }),
      },
    }),
  '10,000 patterns that backtrack': () =>
    document({
      paths: {
        '/things': operations({ allOf: list(MANY, (at) => ({ pattern: `^(a+)+${at}$` })) }),
      },
    }),
  'a pattern that counts': () =>
    document({
      paths: {
        '/things': operations({ type: 'string', pattern: '^((((a{1,99}){1,99}){1,99}){1,99})$' }),
      },
    }),
  'a long pattern': () =>
    document({
      paths: {
        '/things': operations({ type: 'string', pattern: `^(${'(a|b)*c?'.repeat(20_000)})$` }),
      },
    }),
  'an unreadable pattern in 5,000 places': () =>
    document({
      paths: { '/things': operations({ allOf: list(5_000, (at) => ({ pattern: `(?>a)${at}` })) }) },
    }),
  '50,000 values of an enum': () =>
    document({
      paths: {
        '/things': operations({ type: 'string', enum: list(50_000, (index) => `value ${index}`) }),
      },
    }),
  '50,000 objects of an enum': () =>
    document({
      paths: { '/things': operations({ enum: list(50_000, (index) => ({ index })) }) },
    }),
  '50,000 tags': () =>
    document({
      paths: {
        '/things': { get: { ...get().get, tags: list(50_000, (index) => `tag ${index}`) } },
      },
      more: { tags: list(50_000, (index) => ({ name: `tag ${index}` })) },
    }),
  '50,000 servers': () =>
    document({
      paths: { '/things': get() },
      more: { servers: list(50_000, (index) => ({ url: `/v${index}` })) },
    }),
  '50,000 security requirements': () =>
    document({
      paths: { '/things': get() },
      more: { security: list(50_000, (index) => ({ key: [`scope ${index}`] })) },
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
    }),
  '5,000 security schemes': () =>
    document({
      paths: { '/things': get() },
      more: { security: list(5_000, (index) => ({ [`key${index}`]: [] })) },
      securitySchemes: Object.fromEntries(
        list(5_000, (index) => [
          `key${index}`,
          { type: 'apiKey', in: 'header', name: `X-Key-${index}` },
        ]),
      ),
    }),
  '10,000 parameters': () =>
    document({
      paths: {
        '/things': {
          get: {
            ...get().get,
            parameters: list(MANY, (index) => ({
              name: `q${index}`,
              in: 'query',
              schema: { type: 'string' },
            })),
          },
        },
      },
    }),
  '10,000 media types': () =>
    document({
      paths: {
        '/things': {
          post: {
            requestBody: {
              content: Object.fromEntries(
                list(MANY, (index) => [`application/vnd.v${index}+json`, { schema: THING }]),
              ),
            },
            responses: found(),
          },
        },
      },
    }),
  '10,000 headers': () =>
    document({
      paths: {
        '/things': {
          get: {
            responses: {
              200: {
                description: 'found',
                headers: Object.fromEntries(
                  list(MANY, (index) => [`X-${index}`, header({ type: 'string' })]),
                ),
              },
            },
          },
        },
      },
    }),
  '10,000 callbacks and links': () =>
    document({
      paths: {
        '/things': {
          post: {
            operationId: 'create',
            requestBody: { content: json({}) },
            callbacks: Object.fromEntries(
              list(MANY, (index) => [`c${index}`, { '{$request.body#/url}': operations({}) }]),
            ),
            responses: {
              200: {
                description: 'made',
                links: Object.fromEntries(
                  list(MANY, (index) => [`l${index}`, { operationId: 'create' }]),
                ),
              },
            },
          },
        },
      },
    }),
  '5,000 examples': () =>
    document({
      paths: {
        '/things': {
          get: {
            responses: {
              200: {
                description: 'found',
                content: {
                  'application/json': {
                    schema: THING,
                    examples: Object.fromEntries(
                      list(5_000, (index) => [`e${index}`, { value: { name: `n ${index}` } }]),
                    ),
                  },
                },
              },
            },
          },
        },
      },
    }),
  '5,000 faults': () =>
    document({
      paths: Object.fromEntries(
        list(5_000, (index) => [`/things${index}`, operations(ref(`None${index}`))]),
      ),
    }),
  '5,000 warnings': () =>
    document({
      paths: Object.fromEntries(
        list(5_000, (index) => [`/t${index}/{none}`, { get: { ...get().get, title: 'unknown' } }]),
      ),
    }),
  'an example of 5 MB': () =>
    document({
      paths: { '/things': operations({ ...THING, example: { name: 'x'.repeat(5_000_000) } }) },
    }),
  'an example of 200,000 values': () =>
    document({
      paths: {
        '/things': operations({
          type: 'array',
          items: { type: 'integer' },
          example: list(200_000, (index) => index),
        }),
      },
    }),
  'lengths beyond reason': () =>
    document({
      paths: {
        '/things': operations({
          type: 'array',
          minItems: 10_000,
          items: { type: 'array', minItems: 10_000, items: { type: 'string', minLength: 100_000 } },
        }),
      },
    }),
  'a text of a billion characters': () =>
    document({ paths: { '/things': operations({ type: 'string', minLength: 1_000_000_000 }) } }),
  'an integer of a million digits': () =>
    document({ paths: { '/things': operations({ type: 'integer', minimum: 0 }) } }).replace(
      '"minimum":0',
      `"minimum":${'9'.repeat(1_000_000)}`,
    ),
  'a number with a great exponent': () =>
    document({
      paths: { '/things': operations({ type: 'number', multipleOf: 1e-300, minimum: 1e300 }) },
    }),
  'a key of 5 MB': () =>
    document({
      paths: {
        '/things': operations({ type: 'object', properties: { ['k'.repeat(5_000_000)]: THING } }),
      },
    }),
  'brackets on the indent of their key': () =>
    [
      HEAD,
      'tags:',
      ...list(2_000, (index) => `- name: t${index}\n  x-list: [\n    a,\n  ]`),
      "paths: {'/things': {get: {responses: {200: {description: found}}}}}",
    ].join('\n'),
  'brackets that are not closed': () => `${HEAD}\npaths: ${'['.repeat(100_000)}`,
  'aliases of aliases': () =>
    [
      HEAD,
      'x-0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]',
      ...list(30, (level) => `x-${level + 1}: &a${level + 1} [${`*a${level}, `.repeat(10)}]`),
      'paths: {}',
    ].join('\n'),
  'aliases of schemas': () =>
    [
      HEAD,
      'components:',
      '  schemas:',
      '    S0: &s0 {type: string}',
      ...list(
        20,
        (level) =>
          `    S${level + 1}: &s${level + 1} {type: object, properties: {a: *s${level}, b: *s${level}}}`,
      ),
      'paths:',
      '  /things:',
      '    get:',
      "      responses: {200: {description: found, content: {application/json: {schema: {$ref: '#/components/schemas/S20'}}}}}",
    ].join('\n'),
  'merge keys': () =>
    [
      HEAD,
      'x-0: &a0 {a: 1}',
      ...list(5_000, (level) => `x-${level + 1}: &a${level + 1} {<<: *a${level}, k${level}: 1}`),
      'paths: {}',
    ].join('\n'),
};

const HEAD = 'openapi: 3.1.0\ninfo: {title: heavy, version: "1"}';

const THING = { type: 'object', properties: { name: { type: 'string' } } };

interface Parts {
  readonly paths: Json;
  readonly schemas?: Json;
  readonly parameters?: Json;
  readonly securitySchemes?: Json;
  readonly more?: Json;
}

function document({ paths, more, ...components }: Parts): string {
  const info = { title: 'heavy', version: '1' };
  return JSON.stringify({ openapi: '3.1.0', info, ...more, paths, components });
}

/** A document for each way of referring to the level below. */
function doubledSchemas(
  ways: Readonly<Record<string, (lower: Json) => Json>>,
): Record<string, () => string> {
  return Object.fromEntries(
    Object.entries(ways).map(([name, of]) => [
      `doubled ${name}`,
      () =>
        document({ paths: { '/things': operations(ref('S40')) }, schemas: levels('S', of).all }),
    ]),
  );
}

/** Schemas S0 to S40, each of which refers to the one below. */
function levels(
  name: string,
  of: (lower: Json, level: number) => Json,
): { readonly all: Json; with(others: Json): Json } {
  const all = Object.fromEntries(
    list(LEVELS + 1, (level) => [
      `${name}${level}`,
      level === 0 ? { type: 'object' } : of(ref(`${name}${level - 1}`), level),
    ]),
  );
  return { all, with: (others) => ({ ...all, ...others }) };
}

function required(lower: Json): Json {
  return { type: 'object', required: ['a', 'b'], properties: { a: lower, b: lower } };
}

/** Nested objects with `width` required properties on each level. */
function requiredLevels(count: number, width: number): string {
  const names = list(width, (index) => `p${index}`);
  return document({
    paths: { '/things': operations(ref(`S${count}`)) },
    schemas: Object.fromEntries(
      list(count + 1, (level) => [
        `S${level}`,
        level === 0
          ? { type: 'string' }
          : {
              type: 'object',
              required: names,
              properties: Object.fromEntries(names.map((name) => [name, ref(`S${level - 1}`)])),
            },
      ]),
    ),
  });
}

function alternatives(of: (index: number) => Json): string {
  return document({ paths: { '/things': operations({ oneOf: list(30_000, of) }) } });
}

/** Two resources with the same dynamic anchor for different schemas; both refer to both resources below. */
function dynamicLevels(level: number): [string, Json][] {
  const below =
    level === 0
      ? [{ $ref: 'https://heavy.test/bottom' }]
      : ['a', 'b'].map((way) => ({ $ref: `https://heavy.test/${way}${level - 1}` }));
  return ['a', 'b'].map((way) => [
    `${way}${level}`,
    {
      $id: `https://heavy.test/${way}${level}`,
      anyOf: below,
      $defs: { x: { $dynamicAnchor: `x${level}`, title: way } },
    },
  ]);
}

function twoParts(lower: number): Json {
  const part = { headers: { 'X-A': { content: { 'application/json': mediaType(lower) } } } };
  return { schema: {}, encoding: { a: part, b: part } };
}

function mediaType(level: number): Json {
  return { $ref: `#/components/mediaTypes/M${level}` };
}

function twoCallbacks(level: number): Json {
  if (level < 0) return {};
  const callback = { $ref: `#/components/callbacks/C${level}` };
  return { a: callback, b: callback };
}

function ref(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

function header(schema: Json): Json {
  return { required: true, schema };
}

function found(): Json {
  return { 200: { description: 'found' } };
}

function get(): { readonly get: Json } {
  return { get: { responses: found() } };
}

/** Operations of a path: one returns a schema, the other accepts it. */
function operations(
  schema: Json,
  media: Json = { schema },
): { readonly get: Json; readonly post: Json } {
  const content = { 'application/json': media };
  const responses = { 200: { description: 'found', content } };
  return { get: { responses }, post: { requestBody: { content }, responses } };
}

function pathParameter(name: string): Json {
  return { name, in: 'path', required: true, schema: { type: 'string' } };
}

function list<Item>(length: number, of: (index: number) => Item): Item[] {
  return Array.from({ length }, (_, index) => of(index));
}
