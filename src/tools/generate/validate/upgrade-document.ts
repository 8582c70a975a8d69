import {
  DocumentError,
  type DocumentNotice,
  isAnnotation,
  isFinal,
  isJsonObject,
  type JsonObject,
  KEYWORDS,
  mapEntries,
  mapItems,
  without,
  Resolver,
  admittedTypes,
  from2019,
  isOlderDialect,
  childPointer,
  type Kind,
  mapMembers,
  mapSubschemas,
} from '../../document';
import { pointerKeys } from 'openapi-trellis/tools';

/** @see https://spec.openapis.org/oas/v3.2.0#versions */
type Version = '3.0' | '3.1' | '3.2';

/** The versions whose schemas are JSON Schema 2020-12. */
export type LaterVersion = Exclude<Version, '3.0'>;

interface VersionedDocument {
  readonly document: JsonObject;
  readonly version: Version;
  readonly warnings: readonly DocumentNotice[];
}

/**
 * The version of a document, which decides about the rest of it.
 *
 * @throws DocumentError for an unsupported version
 */
export function readVersion(given: JsonObject): VersionedDocument {
  const { openapi, swagger } = given;
  const [, version, patch] = /^(3\.[012])(\.\d+(?:-.+)?)?$/.exec(versionText(openapi)) ?? [];
  if (!isVersion(version)) throw new DocumentError([versionFault(openapi, swagger)]);
  if (typeof openapi === 'string' && patch !== undefined) {
    return { document: given, version, warnings: [] };
  }
  const full = `${version}.0`;
  const message = `the version is ${versionText(openapi)} and is read as ${full}; write "${full}", in quotes`;
  return {
    document: { ...given, openapi: full },
    version,
    warnings: [{ severity: 'warning', pointer: '/openapi', message }],
  };
}

function isVersion(version: string | undefined): version is Version {
  return version !== undefined;
}

/** YAML reads an unquoted version as a number, and 3.0 as 3. */
function versionText(version: unknown): string {
  if (typeof version === 'number') return Number.isInteger(version) ? `${version}.0` : `${version}`;
  return typeof version === 'string' ? version : '';
}

const CONVERT =
  'only OpenAPI 3.0, 3.1 and 3.2 can be read; convert the document, for example with "npx @scalar/cli document upgrade FILE --output FILE"';

function versionFault(openapi: unknown, swagger: unknown): { pointer: string; message: string } {
  if (openapi === undefined && swagger !== undefined) {
    return { pointer: '/swagger', message: `the version is ${printed(swagger)}; ${CONVERT}` };
  }
  const found = openapi === undefined ? 'missing' : printed(openapi);
  return { pointer: '/openapi', message: `the version is ${found}; ${CONVERT}` };
}

function printed(value: unknown): string {
  return isJsonObject(value) || Array.isArray(value) || typeof value === 'bigint'
    ? `a ${typeof value}`
    : JSON.stringify(value);
}

interface UpgradedDocument {
  readonly document: JsonObject;
  readonly version: LaterVersion;
  readonly notices: readonly DocumentNotice[];
}

/**
 * Converts a document of OpenAPI 3.0 to an equivalent one of OpenAPI 3.1; later versions are returned unchanged.
 * Unconverted values keep their places, so later messages name the place in the author's text.
 *
 * @see https://spec.openapis.org/oas/v3.0.4
 */
export function upgradeDocument({ document: given, version }: VersionedDocument): UpgradedDocument {
  if (version !== '3.0') return { document: given, version, notices: [] };
  const notices: DocumentNotice[] = [];
  const note: Note = (severity, pointer, message) => notices.push({ severity, pointer, message });
  note('notice', '/openapi', 'OpenAPI 3.0 is read as OpenAPI 3.1 that means the same');
  const upgraded = upgradeObject('openapi', given, '', note) as JsonObject;
  const document = { ...upgraded, openapi: '3.1.1' };
  const resolver = new Resolver(document);
  const kept = notices.filter(
    ({ message, pointer }) => message !== NOT_BESIDE || refusesNull(resolver, pointer),
  );
  return { document, version: '3.1', notices: kept };
}

/** @param pointer of a schema's `nullable`; its references that lead nowhere are reported elsewhere */
function refusesNull(resolver: Resolver, pointer: string): boolean {
  try {
    const types = admittedTypes(resolver, pointer.slice(0, pointer.lastIndexOf('/')));
    return types?.includes('null') === false;
  } catch (error) {
    if (!(error instanceof DocumentError) || isFinal(error)) throw error;
    return false;
  }
}

function upgradeObject(kind: Kind, value: unknown, pointer: string, note: Note): unknown {
  if (kind === 'schema') return upgradeSchemas(value, pointer, note);
  if (!isJsonObject(value)) return value;
  // Siblings of a reference are ignored, except in a path item.
  if (typeof value.$ref === 'string' && kind !== 'pathItem') return { $ref: value.$ref };
  const members = mapMembers(kind, value, pointer, (inner, member, at) =>
    upgradeObject(inner, member, at, note),
  );
  return UPGRADES[kind]?.(members, pointer, note) ?? members;
}

function upgradeSchemas(schema: unknown, pointer: string, note: Note): unknown {
  if (!isJsonObject(schema) || isOlderDialect(schema.$schema)) return schema;
  const members = mapSubschemas(schema, (inner, at) => upgradeSchemas(inner, at, note), pointer);
  return upgradeSchema(members, pointer, note);
}

type Upgrade = (value: JsonObject, pointer: string, note: Note) => JsonObject;

const UPGRADES: Readonly<Partial<Record<Kind, Upgrade>>> = {
  openapi: withServers,
  pathItem: (item, pointer, note) => {
    for (const method of BODILESS) {
      const operation = item[method];
      if (isJsonObject(operation) && 'requestBody' in operation) {
        note('warning', childPointer(pointer, method, 'requestBody'), BODY);
      }
    }
    return withServers(item);
  },
  operation: withServers,
  mediaType: (mediaType, pointer) => {
    const [name = ''] = pointerKeys(pointer).slice(-1);
    const { encoding } = mediaType;
    if (!/^multipart\//i.test(name) || !isJsonObject(encoding)) return mediaType;
    return { ...mediaType, encoding: mapEntries(encoding, (_, each) => withoutStyle(each)) };
  },
};

/** Methods whose requests have no content in HTTP. @see https://spec.openapis.org/oas/v3.0.4#fixed-fields-7 */
const BODILESS = ['get', 'head', 'delete', 'trace'];
const BODY =
  'is read as OpenAPI 3.1 has it; OpenAPI 3.0 ignores the body of this method, so remove it or write "openapi: 3.1.1"';

/** Styles are for URL-encoded forms. @see https://spec.openapis.org/oas/v3.0.4#fixed-fields-12 */
function withoutStyle(encoding: unknown): unknown {
  return isJsonObject(encoding) ? without(encoding, 'style', 'explode', 'allowReserved') : encoding;
}

/** An empty `enum` of a server variable limits nothing. */
function withServers(owner: JsonObject): JsonObject {
  const { servers } = owner;
  if (!Array.isArray(servers)) return owner;
  return { ...owner, servers: mapItems(servers, withVariables) };
}

function withVariables(server: unknown): unknown {
  if (!isJsonObject(server) || !isJsonObject(server.variables)) return server;
  const variables = mapEntries(server.variables, (_, variable) => {
    const isEmpty = isJsonObject(variable) && Array.isArray(variable.enum) && !variable.enum.length;
    return isEmpty ? without(variable, 'enum') : variable;
  });
  return { ...server, variables };
}

/** Reports a notice at a place. */
type Note = (severity: DocumentNotice['severity'], pointer: string, message: string) => void;

/**
 * Converts a Schema Object of OpenAPI 3.0 to JSON Schema 2020-12, without its subschemas. `example` and binary formats
 * are unchanged, since 3.1 reads them too.
 *
 * @see https://spec.openapis.org/oas/v3.0.4#schema-object
 */
function upgradeSchema(schema: JsonObject, pointer: string, note: Note): JsonObject {
  if (typeof schema.$ref === 'string') return referenceAlone(schema, pointer, note);
  noteKeywords(schema, pointer, note);
  return withNull(from2019(schema), pointer, note);
}

/** Annotations that affect validity or decoding. */
const TELLING = ['nullable', 'default', 'readOnly', 'writeOnly'];

/** @see https://spec.openapis.org/oas/v3.0.4#reference-object "any properties added SHALL be ignored" */
function referenceAlone(schema: JsonObject, pointer: string, note: Note): JsonObject {
  for (const keyword of Object.keys(schema)) {
    const isTelling = TELLING.includes(keyword) || !isAnnotation(keyword);
    if (isTelling && keyword !== '$ref') note('warning', childPointer(pointer, keyword), IGNORED);
  }
  return { $ref: schema.$ref };
}

const IGNORED =
  'is ignored beside "$ref" in OpenAPI 3.0; put both into a list of "allOf", or write "openapi: 3.1.1"';

/**
 * `nullable` adds null to the `type` next to it, and affects no other keyword.
 *
 * @see https://spec.openapis.org/oas/v3.0.4#fixed-fields-20
 */
function withNull(schema: JsonObject, pointer: string, note: Note): JsonObject {
  const { nullable, type, enum: values } = schema;
  if (nullable === undefined) return schema;
  const rest = without(schema, 'nullable');
  if (nullable !== true) return rest;
  const at = childPointer(pointer, 'nullable');
  if (typeof type !== 'string') {
    const isLimited = COMBINING.some((keyword) => keyword in schema);
    note('notice', at, isLimited ? NO_TYPE : NO_LIMIT);
    return rest;
  }
  if (Array.isArray(values) && !values.includes(null)) note('notice', at, NOT_IN_ENUM);
  else if (COMBINING.some((keyword) => keyword in schema)) note('notice', at, NOT_BESIDE);
  return { ...rest, type: [type, 'null'] };
}

const COMBINING = ['allOf', 'anyOf', 'oneOf', 'enum'];
const NO_TYPE =
  'says nothing without "type" beside it in OpenAPI 3.0; where null is meant to be valid, let the schemas beside it allow it';
const NO_LIMIT =
  'says nothing without "type" beside it in OpenAPI 3.0, which then allows any type, null too; remove it, or add "type"';
const NOT_BESIDE =
  'does not make null valid here, since the schemas beside it do not allow it; where it is meant to be valid, let them allow it';
const NOT_IN_ENUM =
  'does not make null valid here, since "enum" does not list it; where it is meant to be valid, add null to "enum"';

function noteKeywords(schema: JsonObject, pointer: string, note: Note): void {
  const later = Object.keys(schema).filter((keyword) => KEYWORDS.get(keyword)?.isLater);
  if (Array.isArray(schema.type) || schema.type === 'null') later.push('type');
  for (const limit of ['exclusiveMinimum', 'exclusiveMaximum']) {
    if (limit in schema && typeof schema[limit] !== 'boolean') later.push(limit);
  }
  for (const keyword of later) note('warning', childPointer(pointer, keyword), LATER_KEYWORD);
  if ('nullable' in schema && typeof schema.nullable !== 'boolean') {
    note('warning', childPointer(pointer, 'nullable'), 'must be true or false, and is ignored');
  }
}

const LATER_KEYWORD =
  'is read as JSON Schema 2020-12 has it, which OpenAPI 3.0 does not; write "openapi: 3.1.1"';
