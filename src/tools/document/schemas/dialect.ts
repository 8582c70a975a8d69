import { DocumentError } from '../model/document-error';
import { isJsonObject, type JsonObject, without } from '../model/json-object';
import { METASCHEMA, VOCABULARIES } from './metaschemas';
import type { SchemaDocuments } from './schema-resources';

/**
 * Rewrites a schema of an older draft to JSON Schema 2020-12, without its subschemas.
 *
 * @see https://json-schema.org/specification-links#migrating-from-older-drafts
 */

type Modernise = (schema: JsonObject) => JsonObject;

/**
 * Draft 2019-09: a list of `items` becomes `prefixItems`. Boolean exclusive limits modify `minimum` and `maximum`:
 * draft 04 has them, and they have no other meaning in later drafts.
 */
export const from2019: Modernise = (schema) => withPrefixItems(withLimits(schema));

/** Drafts 04 to 07: in addition, `$ref` overrides its siblings, and `dependencies` is split. */
const fromDrafts4To7: Modernise = (schema) =>
  typeof schema.$ref === 'string' ? { $ref: schema.$ref } : from2019(withDependents(schema));

function withLimits(schema: JsonObject): JsonObject {
  return withExclusive(
    withExclusive(schema, 'minimum', 'exclusiveMinimum'),
    'maximum',
    'exclusiveMaximum',
  );
}

function withPrefixItems(schema: JsonObject): JsonObject {
  const { items, additionalItems } = schema;
  const rest = without(schema, 'additionalItems');
  if (!Array.isArray(items)) return rest;
  return {
    ...without(rest, 'items'),
    ...(items.length > 0 && { prefixItems: items as unknown[] }),
    ...(additionalItems !== undefined && { items: additionalItems }),
  };
}

function withDependents(schema: JsonObject): JsonObject {
  const { dependencies } = schema;
  if (!isJsonObject(dependencies)) return schema;
  const entries = Object.entries(dependencies);
  const required = entries.filter(([, value]) => Array.isArray(value));
  const schemas = entries.filter(([, value]) => !Array.isArray(value));
  return {
    ...without(schema, 'dependencies'),
    ...(required.length > 0 && { dependentRequired: Object.fromEntries(required) }),
    ...(schemas.length > 0 && { dependentSchemas: Object.fromEntries(schemas) }),
  };
}

function withExclusive(schema: JsonObject, limit: string, exclusive: string): JsonObject {
  if (typeof schema[exclusive] !== 'boolean') return schema;
  const rest = without(schema, exclusive);
  if (!schema[exclusive] || !(limit in rest)) return rest;
  return { ...without(rest, limit), [exclusive]: rest[limit] };
}

/**
 * The meaning of keywords in a schema, by its `$schema`.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#specifying-schema-dialects
 */
export interface Dialect {
  /** True for a keyword that is only an annotation in the dialect. */
  ignores(keyword: string, value: unknown): boolean;
  /** Rewrites a schema of another dialect to JSON Schema 2020-12. */
  readonly modernise?: Modernise;
}

/** OpenAPI's own dialect, in which every format is enforced. */
const OPENAPI_DIALECT: Dialect = { ignores: () => false };

const OPENAPI = /^https:\/\/spec\.openapis\.org\/oas\/3\.[12]\/dialect\/[\w-]+$/;

/** Drafts by their metaschema. */
const OLDER: readonly (readonly [metaschema: RegExp, modernise: Modernise])[] = [
  [/^https?:\/\/json-schema\.org\/draft\/2019-09\/schema$/, from2019],
  [/^https?:\/\/json-schema\.org\/draft-0[4-7]\/schema$/, fromDrafts4To7],
];

/** True for the `$schema` of a draft before 2020-12. */
export function isOlderDialect(uri: unknown): boolean {
  return typeof uri === 'string' && OLDER.some(([pattern]) => pattern.test(uri.replace(/#$/, '')));
}

/** True for the `$schema` of any draft of JSON Schema, or of OpenAPI. */
export function isStandardDialect(uri: string): boolean {
  const name = uri.replace(/#$/, '');
  return name === METASCHEMA || OPENAPI.test(name) || isOlderDialect(name);
}

/**
 * The formats that JSON Schema defines. In a schema that names `$schema` they are annotations. Formats of OpenAPI's
 * registry are enforced everywhere.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-7.2.1
 */
const ANNOTATION_FORMATS = new Set<unknown>([
  ...['date', 'date-time', 'duration', 'time', 'email', 'idn-email', 'hostname', 'idn-hostname'],
  ...['ipv4', 'ipv6', 'iri', 'iri-reference', 'uri', 'uri-reference', 'uri-template', 'uuid'],
  ...['json-pointer', 'relative-json-pointer', 'regex'],
]);

const JSON_SCHEMA: Dialect = {
  ignores: (keyword, value) => keyword === 'format' && ANNOTATION_FORMATS.has(value),
};

/** The vocabularies whose absence weakens validation. */
const ASSERTING = ['applicator', 'unevaluated', 'validation'].map(
  (name) => `https://json-schema.org/draft/2020-12/vocab/${name}`,
);

/**
 * The dialect of schemas without `$schema`. It enforces formats even where `jsonSchemaDialect` is JSON Schema's own:
 * only a schema's author can declare them annotations, not the document's.
 *
 * @throws DocumentError like dialectOf
 */
export function defaultDialect(document: JsonObject, documents?: SchemaDocuments): Dialect {
  const { jsonSchemaDialect } = document;
  if (typeof jsonSchemaDialect !== 'string') return OPENAPI_DIALECT;
  const dialect = dialectOf(jsonSchemaDialect, '/jsonSchemaDialect', documents);
  return dialect === JSON_SCHEMA ? OPENAPI_DIALECT : dialect;
}

/**
 * The dialect of a `$schema`.
 *
 * @param documents metaschemas other than the standard ones, by URI
 * @throws DocumentError for an unknown dialect, or one that requires an unknown vocabulary
 */
export function dialectOf(
  uri: string,
  pointer: string,
  documents: SchemaDocuments = new Map(),
): Dialect {
  const name = uri.replace(/#$/, '');
  if (name === METASCHEMA) return JSON_SCHEMA;
  if (OPENAPI.test(name)) return OPENAPI_DIALECT;
  const older = OLDER.find(([pattern]) => pattern.test(name));
  if (older !== undefined) return { ...OPENAPI_DIALECT, modernise: older[1] };
  const metaschema = documents.get(name);
  const vocabularies = isJsonObject(metaschema) ? metaschema.$vocabulary : undefined;
  if (!isJsonObject(vocabularies)) {
    throw fault(pointer, `the dialect "${uri}" is not supported`);
  }
  const unknown = Object.keys(vocabularies).find(
    (vocabulary) => vocabularies[vocabulary] === true && !VOCABULARIES.has(vocabulary),
  );
  if (unknown !== undefined) throw fault(pointer, `the vocabulary "${unknown}" is not supported`);
  const ignored = new Set(
    ASSERTING.filter((name) => !(name in vocabularies)).flatMap(
      (name) => VOCABULARIES.get(name) ?? [],
    ),
  );
  return {
    ignores: (keyword, value) => ignored.has(keyword) || JSON_SCHEMA.ignores(keyword, value),
  };
}

function fault(pointer: string, what: string): DocumentError {
  const message = `${what}; write the schema in JSON Schema 2020-12`;
  return new DocumentError([{ pointer, message }]);
}
