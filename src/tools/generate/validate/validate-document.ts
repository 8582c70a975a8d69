import {
  normalizeMediaTypes,
  normalizeNumbers,
  DocumentError,
  type DocumentFault,
  type DocumentNotice,
  asObject,
  isJsonObject,
  type JsonObject,
  without,
  childPointer,
  withValueAt,
  defaultDialect,
  type Operation,
  operationsOf,
  documentPatterns,
  pointerBeforeHierarchies,
  withHierarchies,
  normalizeSchemas,
  Resolver,
  type SchemaDocuments,
  unknownFormats,
  type Kind,
  mapMembers,
  type SchemaPlace,
  schemasOf,
} from '../../document';
import { pointerKeys, type CarefulPatterns } from 'openapi-trellis/tools';
import { alternativesFaults } from './alternatives';
import { nameNotices, operationFaults, operationWarnings } from './operations';
import { circleFaults, referenceFaults } from './references';
import { readVersion, upgradeDocument } from './upgrade-document';
import {
  schemaValidator,
  structureFaults,
  structureWarnings,
  toFaults,
  xmlWarnings,
} from './structure';
import type { Warn } from './repair-schema';
import { readSlips } from './read-slips';
import { repairDocument } from './repair-document';
import { itemWarnings } from './item-warnings';

/** A valid document, with diagnostics for its author. */
interface ValidatedDocument {
  /** As read, with repairs. */
  readonly document: JsonObject;
  /** Normalized to JSON Schema 2020-12 with local references (normalize-schemas.ts). */
  readonly plain: JsonObject;
  readonly operations: readonly Operation[];
  /** How to match patterns for which backtracking may take long. */
  readonly patterns: CarefulPatterns;
  readonly notices: readonly DocumentNotice[];
  /** Moves a notice about `plain` to the place of its cause in the author's document. */
  readonly atReference: (notice: DocumentNotice) => DocumentNotice;
}

/**
 * Checks a document against the schema of its version of OpenAPI, the metaschema of JSON Schema 2020-12, and the
 * further requirements of generation: references that lead somewhere, unique names, no reserved path.
 *
 * @param documents other documents by URI, which schema references may name
 * @param formats the formats of the service, known in addition to the standards'
 * @throws DocumentError with every fault found
 * @see https://spec.openapis.org/oas/v3.2.0
 */
export function validateDocument(
  given: JsonObject,
  documents?: SchemaDocuments,
  formats: readonly string[] = [],
): ValidatedDocument {
  throwAny(alternativesFaults(given));
  const versioned = readVersion(given);
  const slips: DocumentNotice[] = [];
  const warn: Warn = (pointer, message) => slips.push({ severity: 'warning', pointer, message });
  const read = readSlips(versioned.document, warn);
  const { version, ...upgraded } = upgradeDocument({ ...versioned, document: read });
  const { document, warnings } = repairDocument(
    withKnownDialect(upgraded.document, documents, warn),
    version,
  );
  const numbers = normalizeNumbers(document);
  throwAny(structureFaults(numbers, version));
  throwAny(referenceFaults(document));
  const { document: plain, origins, warnings: referred } = normalizeSchemas(document, documents);
  const isAdded = ({ pointer }: SchemaPlace): boolean => origins.has(pointer);
  const places = schemasOf(plain);
  const found = [
    ...circleFaults(withHierarchies(plain)),
    ...schemaFaults(places.filter((place) => !isAdded(place))),
  ];
  throwAny(found.map((fault) => atOrigin(fault, origins)));
  // Copies are only invalid when they come from places that hold no schemas.
  throwAny(schemaFaults(places.filter(isAdded)).map((fault) => atOrigin(fault, origins)));
  const whole = version === '3.2' ? normalizeMediaTypes(plain) : plain;
  const operations = operationsOf(new Resolver(whole));
  throwAny(operationFaults(operations, whole));
  const patterns = documentPatterns(places);
  const open = patterns.unreadable.reduce<unknown>((all, at) => withValueAt(all, at, true), whole);
  const named = withUniqueNames(asObject(open), operations);
  const atReference = (notice: DocumentNotice): DocumentNotice => {
    const pointer = originOf(notice.pointer, origins) ?? notice.pointer;
    return { ...notice, pointer: pointerBeforeHierarchies(document, pointer) };
  };
  const noticed = [
    ...referred,
    ...structureWarnings(numbers, version),
    ...operationWarnings(operations, whole),
    ...itemWarnings(whole),
    ...named.warnings,
  ];
  return {
    document,
    plain: withHierarchies(named.document),
    operations,
    patterns: patterns.careful,
    notices: [
      ...versioned.warnings,
      ...slips,
      ...upgraded.notices,
      ...warnings,
      ...noticed.map((fault) => ({ ...fault, severity: 'warning' as const })),
      ...[
        ...patterns.notices,
        ...unknownFormats(places, formats),
        ...xmlWarnings(places, version),
      ].map(atReference),
      ...nameNotices(operations),
    ],
    atReference,
  };
}

/** The document without an unknown dialect, which authors may state only for an editor. */
function withKnownDialect(
  document: JsonObject,
  documents: SchemaDocuments | undefined,
  warn: Warn,
): JsonObject {
  try {
    defaultDialect(document, documents);
    return document;
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    warn(
      '/jsonSchemaDialect',
      `"${String(document.jsonSchemaDialect)}" is not known, so schemas are read as those of OpenAPI; remove it, or name its metaschema with --documents`,
    );
    return without(document, 'jsonSchemaDialect');
  }
}

/** The fault of a copied schema, moved to the reference to it. */
function atOrigin(fault: DocumentFault, origins: ReadonlyMap<string, string>): DocumentFault {
  const origin = originOf(fault.pointer, origins);
  if (origin === undefined) return fault;
  const rest = pointerKeys(fault.pointer).slice(3);
  const at = rest.length === 0 ? '' : `at "${childPointer('', ...rest)}" `;
  const message = `what it refers to is not a valid schema: ${at}${fault.message}`;
  return { pointer: origin, message };
}

/** The reference to a copied schema; undefined outside of copies. */
function originOf(pointer: string, origins: ReadonlyMap<string, string>): string | undefined {
  const [root = '', kind = '', name = ''] = pointerKeys(pointer);
  return origins.get(childPointer('', root, kind, name));
}

function throwAny(faults: readonly DocumentFault[]): void {
  if (faults.length > 0) throw new DocumentError(faults);
}

/** @param places of normalized schemas (normalize-schemas.ts) */
function schemaFaults(places: readonly SchemaPlace[]): DocumentFault[] {
  const validate = schemaValidator();
  return places.flatMap(({ pointer, schema }) =>
    validate(normalizeNumbers(schema)) ? [] : toFaults(validate.errors ?? [], pointer),
  );
}

/**
 * Removes the operationId from each operation of a webhook or a callback if another operation has it. These are not
 * served, so only the names of types change.
 *
 * @param operations the served ones, which keep their names
 * @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-7
 */
function withUniqueNames(
  document: JsonObject,
  operations: readonly Operation[],
): { document: JsonObject; warnings: DocumentFault[] } {
  const served = new Set(operations.map(({ pointer }) => pointer));
  const owners = new Map(operations.map(({ operationId, pointer }) => [operationId, pointer]));
  const warnings: DocumentFault[] = [];
  const rename = (kind: Kind, value: unknown, pointer: string): unknown => {
    if (kind === 'schema' || !isJsonObject(value)) return value;
    const mapped = mapMembers(kind, value, pointer, rename);
    const { operationId } = mapped;
    if (kind !== 'operation' || served.has(pointer) || typeof operationId !== 'string') {
      return mapped;
    }
    const owner = owners.get(operationId);
    if (owner === undefined) {
      owners.set(operationId, pointer);
      return mapped;
    }
    const message = `is also that of ${owner}; rename one`;
    warnings.push({ pointer: childPointer(pointer, 'operationId'), message });
    return Object.fromEntries(Object.entries(mapped).filter(([key]) => key !== 'operationId'));
  };
  const renamed = rename('openapi', document, '') as JsonObject;
  return warnings.length > 0 ? { document: renamed, warnings } : { document, warnings };
}
