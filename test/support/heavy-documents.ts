/**
 * Small documents that demand a lot of a tool: levels that refer twice to the level below, which gives 2^n paths,
 * and lists long enough to reveal quadratic work.
 */

type Json = Readonly<Record<string, unknown>>;

/** Number of levels: no machine can follow all 2^n paths. */
const LEVELS = 40;
const MANY = 10_000;

/** Schemas that refer twice to the level below, by the keyword that does. */
const doubled: Readonly<Record<string, (lower: Json) => Json>> = {
  allOf: (lower) => ({ allOf: [lower, lower] }),
  anyOf: (lower) => ({ anyOf: [lower, lower] }),
  oneOf: (lower) => ({ oneOf: [lower, { allOf: [lower, { maxProperties: 1 }] }] }),
  conditions: (lower) => ({ if: lower, then: lower, else: lower }),
  not: (lower) => ({ not: lower, allOf: [lower] }),
  dependentSchemas: (lower) => ({ dependentSchemas: { a: lower, b: lower } }),
  properties: (lower) => ({ type: 'object', properties: { a: lower, b: lower } }),
  required,
  additionalProperties: (lower) => ({
    type: 'object',
    patternProperties: { '^a': lower },
    additionalProperties: lower,
  }),
  unevaluatedProperties: (lower) => ({ anyOf: [lower, lower], unevaluatedProperties: lower }),
  items: (lower) => ({ type: 'array', prefixItems: [lower, lower], minItems: 2, items: lower }),
  contains: (lower) => ({ type: 'array', contains: lower, items: lower, minItems: 2 }),
};

export const heavyDocuments: Record<string, () => string> = {
  ...Object.fromEntries(
    Object.entries(doubled).map(([name, of]) => [
      `doubled ${name}`,
      () => withSchema(ref('S40'), levels(of)),
    ]),
  ),
  'doubled allOf, with properties, hidden and int64': () =>
    withSchema(ref('S40'), {
      ...levels((lower, level) => ({
        type: 'object',
        allOf: [lower, lower],
        properties: {
          [`p${level}`]: { type: 'integer', format: 'int64', readOnly: true, allOf: [ref('Id')] },
        },
        required: [`p${level}`],
      })),
      Id: { type: 'integer', format: 'int64' },
    }),
  'required properties in doubles, of 12 levels': () => requiredLevels(11, 2),
  'required properties in doubles, of 26 levels': () => requiredLevels(25, 2),
  'required properties in tens, of 12 levels': () => requiredLevels(11, 10),
  'doubled numbers that are of 64 bits from outside': () =>
    withSchema(
      { allOf: [ref('S40')], type: 'integer', format: 'int64' },
      {
        ...levels((lower) => ({ allOf: [lower, lower], minimum: 1 })),
        S0: { type: 'integer' },
      },
    ),
  'doubled alternatives that are of 64 bits from outside': () =>
    withSchema(
      { allOf: [ref('S40')], properties: { a: { type: 'integer', format: 'int64' } } },
      levels((lower, level) => ({
        ...alternativesWith(lower, level),
        properties: { a: { type: 'integer' } },
      })),
    ),
  'doubled alternatives and unevaluated properties': () =>
    withSchema({ allOf: [ref('S40')], unevaluatedProperties: false }, levels(alternativesWith)),
  'doubled defaults': () =>
    withSchema(
      ref('S40'),
      levels((lower) => {
        const property = { default: {}, allOf: [lower] };
        return { type: 'object', properties: { a: property, b: property } };
      }),
    ),
  'doubled required in parameters': () => {
    const parameters = [{ name: 'q', in: 'query', content: json(ref('S40')) }];
    const headers = { 'X-A': header(ref('S40')) };
    const responses = { 200: { description: 'found', headers } };
    return document(
      { '/things': { get: { parameters, responses } } },
      { schemas: levels(required) },
    );
  },
  'doubled required in an error': () => {
    const responses = { 400: { description: 'wrong', content: json(ref('S40')) } };
    return document({ '/things': { get: { responses } } }, { schemas: levels(required) });
  },
  'doubled discriminators': () =>
    withSchema(ref('S40'), {
      ...levels((lower, level) => ({
        oneOf: [lower, ref(`A${level}`)],
        discriminator: { propertyName: 'kind', mapping: { a: `#/components/schemas/A${level}` } },
      })),
      ...entries(LEVELS + 1, (level) => [
        `A${level}`,
        {
          type: 'object',
          required: ['kind', 'inner'],
          properties: { kind: { const: 'a' }, inner: level === 0 ? {} : ref(`S${level - 1}`) },
        },
      ]),
    }),
  'doubled media types': () =>
    document(
      { '/things': operations({}, mediaType(30)) },
      {
        mediaTypes: entries(31, (level) => [
          `M${level}`,
          level === 0 ? { schema: {} } : twoParts(json({}, mediaType(level - 1))),
        ]),
      },
      { openapi: '3.2.0' },
    ),
  'doubled callbacks': () =>
    document(
      { '/things': { post: { ...operations({}).post, callbacks: twoCallbacks(40) } } },
      {
        callbacks: entries(41, (level) => [
          `C${level}`,
          { '{$url}': { post: { ...operations({}).post, callbacks: twoCallbacks(level - 1) } } },
        ]),
      },
    ),
  'doubled references where OpenAPI has none': () =>
    document(
      { '/things': operations({}, { $ref: '#/x-M40' }) },
      {},
      entries(41, (level) => [
        `x-M${level}`,
        level === 0 ? { schema: {} } : twoParts({ 'text/plain': { $ref: `#/x-M${level - 1}` } }),
      ]),
    ),
  'doubled dynamic scopes': () =>
    withSchema(
      { $ref: 'https://heavy.test/a24' },
      {
        ...Object.fromEntries(list(25, dynamicLevels).flat()),
        bottom: {
          $id: 'https://heavy.test/bottom',
          allOf: list(25, (level) => ({ $dynamicRef: `#x${level}` })),
          $defs: entries(25, (level) => [`x${level}`, { $dynamicAnchor: `x${level}` }]),
        },
      },
    ),
  'a chain of references': () => chain(MANY, { type: 'string' }, (lower) => lower),
  'a chain of properties': () =>
    chain(5_000, { type: 'string' }, (lower) => ({
      type: 'object',
      required: ['a'],
      properties: { a: lower },
    })),
  'a chain of allOf': () =>
    chain(2_000, { type: 'object' }, (lower, level) => ({
      allOf: [lower],
      properties: { [`p${level}`]: { type: 'string' } },
    })),
  'circles of every kind': () =>
    document(
      {
        '/things': {
          post: {
            ...operations(ref('All')).post,
            parameters: [{ $ref: '#/components/parameters/a' }],
          },
        },
        '/others': { $ref: '#/paths/~1others' },
      },
      {
        schemas: {
          All: { allOf: [ref('All')] },
          One: ref('Two'),
          Two: ref('One'),
          Any: { anyOf: [ref('Any'), ref('Not')] },
          Not: { not: ref('Not') },
          Items: { type: 'array', minItems: 1, items: ref('Items') },
          Object: { type: 'object', required: ['a'], properties: { a: ref('Object') } },
        },
        parameters: {
          a: { $ref: '#/components/parameters/b' },
          b: { $ref: '#/components/parameters/a' },
        },
      },
    ),
  'items in items': () => {
    const text = `${'{"type":"array","items":'.repeat(5000)}{}${'}'.repeat(5000)}`;
    return withSchema(ref('Deep'), { Deep: 'HERE' }).replace('"HERE"', text);
  },
  '20,000 paths': () =>
    document(
      entries(20_000, (index) => [`/things${index}`, operations(ref('Thing'))]),
      { schemas: { Thing: THING } },
    ),
  '10,000 paths with parameters of their own': () =>
    document(
      entries(MANY, (index) => [
        `/things${index}/{id}/{name}`,
        { get: { parameters: [pathParameter('id'), pathParameter('name')], responses: FOUND } },
      ]),
    ),
  '10,000 operations without names on one word': () =>
    document(
      entries(MANY, (index) => [`/${'-'.repeat(index % 100)}a${'_'.repeat(index / 100)}`, GET]),
    ),
  '30,000 alternatives': () =>
    withSchema({ oneOf: list(30_000, (index) => ({ const: `value ${index}` })) }),
  '30,000 alternatives with properties': () =>
    withSchema({
      oneOf: list(30_000, (index) => ({ type: 'object', properties: { [`p${index}`]: {} } })),
    }),
  '2,000 dependent schemas': () =>
    withSchema({
      type: 'object',
      dependentSchemas: entries(2_000, (index) => [`p${index}`, { required: ['other'] }]),
    }),
  '10,000 alternatives of a discriminator': () =>
    withSchema(ref('Any'), {
      Any: {
        oneOf: list(MANY, (index) => ref(`S${index}`)),
        discriminator: {
          propertyName: 'kind',
          mapping: entries(MANY, (index) => [`kind ${index}`, `#/components/schemas/S${index}`]),
        },
      },
      ...entries(MANY, (index) => [
        `S${index}`,
        { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
      ]),
    }),
  '10,000 parts of allOf': () =>
    withSchema({
      allOf: list(MANY, (index) => ({
        type: 'object',
        properties: { [`p${index}`]: { type: 'string' } },
      })),
    }),
  '10,000 components': () =>
    withSchema(
      { type: 'object', properties: entries(MANY, (index) => [`p${index}`, ref(`S${index}`)]) },
      entries(MANY, (index) => [`S${index}`, THING]),
    ),
  '10,000 required properties': () =>
    withSchema({
      type: 'object',
      required: list(MANY, (index) => `p${index}`),
      properties: propertiesWithDefaults(),
    }),
  '10,000 optional properties with defaults': () =>
    withSchema({ type: 'object', properties: propertiesWithDefaults() }),
  '10,000 patterns': () =>
    withSchema({
      type: 'object',
      patternProperties: entries(MANY, (index) => [`^p${index}$`, {}]),
    }),
  '10,000 patterns that backtrack': () =>
    withSchema({ allOf: list(MANY, (at) => ({ pattern: `^(a+)+${at}$` })) }),
  'a pattern that counts': () =>
    withSchema({ type: 'string', pattern: '^((((a{1,99}){1,99}){1,99}){1,99})$' }),
  'a long pattern': () =>
    withSchema({ type: 'string', pattern: `^(${'(a|b)*c?'.repeat(20_000)})$` }),
  'an unreadable pattern in 5,000 places': () =>
    withSchema({ allOf: list(5_000, (at) => ({ pattern: `(?>a)${at}` })) }),
  '50,000 values of an enum': () =>
    withSchema({ type: 'string', enum: list(50_000, (index) => `value ${index}`) }),
  '50,000 objects of an enum': () => withSchema({ enum: list(50_000, (index) => ({ index })) }),
  '50,000 tags': () =>
    document(
      { '/things': { get: { ...GET.get, tags: list(50_000, (index) => `tag ${index}`) } } },
      {},
      { tags: list(50_000, (index) => ({ name: `tag ${index}` })) },
    ),
  '50,000 servers': () =>
    document({ '/things': GET }, {}, { servers: list(50_000, (index) => ({ url: `/v${index}` })) }),
  '50,000 security requirements': () =>
    document(
      { '/things': GET },
      { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
      { security: list(50_000, (index) => ({ key: [`scope ${index}`] })) },
    ),
  '5,000 security schemes': () =>
    document(
      { '/things': GET },
      {
        securitySchemes: entries(5_000, (index) => [
          `key${index}`,
          { type: 'apiKey', in: 'header', name: `X-Key-${index}` },
        ]),
      },
      { security: list(5_000, (index) => ({ [`key${index}`]: [] })) },
    ),
  '10,000 parameters': () => {
    const schema = { type: 'string' };
    const parameters = list(MANY, (index) => ({ name: `q${index}`, in: 'query', schema }));
    return document({ '/things': { get: { ...GET.get, parameters } } });
  },
  '10,000 media types': () => {
    const content = entries(MANY, (index) => [`application/vnd.v${index}+json`, { schema: THING }]);
    return document({ '/things': { post: { requestBody: { content }, responses: FOUND } } });
  },
  '10,000 headers': () => {
    const headers = entries(MANY, (index) => [`X-${index}`, header({ type: 'string' })]);
    return document({
      '/things': { get: { responses: { 200: { description: 'found', headers } } } },
    });
  },
  '10,000 callbacks and links': () => {
    const links = entries(MANY, (index) => [`l${index}`, { operationId: 'create' }]);
    const post = {
      operationId: 'create',
      requestBody: { content: json({}) },
      callbacks: entries(MANY, (index) => [
        `c${index}`,
        { '{$request.body#/url}': operations({}) },
      ]),
      responses: { 200: { description: 'made', links } },
    };
    return document({ '/things': { post } });
  },
  '5,000 examples': () => {
    const examples = entries(5_000, (index) => [`e${index}`, { value: { name: `n ${index}` } }]);
    const content = { 'application/json': { schema: THING, examples } };
    return document({
      '/things': { get: { responses: { 200: { description: 'found', content } } } },
    });
  },
  '5,000 faults': () =>
    document(entries(5_000, (index) => [`/things${index}`, operations(ref(`None${index}`))])),
  '5,000 warnings': () =>
    document(
      entries(5_000, (index) => [`/t${index}/{none}`, { get: { ...GET.get, title: 'unknown' } }]),
    ),
  'an example of 5 MB': () => withSchema({ ...THING, example: { name: 'x'.repeat(5_000_000) } }),
  'an example of 200,000 values': () =>
    withSchema({
      type: 'array',
      items: { type: 'integer' },
      example: list(200_000, (index) => index),
    }),
  'lengths beyond reason': () =>
    withSchema({
      type: 'array',
      minItems: 10_000,
      items: { type: 'array', minItems: 10_000, items: { type: 'string', minLength: 100_000 } },
    }),
  'a text of a billion characters': () => withSchema({ type: 'string', minLength: 1_000_000_000 }),
  'an integer of a million digits': () =>
    withSchema({ type: 'integer', minimum: 0 }).replace(
      '"minimum":0',
      `"minimum":${'9'.repeat(1_000_000)}`,
    ),
  'a number with a great exponent': () =>
    withSchema({ type: 'number', multipleOf: 1e-300, minimum: 1e300 }),
  'a key of 5 MB': () =>
    withSchema({ type: 'object', properties: { ['k'.repeat(5_000_000)]: THING } }),
  'brackets on the indent of their key': () =>
    yaml(
      'tags:',
      ...list(2_000, (index) => `- name: t${index}\n  x-list: [\n    a,\n  ]`),
      "paths: {'/things': {get: {responses: {200: {description: found}}}}}",
    ),
  'brackets that are not closed': () => yaml(`paths: ${'['.repeat(100_000)}`),
  'aliases of aliases': () =>
    yaml(
      'x-0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]',
      ...list(30, (level) => `x-${level + 1}: &a${level + 1} [${`*a${level}, `.repeat(10)}]`),
      'paths: {}',
    ),
  'aliases of schemas': () =>
    yaml(
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
    ),
  'merge keys': () =>
    yaml(
      'x-0: &a0 {a: 1}',
      ...list(5_000, (level) => `x-${level + 1}: &a${level + 1} {<<: *a${level}, k${level}: 1}`),
      'paths: {}',
    ),
};

const THING = { type: 'object', properties: { name: { type: 'string' } } };
const FOUND = { 200: { description: 'found' } };
const GET = { get: { responses: FOUND } };

function document(paths: Json, components: Json = {}, more: Json = {}): string {
  const info = { title: 'heavy', version: '1' };
  return JSON.stringify({ openapi: '3.1.0', info, ...more, paths, components });
}

function withSchema(schema: Json, schemas?: Json): string {
  return document({ '/things': operations(schema) }, { schemas });
}

function yaml(...lines: readonly string[]): string {
  return ['openapi: 3.1.0\ninfo: {title: heavy, version: "1"}', ...lines].join('\n');
}

/** Schemas S0 to S40, each of which refers to the one below. */
function levels(of: (lower: Json, level: number) => Json): Json {
  return schemasAbove(LEVELS, { type: 'object' }, of);
}

function chain(count: number, bottom: Json, of: (lower: Json, level: number) => Json): string {
  return withSchema(ref(`S${count}`), schemasAbove(count, bottom, of));
}

function schemasAbove(count: number, bottom: Json, of: (lower: Json, level: number) => Json): Json {
  return entries(count + 1, (level) => [
    `S${level}`,
    level === 0 ? bottom : of(ref(`S${level - 1}`), level),
  ]);
}

function required(lower: Json): Json {
  return { type: 'object', required: ['a', 'b'], properties: { a: lower, b: lower } };
}

function alternativesWith(lower: Json, level: number): Json {
  return { anyOf: [lower, { allOf: [lower], properties: { [`p${level}`]: {} } }] };
}

function requiredLevels(count: number, width: number): string {
  const names = list(width, (index) => `p${index}`);
  return chain(count, { type: 'string' }, (lower) => ({
    type: 'object',
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, lower])),
  }));
}

function propertiesWithDefaults(): Json {
  return entries(MANY, (index) => [`p${index}`, { type: 'string', default: `d${index}` }]);
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

function twoParts(content: Json): Json {
  const part = { headers: { 'X-A': { content } } };
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

function json(schema: Json, media: Json = { schema }): Json {
  return { 'application/json': media };
}

function header(schema: Json): Json {
  return { required: true, schema };
}

/** Operations of a path: one returns a schema, the other accepts it. */
function operations(schema: Json, media?: Json): { readonly get: Json; readonly post: Json } {
  const content = json(schema, media);
  const responses = { 200: { description: 'found', content } };
  return { get: { responses }, post: { requestBody: { content }, responses } };
}

function pathParameter(name: string): Json {
  return { name, in: 'path', required: true, schema: { type: 'string' } };
}

function entries(length: number, of: (index: number) => readonly [string, unknown]): Json {
  return Object.fromEntries(list(length, of));
}

function list<Item>(length: number, of: (index: number) => Item): Item[] {
  return Array.from({ length }, (_, index) => of(index));
}
