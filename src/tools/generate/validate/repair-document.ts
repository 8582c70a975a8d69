import {
  isOlderDialect,
  type DocumentNotice,
  entries,
  isJsonObject,
  type JsonObject,
  mapEntries,
  mapItems,
  members,
  without,
  childPointer,
  Resolver,
  type Kind,
  mapMembers,
  mapSubschemas,
} from '../../document';
import { repairOperationIds, repairPaths, repairSecurity } from './repair-operations';
import { repairSchema, type Warn } from './repair-schema';
import type { LaterVersion } from './upgrade-document';
import { type Described, isFieldOf32, isPart, type Part, unknownFields } from './object-fields';
import { parseMediaType } from 'openapi-trellis/tools';

/**
 * Repairs violations of the standard with a clear meaning: descriptive fields that are not text, and keywords of older
 * versions. Each gives a warning at its place.
 */

interface RepairedDocument {
  readonly document: JsonObject;
  readonly warnings: readonly DocumentNotice[];
}

export function repairDocument(document: JsonObject, version: LaterVersion): RepairedDocument {
  const warnings: DocumentNotice[] = [];
  const warn: Warn = (pointer, message) => warnings.push({ severity: 'warning', pointer, message });
  const fixing = { version, resolver: new Resolver(document), warn };
  const whole = 'info' in document ? document : { ...document, info: {} };
  const fixed = repairObject('openapi', whole, '', fixing) as JsonObject;
  const named = repairOperationIds(repairInfo(fixed, fixing), warn);
  return { document: repairSecurity(repairPaths(named, warn), warn), warnings };
}

interface RepairContext {
  readonly version: LaterVersion;
  readonly resolver: Resolver;
  readonly warn: Warn;
}

function repairObject(kind: Kind, value: unknown, pointer: string, fixing: RepairContext): unknown {
  const { warn } = fixing;
  if (kind === 'schema') return repairSchemas(value, pointer, warn);
  if (!isJsonObject(value)) return value;
  if ('$ref' in value && kind !== 'pathItem') return repairReference(kind, value, pointer, fixing);
  const known = withoutUnknown(kind, value, pointer, fixing);
  const fixed = mapMembers(kind, known, pointer, (inner, member, at) =>
    repairObject(inner, member, at, fixing),
  );
  const remedy = REPAIRS[kind];
  const texts = kind === 'callback' ? fixed : withParts(fixed, pointer, fixing);
  return remedy === undefined ? texts : remedy(texts, pointer, fixing);
}

function repairReference(
  kind: Kind,
  value: JsonObject,
  pointer: string,
  fixing: RepairContext,
): unknown {
  const { resolver, warn } = fixing;
  const header = kind === 'header' ? headerOfParameter(resolver, pointer) : undefined;
  const response = kind === 'response' ? responseOfBody(resolver, pointer) : undefined;
  const meant = header ?? response;
  if (meant === undefined) return withTexts(value, pointer, warn);
  warn(pointer, header === undefined ? REFERS_TO_BODY : REFERS_TO_PARAMETER);
  return repairObject(kind, meant, pointer, fixing);
}

const REFERS_TO_PARAMETER =
  'refers to a parameter, whose name and location count for nothing here; refer to a header';
const REFERS_TO_BODY =
  'refers to a request body, and is read as a response with its content; refer to a response';

/** The response with the content of a request body that it refers to; undefined for any other reference. */
function responseOfBody(resolver: Resolver, pointer: string): JsonObject | undefined {
  const target = resolver.tryResolve(pointer);
  if (target?.pointer.startsWith('/components/requestBodies/') !== true) return undefined;
  const { description = '', content } = target.value;
  return { description, content };
}

function repairSchemas(schema: unknown, pointer: string, warn: Warn): unknown {
  // A schema of an older dialect is read in that dialect.
  if (!isJsonObject(schema) || isOlderDialect(schema.$schema)) return schema;
  const fixed = mapSubschemas(
    schema,
    (subschema, at) => repairSchemas(subschema, at, warn),
    pointer,
  );
  return repairSchema(fixed, pointer, warn);
}

/** Removes the fields that this kind of object does not have. */
function withoutUnknown(
  kind: Described,
  value: JsonObject,
  pointer: string,
  { version, warn }: RepairContext,
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

type Repair = (value: JsonObject, pointer: string, fixing: RepairContext) => JsonObject;

const REPAIRS: Readonly<Partial<Record<Kind, Repair>>> = {
  /** @see https://spec.openapis.org/oas/v3.1.1#responses-object "MUST contain at least one response code" */
  operation: (operation, pointer, { warn }) => {
    if (!isEmpty(operation.responses)) return operation;
    warn(
      childPointer(pointer, 'responses'),
      'states no response, so any status without content may be sent; state the responses',
    );
    return without(operation, 'responses');
  },
  requestBody: (body, pointer, { warn }) => repairContent(body, pointer, warn),
  response: (response, pointer, { version, warn }) => {
    const fixed = repairContent(response, pointer, warn);
    if (version !== '3.1' || 'description' in response) return fixed;
    warn(pointer, 'lacks the property "description"; add it, even if it is empty');
    return { description: '', ...fixed };
  },
  /** @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-9 "If the parameter location is path" */
  parameter: (parameter, pointer, { warn }) => {
    const fixed = repairContent(parameter, pointer, warn, 'text/plain');
    if (parameter.in !== 'path' || parameter.required === true) return fixed;
    warn(pointer, 'a parameter of the path is always there; add "required: true"');
    return { ...fixed, required: true };
  },
  header: (header, pointer, { warn }) => repairContent(header, pointer, warn, 'text/plain'),
};

function isEmpty(value: unknown): boolean {
  return value === null || (isJsonObject(value) && members(value).length === 0);
}

/** Descriptive fields of any object of the document. */
const TEXTS = ['description', 'summary'];

function withTexts(value: JsonObject, pointer: string, warn: Warn): JsonObject {
  const faulty = TEXTS.filter((field) => field in value && typeof value[field] !== 'string');
  if (faulty.length === 0) return value;
  for (const field of faulty) warn(childPointer(pointer, field), NO_TEXT);
  return mapEntries(value, (field, text) => (faulty.includes(field) ? '' : text));
}

const NO_TEXT = 'must be of type string, and is read as an empty one; put the text in quotes';

/** Repairs descriptive fields, and those of objects that the walk does not enter. */
function withParts(value: JsonObject, pointer: string, fixing: RepairContext): JsonObject {
  return mapEntries(withTexts(value, pointer, fixing.warn), (field, part) =>
    isPart(field) ? repairPart(field, part, childPointer(pointer, field), fixing) : part,
  );
}

function repairPart(part: Part, value: unknown, pointer: string, fixing: RepairContext): unknown {
  const repair = (each: unknown, at: string): unknown =>
    isJsonObject(each) ? withParts(withoutUnknown(part, each, at, fixing), at, fixing) : each;
  if (Array.isArray(value)) {
    return mapItems(value, (each, index) => repair(each, childPointer(pointer, index)));
  }
  if (!['variables', 'flows'].includes(part) || !isJsonObject(value)) return repair(value, pointer);
  return mapEntries(value, (name, each) =>
    name.startsWith('x-') ? each : repair(each, childPointer(pointer, name)),
  );
}

function repairInfo(document: JsonObject, fixing: RepairContext): JsonObject {
  const { warn } = fixing;
  const { info: given } = document;
  if (!isJsonObject(given)) return document;
  const pointer = '/info';
  const missing = ['title', 'version'].filter((field) => !(field in given));
  for (const field of missing) {
    warn(pointer, `lacks the property "${field}", which is read as an empty text; add it`);
  }
  const known = withParts(withoutUnknown('info', given, pointer, fixing), pointer, fixing);
  const named = { ...known, ...Object.fromEntries(missing.map((field) => [field, ''])) };
  const info = mapEntries(named, (field, value) => {
    if (!['title', 'version'].includes(field)) return value;
    if (typeof value !== 'number' && typeof value !== 'bigint') return value;
    warn(childPointer(pointer, field), `must be of type string; write "${value}" in quotes`);
    return String(value);
  });
  return { ...document, info };
}

/**
 * The header for a reference from a header to a parameter: with the fields that both have.
 *
 * @returns undefined for any other reference; one that leads nowhere is reported elsewhere
 * @see https://spec.openapis.org/oas/v3.1.1#header-object "follows the structure of the Parameter Object"
 */
function headerOfParameter(resolver: Resolver, pointer: string): JsonObject | undefined {
  const parameter = resolver.tryResolve(pointer)?.value ?? {};
  if (!('in' in parameter && ('schema' in parameter || 'content' in parameter))) return undefined;
  // A header has one style.
  const foreign = new Set([...unknownFields('header', parameter, '3.2'), 'style']);
  return Object.fromEntries(Object.entries(parameter).filter(([field]) => !foreign.has(field)));
}

/**
 * Corrects media type names in the `content` of an object. A name with a clear meaning is replaced; any other is
 * removed, since no content has that type.
 *
 * @param otherwise the replacement for other names, where one name is required
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1
 */
function repairContent(
  owner: JsonObject,
  pointer: string,
  warn: Warn,
  otherwise?: string,
): JsonObject {
  const { content } = owner;
  if (!isJsonObject(content) || Object.keys(content).every(isSound)) return owner;
  const fixed = entries(content).flatMap(([name, media]) => {
    if (isSound(name)) return [[name, media] as const];
    const meant = meaningOf(name) ?? otherwise;
    const isFree = meant !== undefined && !Object.hasOwn(content, meant);
    warn(childPointer(pointer, 'content', name), isFree ? readAs(name, meant) : leftOut(name));
    return isFree ? [[meant, media] as const] : [];
  });
  return { ...owner, content: Object.fromEntries(fixed) };
}

function isSound(name: string): boolean {
  return parseMediaType(name) !== undefined && !UNFINISHED.test(name);
}

/** Separators before parameters that are missing. */
const UNFINISHED = /[;\s]+$/;

/** Abbreviations with one meaning. */
const SHORT_NAMES = new Map([
  ['*', '*/*'],
  ['json', 'application/json'],
  ['xml', 'application/xml'],
]);

function meaningOf(name: string): string | undefined {
  const trimmed = name.replace(UNFINISHED, '').trim();
  const meant = SHORT_NAMES.get(trimmed.toLowerCase()) ?? trimmed;
  return isSound(meant) ? meant : undefined;
}

function readAs(name: string, meant: string): string {
  return `${JSON.stringify(name)} is not the form of a media type, and is read as "${meant}"; write that`;
}

function leftOut(name: string): string {
  return `${JSON.stringify(name)} is no media type, so no content has it, and it is left out; write one, such as "application/json"`;
}
