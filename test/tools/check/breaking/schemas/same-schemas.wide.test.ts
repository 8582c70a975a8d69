import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  compareDocuments,
  compareVersions,
  readVersion,
} from '../../../../../src/tools/check/breaking/compare-documents';
import { stringifyJson } from '../../../../../src/runtime/contract';
import {
  asObject,
  isJsonObject,
  type JsonObject,
  mapSubschemas,
  parseSource,
  type SourceDocument,
} from '../../../../../src/tools/document';
import { readDocument } from '../../../../../src/tools/document/read/read-document';
import { temporaryFolder } from '../../../../support/temporary-folder';
import { SchemaRelations } from '../../../../../src/tools/check/breaking/schemas/same-schemas';
import { body, documentOf } from '../../../../support/changed-documents';
import { itEach } from '../../../../support/it-each';

/** Equivalent rewrites of documents, in which the comparison must find nothing. */

const TEXT = { type: 'string' };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: unknown): JsonObject => ({ content: { 'application/json': { schema } } });

/** Each rewrite has something in it to change. */
const LIBRARY: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1' },
  paths: {
    '/books/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: ref('Id') }],
      put: {
        summary: 'Put a book',
        parameters: [
          { name: 'X-Reader', in: 'header', schema: { ...TEXT, maxLength: 9 } },
          { name: 'order', in: 'query', schema: { enum: ['title', 'year'] } },
        ],
        requestBody: { required: true, ...json(ref('Book')) },
        responses: {
          200: { description: 'Put', ...json({ type: 'array', items: ref('Item') }) },
          '4XX': { description: 'Refused', ...json({ anyOf: [ref('Id'), { type: 'null' }] }) },
        },
      },
    },
  },
  components: {
    schemas: {
      Id: { ...TEXT, pattern: '^[0-9]{13}$', description: 'An ISBN' },
      Book: {
        type: 'object',
        required: ['id', 'title'],
        properties: {
          id: ref('Id'),
          form: { const: 'book' },
          title: { ...TEXT, minLength: 1, maxLength: 80 },
          tags: { type: ['array', 'null'], items: TEXT, maxItems: 3 },
          copies: { type: 'array', items: { type: 'object' }, contains: { required: ['shelf'] } },
          names: { patternProperties: { '^x-': TEXT }, propertyNames: { pattern: '^[a-z-]+$' } },
          loan: ref('Loan'),
          cites: { type: 'array', items: ref('Book') },
          added: { ...TEXT, format: 'date', readOnly: true },
        },
      },
      Loan: {
        type: 'object',
        properties: { until: { ...TEXT, format: 'date' } },
        dependentRequired: { lent: ['until'] },
        if: { properties: { lent: { const: true } } },
        then: { minProperties: 2 },
        unevaluatedProperties: { type: 'boolean' },
      },
      Novel: { type: 'object', required: ['kind'], properties: { kind: { const: 'novel' } } },
      Essay: { type: 'object', required: ['kind'], properties: { kind: { const: 'essay' } } },
      Item: { allOf: [ref('Book'), { oneOf: [ref('Novel'), ref('Essay')] }] },
    },
  },
};
const source = parseSource(stringifyJson(LIBRARY), 'library.json');
const base = readVersion(source);

type Rewrite = (document: JsonObject) => JsonObject;

/** Maps each object in a value, the innermost first. */
function mapped(value: unknown, map: (object: JsonObject) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapped(item, map));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, mapped(each, map)]);
  return map(Object.fromEntries(entries) as JsonObject);
}

const everywhere =
  (map: (object: JsonObject) => unknown): Rewrite =>
  (document) =>
    mapped(document, map) as JsonObject;

/** Replaces each schema of a Media Type Object, a Parameter Object, a Header Object or the components. */
const ofSchemas = (map: (schema: unknown, document: JsonObject) => unknown): Rewrite => {
  const deep = (schema: unknown, document: JsonObject): unknown =>
    isJsonObject(schema)
      ? map(
          mapSubschemas(schema, (inner) => deep(inner, document)),
          document,
        )
      : schema;
  return (document) => {
    const inner = everywhere((object) =>
      isJsonObject(object.schema) ? { ...object, schema: deep(object.schema, document) } : object,
    )({ ...document, components: { ...asObject(document.components), schemas: {} } });
    const named = Object.entries(asObject(asObject(document.components).schemas));
    const schemas = Object.fromEntries(named.map(([name, each]) => [name, deep(each, document)]));
    return { ...inner, components: { ...asObject(inner.components), schemas } };
  };
};

const reversed = (value: unknown): unknown => (Array.isArray(value) ? value.toReversed() : value);
const named = (document: JsonObject, reference: unknown): unknown =>
  asObject(asObject(document.components).schemas)[
    String(reference).replace('#/components/schemas/', '')
  ];
const isReference = (schema: unknown): schema is JsonObject =>
  isJsonObject(schema) && String(schema.$ref).startsWith('#/components/schemas/');
/** True for a schema that can be split into several. */
const isDivisible = (schema: unknown): schema is JsonObject =>
  isJsonObject(schema) &&
  isJsonObject(schema.properties) &&
  !['additionalProperties', 'unevaluatedProperties', 'allOf', 'if'].some((each) => each in schema);

const REWRITES: Readonly<Record<string, [Rewrite]>> = {
  'with its members in another order': [
    everywhere((o) => Object.fromEntries(Object.entries(o).reverse())),
  ],
  'with other texts': [
    everywhere((o) => ({
      ...o,
      ...(typeof o.description === 'string' && { description: 'Said otherwise' }),
      ...(typeof o.summary === 'string' && { summary: 'Said otherwise' }),
    })),
  ],
  'with extensions': [ofSchemas((s) => (isJsonObject(s) ? { ...s, 'x-more': 1 } : s))],
  'with unknown keywords': [ofSchemas((s) => (isJsonObject(s) ? { ...s, minLenght: 1 } : s))],
  'with other names of components': [
    (document) => {
      const renamed = everywhere((o) =>
        isReference(o) ? { ...o, $ref: `${String(o.$ref)}Renamed` } : o,
      )(document);
      const components = asObject(renamed.components);
      const schemas = Object.entries(asObject(components.schemas));
      const others = schemas.map(([name, schema]) => [`${name}Renamed`, schema]);
      return {
        ...renamed,
        components: { ...components, schemas: Object.fromEntries(others) as JsonObject },
      };
    },
  ],
  'with references written out': [ofSchemas((s, d) => (isReference(s) ? named(d, s.$ref) : s))],
  'with schemas in an allOf': [ofSchemas((s) => (isReference(s) ? { allOf: [s] } : s))],
  'with schemas in a choice of one': [ofSchemas((s) => (isReference(s) ? { oneOf: [s] } : s))],
  'with texts beside references': [
    ofSchemas((s) => (isReference(s) ? { ...s, description: 'A' } : s)),
  ],
  'with objects in parts': [
    ofSchemas((s) => {
      if (!isDivisible(s)) return s;
      const { properties, ...others } = s;
      return { allOf: [others, { properties }] };
    }),
  ],
  'with one schema a property': [
    ofSchemas((s) => {
      if (!isDivisible(s)) return s;
      const { properties, ...others } = s;
      const each = Object.entries(asObject(properties));
      return { ...others, allOf: each.map(([name, inner]) => ({ properties: { [name]: inner } })) };
    }),
  ],
  'with lists of types': [
    ofSchemas((s) =>
      isJsonObject(s) && typeof s.type === 'string' ? { ...s, type: [s.type] } : s,
    ),
  ],
  'with enums of one': [
    ofSchemas((s) => {
      if (!isJsonObject(s) || !('const' in s)) return s;
      const { const: only, ...others } = s;
      return { ...others, enum: [only] };
    }),
  ],
  'with lists in another order': [
    ofSchemas((s) => {
      if (!isJsonObject(s)) return s;
      const lists = ['enum', 'required', 'anyOf', 'oneOf', 'allOf', 'type'];
      const found = lists.filter((keyword) => keyword in s);
      return { ...s, ...Object.fromEntries(found.map((each) => [each, reversed(s[each])])) };
    }),
  ],
  'with keywords that say nothing': [
    ofSchemas((s) =>
      isJsonObject(s) && s.type === 'string' && !('minLength' in s) ? { ...s, minLength: 0 } : s,
    ),
  ],
  'with limits said twice': [
    ofSchemas((s) =>
      isJsonObject(s) && typeof s.maxLength === 'number'
        ? { ...s, allOf: [...((s.allOf ?? []) as unknown[]), { maxLength: s.maxLength + 1 }] }
        : s,
    ),
  ],
  'with other names of path expressions': [
    (document) => {
      const renamed = everywhere((o) =>
        o.in === 'path' ? { ...o, name: `${String(o.name)}X` } : o,
      )(document);
      const paths = Object.entries(asObject(renamed.paths));
      const others = paths.map(([template, item]) => [template.replaceAll('}', 'X}'), item]);
      return { ...renamed, paths: Object.fromEntries(others) as JsonObject };
    },
  ],
  'with names of headers in capitals': [
    everywhere((o) => (o.in === 'header' ? { ...o, name: String(o.name).toUpperCase() } : o)),
  ],
};

itEach(REWRITES)('means the same %s', async (_, rewrite) => {
  const rewritten = stringifyJson(rewrite(source.document));
  expect(rewritten).not.toBe(stringifyJson(source.document));
  const revision = readVersion(parseSource(rewritten, 'rewritten.json'));
  await expect(compareVersions({ base, revision })).resolves.toEqual([]);
});

const folder = temporaryFolder();

it('means the same in several files', async () => {
  const one = source.document;
  const schemas = asObject(asObject(one.components).schemas);
  mkdirSync(path.join(folder, 'schemas'));
  const moved = everywhere((o) =>
    isReference(o)
      ? { ...o, $ref: `schemas/all.json#/${String(o.$ref).replace('#/components/schemas/', '')}` }
      : o,
  );
  const within = everywhere((o) =>
    isReference(o) ? { ...o, $ref: `#/${String(o.$ref).replace('#/components/schemas/', '')}` } : o,
  );
  writeFileSync(path.join(folder, 'schemas', 'all.json'), stringifyJson(within(schemas)));
  const rest = moved({ ...one, components: { ...asObject(one.components), schemas: {} } });
  writeFileSync(path.join(folder, 'openapi.json'), stringifyJson(rest));
  const several = readDocument(path.join(folder, 'openapi.json'));
  await expect(compareDocuments(source, several)).resolves.toEqual([]);
});

it('means the same in OpenAPI 3.0 and 3.1', async () => {
  const at = (openapi: string, schema: JsonObject): SourceDocument =>
    parseSource(
      JSON.stringify({
        openapi,
        info: { title: 'Upgraded', version: '1' },
        paths: {
          '/a': {
            put: {
              requestBody: { content: { 'application/json': { schema } } },
              responses: { 200: { description: 'a', content: { 'application/json': { schema } } } },
            },
          },
        },
      }),
      'upgraded.json',
    );
  const before = {
    type: 'object',
    properties: {
      a: { type: 'string', nullable: true },
      d: { type: 'string', format: 'byte' },
      b: { type: 'number', minimum: 0, exclusiveMinimum: true },
      c: { type: 'integer', maximum: 5, exclusiveMaximum: false },
    },
  };
  const after = {
    type: 'object',
    properties: {
      a: { type: ['string', 'null'] },
      d: { type: 'string', contentEncoding: 'base64' },
      b: { type: 'number', exclusiveMinimum: 0 },
      c: { type: 'integer', maximum: 5 },
    },
  };
  await expect(compareDocuments(at('3.0.3', before), at('3.1.0', after))).resolves.toEqual([]);
});

describe('all values of a schema', () => {
  const AT = '/paths/~1things~1{id}/post/requestBody/content/application~1json/schema';

  /** Whether the second schema is proved to accept everything that the first one accepts. */
  async function isWider(base: unknown, revision: unknown): Promise<boolean> {
    const read = (schema: unknown): ReturnType<typeof readVersion> =>
      readVersion(parseSource(stringifyJson(documentOf(body(schema))), 'schema.json'));
    const versions = { base: read(base), revision: read(revision) };
    const { resolver } = versions.base.loaded;
    const relations = new SchemaRelations(versions, 'request');
    return relations.isWider(resolver.at(AT), versions.revision.loaded.resolver.at(AT));
  }

  /** Texts, except for one item, which is a number. */
  function listed(count: number, at: number): object {
    const prefixItems = Array.from({ length: count }, (_, index) =>
      index === at ? { type: 'integer' } : TEXT,
    );
    return { type: 'array', prefixItems, items: TEXT };
  }

  it.each([
    ['texts', listed(10, -1), true],
    ['a number', listed(10, 7), false],
    ['a number far on', listed(25, 22), false],
  ])('claims of a list only what holds of each item: %s', async (_, schema, expected) => {
    expect(await isWider(schema, { type: 'array', items: TEXT })).toBe(expected);
  });

  const LARGE = 2n ** 53n;
  const HIDDEN = { id: { readOnly: true } };
  const DEMAND = { required: ['id'] };
  const part = (name: string): JsonObject => ({ $ref: `#${AT}/properties/${name}` });

  itEach({
    'that a reference refuses': [{ type: 'array' }, { properties: { a: false }, items: part('a') }],
    'that an alternative refuses': [
      { type: 'array' },
      { properties: { a: false }, anyOf: [part('a'), TEXT] },
    ],
    'without what its alternative requires': [{}, { properties: HIDDEN, anyOf: [DEMAND] }],
    'without what a referenced schema requires': [
      { properties: { a: DEMAND } },
      { properties: { ...HIDDEN, a: DEMAND }, ...part('a') },
    ],
    'at large steps': [
      { type: 'integer', minimum: -5, maximum: 5, multipleOf: Number.MAX_SAFE_INTEGER },
      { const: 5 },
    ],
    'at a large minimum': [
      { type: 'integer', minimum: LARGE },
      { allOf: [{ minimum: LARGE }, { minimum: LARGE + 1n }] },
    ],
    'at a large maximum': [
      { type: 'integer', maximum: LARGE + 1n },
      { allOf: [{ maximum: LARGE + 1n }, { maximum: LARGE }] },
    ],
  })('are not claimed for a value %s', async (_, base, revision) => {
    expect(await isWider(base, revision)).toBe(false);
  });
});
