import { isOlderDialect } from '../../document/schemas/dialect';
import type { DocumentNotice } from '../../document/model/document-error';
import {
  isJsonObject,
  type JsonObject,
  mapEntries,
  mapItems,
  members,
  without,
} from '../../document/model/json-object';
import { childPointer } from '../../document/model/json-pointer';
import { fixContent } from './fix-content';
import { headerOfParameter } from './fix-headers';
import { fixOperationIds } from './fix-operation-ids';
import { fixPaths } from './fix-paths';
import { fixSecurity } from './fix-security';
import { fixSchema, type Warn } from './fix-schema';
import { Resolver } from '../../document/model/resolve';
import { mapMembers, type Kind } from '../../document/model/walk-document';
import { mapSubschemas } from '../../document/model/walk-schema';
import type { LaterVersion } from './check-version';
import { isFieldOf32, unknownFields } from './object-fields';

/**
 * Fixes what the standard forbids and what has one meaning all the same: text about the interface that
 * is no text, and keywords of older versions. Each is reported as a warning, at its place.
 */

interface FixedDocument {
  readonly document: JsonObject;
  readonly warnings: readonly DocumentNotice[];
}

export function fixDocument(document: JsonObject, version: LaterVersion): FixedDocument {
  const warnings: DocumentNotice[] = [];
  const warn: Warn = (pointer, message) => warnings.push({ severity: 'warning', pointer, message });
  const fixing = { version, resolver: new Resolver(document), warn };
  const fixed = fixObject('openapi', document, '', fixing) as JsonObject;
  const named = fixOperationIds(fixMetadata(fixed, fixing), warn);
  return { document: fixSecurity(fixPaths(named, warn), warn), warnings };
}

/** What all objects of a document are fixed with. */
interface Fixing {
  readonly version: LaterVersion;
  /** Of the document as it was read. */
  readonly resolver: Resolver;
  readonly warn: Warn;
}

function fixObject(kind: Kind, value: unknown, pointer: string, fixing: Fixing): unknown {
  const { warn } = fixing;
  if (kind === 'schema') return fixSchemas(value, pointer, warn);
  if (!isJsonObject(value)) return value;
  if ('$ref' in value && kind !== 'pathItem') return fixReference(kind, value, pointer, fixing);
  const known = withoutUnknown(kind, value, pointer, fixing);
  const fixed = mapMembers(kind, known, pointer, (inner, member, at) =>
    fixObject(inner, member, at, fixing),
  );
  const remedy = FIXES[kind];
  const texts = kind === 'callback' ? fixed : withTexts(fixed, pointer, warn);
  return remedy === undefined ? texts : remedy(texts, pointer, fixing);
}

function fixReference(kind: Kind, value: JsonObject, pointer: string, fixing: Fixing): unknown {
  const { resolver, warn } = fixing;
  const header = kind === 'header' ? headerOfParameter(resolver, pointer) : undefined;
  if (header === undefined) return withTexts(value, pointer, warn);
  warn(pointer, REFERS_TO_PARAMETER);
  return fixObject(kind, header, pointer, fixing);
}

const REFERS_TO_PARAMETER =
  'refers to a parameter, whose name and location count for nothing here; refer to a header';

function fixSchemas(schema: unknown, pointer: string, warn: Warn): unknown {
  // A schema of an older dialect is read as that dialect means it.
  if (!isJsonObject(schema) || isOlderDialect(schema.$schema)) return schema;
  const fixed = mapSubschemas(schema, (subschema, at) => fixSchemas(subschema, at, warn), pointer);
  return fixSchema(fixed, pointer, warn);
}

/** An object without the fields that its kind does not have. */
function withoutUnknown(
  kind: Kind | 'info',
  value: JsonObject,
  pointer: string,
  { version, warn }: Fixing,
): JsonObject {
  const unknown = unknownFields(kind, value, version);
  if (unknown.length === 0) return value;
  for (const name of unknown) {
    warn(childPointer(pointer, name), isFieldOf32(kind, name) ? UNKNOWN_BEFORE_32 : UNKNOWN);
  }
  return Object.fromEntries(Object.entries(value).filter(([name]) => !unknown.includes(name)));
}

const UNKNOWN =
  'is no field of this object, and is ignored; remove it, or begin its name with "x-"';
const UNKNOWN_BEFORE_32 =
  'is a field of OpenAPI 3.2, and is ignored in this document; write "openapi: 3.2.0" or remove it';

type Fix = (value: JsonObject, pointer: string, fixing: Fixing) => JsonObject;

const FIXES: Readonly<Partial<Record<Kind, Fix>>> = {
  /** @see https://spec.openapis.org/oas/v3.1.1#responses-object "MUST contain at least one response code" */
  operation: (operation, pointer, { warn }) => {
    if (!isEmpty(operation.responses)) return operation;
    warn(
      childPointer(pointer, 'responses'),
      'states no response, so any status without content may be sent; state the responses',
    );
    return without(operation, 'responses');
  },
  requestBody: (body, pointer, { warn }) => fixContent(body, pointer, warn),
  response: (response, pointer, { version, warn }) => {
    const fixed = fixContent(response, pointer, warn);
    if (version !== '3.1' || 'description' in response) return fixed;
    warn(pointer, 'lacks the property "description"; add it, even if it is empty');
    return { description: '', ...fixed };
  },
  /** @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-9 "If the parameter location is path" */
  parameter: (parameter, pointer, { warn }) => {
    const fixed = fixContent(parameter, pointer, warn, 'text/plain');
    if (parameter.in !== 'path' || parameter.required === true) return fixed;
    warn(pointer, 'a parameter of the path is always there; add "required: true"');
    return { ...fixed, required: true };
  },
  header: (header, pointer, { warn }) => fixContent(header, pointer, warn, 'text/plain'),
};

/** True for an object without members; YAML writes it as null too. */
function isEmpty(value: unknown): boolean {
  return value === null || (isJsonObject(value) && members(value).length === 0);
}

/** Fields that tell people something, in whatever object of the document they stand. */
const TEXTS = ['description', 'summary'];

function withTexts(value: JsonObject, pointer: string, warn: Warn): JsonObject {
  const faulty = TEXTS.filter((field) => field in value && typeof value[field] !== 'string');
  if (faulty.length === 0) return value;
  for (const field of faulty) warn(childPointer(pointer, field), NO_TEXT);
  return mapEntries(value, (field, text) => (faulty.includes(field) ? '' : text));
}

const NO_TEXT = 'must be of type string, and is read as an empty one; put the text in quotes';

/** `info`, `tags` and `externalDocs`, which describe the document. */
function fixMetadata(document: JsonObject, fixing: Fixing): JsonObject {
  const { warn } = fixing;
  return mapEntries(document, (field, value) => {
    const pointer = childPointer('', field);
    if (field === 'info' && isJsonObject(value)) return fixInfo(value, pointer, fixing);
    if (field === 'externalDocs') return fixTexts(value, pointer, warn);
    if (field !== 'tags' || !Array.isArray(value)) return value;
    return mapItems(value, (tag, index) => fixTexts(tag, childPointer(pointer, index), warn));
  });
}

function fixInfo(given: JsonObject, pointer: string, fixing: Fixing): JsonObject {
  const { warn } = fixing;
  const missing = ['title', 'version'].filter((field) => !(field in given));
  for (const field of missing) {
    warn(pointer, `lacks the property "${field}", which is read as an empty text; add it`);
  }
  const known = withoutUnknown('info', withTexts(given, pointer, warn), pointer, fixing);
  const info = { ...known, ...Object.fromEntries(missing.map((field) => [field, ''])) };
  return mapEntries(info, (field, value) => {
    if (!['title', 'version'].includes(field)) return value;
    if (typeof value !== 'number' && typeof value !== 'bigint') return value;
    warn(childPointer(pointer, field), `must be of type string; write "${value}" in quotes`);
    return String(value);
  });
}

function fixTexts(value: unknown, pointer: string, warn: Warn): unknown {
  if (!isJsonObject(value)) return value;
  return mapEntries(withTexts(value, pointer, warn), (field, inner) =>
    field === 'externalDocs' ? fixTexts(inner, childPointer(pointer, field), warn) : inner,
  );
}
