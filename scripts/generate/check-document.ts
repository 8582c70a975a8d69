import Ajv2020 from 'ajv/dist/2020';
import { nameNotices, operationFaults, operationWarnings } from './check-operations';
import { referenceFaults } from './check-references';
import { structureFaults, structureWarnings, toFaults } from './check-structure';
import { DocumentError, type DocumentFault, type DocumentNotice } from './document-error';
import { isJsonObject, type JsonObject } from './json-object';
import { childPointer } from './json-pointer';
import { mendDocument } from './mend-document';
import { operationsOf, type Operation } from './operations';
import { Resolver } from './resolve';
import { schemasOf } from './walk-document';
import { withUniqueNames } from './unique-names';
import { visitSchemas } from './walk-schema';

/** A document that can be compiled, and what its author should know of it. */
export interface CheckedDocument {
  /** What was read, with what has one meaning all the same written as the standard has it. */
  readonly document: JsonObject;
  readonly operations: readonly Operation[];
  readonly notices: readonly DocumentNotice[];
}

/**
 * Checks a document against the OpenAPI 3.1 schema, the metaschema of JSON Schema 2020-12, and what
 * generation needs beyond: references that lead somewhere, names that are unique, no reserved path.
 *
 * @throws DocumentError with every fault found
 * @see https://spec.openapis.org/oas/v3.1.1
 */
export function checkDocument(given: JsonObject): CheckedDocument {
  checkVersion(given);
  const { document, warnings } = mendDocument(given);
  const plain = plainNumbers(document);
  throwAny(structureFaults(plain));
  throwAny([...referenceFaults(document), ...schemaFaults(document)]);
  const operations = operationsOf(new Resolver(document));
  throwAny(operationFaults(operations, document));
  const named = withUniqueNames(document, operations);
  const found = [
    ...structureWarnings(plain),
    ...operationWarnings(operations, document),
    ...named.warnings,
  ];
  return {
    document: named.document,
    operations,
    notices: [
      ...warnings,
      ...found.map((fault) => ({ ...fault, severity: 'warning' as const })),
      ...nameNotices(operations),
    ],
  };
}

function throwAny(faults: readonly DocumentFault[]): void {
  if (faults.length > 0) throw new DocumentError(faults);
}

const CONVERT =
  'only OpenAPI 3.1 can be read; convert the document, for example with "npx @scalar/cli document upgrade FILE --output FILE"';

function checkVersion({ openapi, swagger }: JsonObject): void {
  if (typeof openapi === 'string' && /^3\.1\.\d+(-.+)?$/.test(openapi)) return;
  throw new DocumentError([
    openapi === undefined && swagger !== undefined
      ? { pointer: '/swagger', message: `the version is ${JSON.stringify(swagger)}; ${CONVERT}` }
      : { pointer: '/openapi', message: versionFault(openapi) },
  ]);
}

function versionFault(version: unknown): string {
  if (version === undefined) return `the version is missing; ${CONVERT}`;
  const found = `the version is ${JSON.stringify(plainNumbers(version))}`;
  if (version === 3.1 || version === '3.1') return `${found}; write "3.1.0", in quotes`;
  return `${found}; ${CONVERT}`;
}

/** Keywords that name places for references; only plain references are followed for now. */
const UNSUPPORTED_KEYWORDS = ['$id', '$anchor', '$dynamicAnchor', '$dynamicRef'];

const METASCHEMA = 'https://json-schema.org/draft/2020-12/schema';

/** JSON Schema 2020-12, and OpenAPI's dialects of it, which add annotations only. */
const SUPPORTED_DIALECT =
  /^https:\/\/(?:json-schema\.org\/draft\/2020-12\/schema|spec\.openapis\.org\/oas\/3\.1\/dialect\/[\w-]+)#?$/;

function schemaFaults(document: JsonObject): DocumentFault[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
  const places = schemasOf(document);
  const unsupported: DocumentFault[] = dialectFaults(
    document.jsonSchemaDialect,
    '/jsonSchemaDialect',
  );
  for (const { schema, pointer } of places) {
    visitSchemas(schema, pointer, (subschema, at) => {
      unsupported.push(...dialectFaults(subschema.$schema, childPointer(at, '$schema')));
      for (const keyword of UNSUPPORTED_KEYWORDS.filter((name) => name in subschema)) {
        const message = `the keyword "${keyword}" is not supported yet`;
        unsupported.push({ pointer: childPointer(at, keyword), message });
      }
    });
  }
  const invalid = places.flatMap(({ pointer, schema }) =>
    ajv.validate(METASCHEMA, plainNumbers(schema)) ? [] : toFaults(ajv.errors ?? [], pointer),
  );
  return [...unsupported, ...invalid];
}

/** @see https://spec.openapis.org/oas/v3.1.1#specifying-schema-dialects */
function dialectFaults(dialect: unknown, pointer: string): DocumentFault[] {
  if (typeof dialect !== 'string' || SUPPORTED_DIALECT.test(dialect)) return [];
  const message = `the dialect "${dialect}" is not supported; write the schema in JSON Schema 2020-12`;
  return [{ pointer, message }];
}

/** A copy whose bigints are doubles, for validators that know only those. */
export function plainNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plainNumbers);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainNumbers(item)]));
}
