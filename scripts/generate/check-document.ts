import Ajv2020 from 'ajv/dist/2020';
import type { ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import openapiSchema from '@seriousme/openapi-schema-validator/schemas/v3.1/schema.json';
import { describeError } from '../../src/contract/validation-message';
import { DocumentError, type DocumentFault } from './document-error';
import { isJsonObject, type JsonObject } from './json-object';
import { valueAt } from './json-pointer';
import { circleFaults } from './check-circles';
import { operationFaults } from './check-operations';
import { operationsOf } from './operations';
import { plainSchemas } from './plain-schemas';
import { Resolver } from './resolve';
import type { SchemaDocuments } from './schema-resources';
import { schemasOf, type SchemaPlace } from './walk-document';

/**
 * Checks a document against the OpenAPI 3.1 schema, the metaschema of JSON Schema 2020-12, and what
 * generation needs beyond: references that lead somewhere, names that are unique, no reserved path.
 *
 * @param documents those that references of schemas may name, by URI
 * @throws DocumentError with every fault found
 * @see https://spec.openapis.org/oas/v3.1.1
 */
export function checkDocument(document: JsonObject, documents?: SchemaDocuments): void {
  checkVersion(document.openapi);
  const faults = structureFaults(document);
  if (faults.length > 0) throw new DocumentError(faults);
  const plain = plainSchemas(document, documents);
  const isAdded = ({ pointer }: SchemaPlace): boolean => valueAt(document, pointer) === undefined;
  const places = schemasOf(plain);
  const found = [
    ...circleFaults(plain),
    ...schemaFaults(places.filter((place) => !isAdded(place))),
  ];
  // Copies of sound schemas are faulty only when they come from other documents.
  if (found.length === 0) found.push(...schemaFaults(places.filter(isAdded)));
  if (found.length > 0) throw new DocumentError(found);
  const operationFault = operationFaults(operationsOf(new Resolver(document)), document);
  if (operationFault.length > 0) throw new DocumentError(operationFault);
}

function checkVersion(version: unknown): void {
  if (typeof version === 'string' && /^3\.1\.\d+(-.+)?$/.test(version)) return;
  const found = version === undefined ? 'is missing' : `is ${JSON.stringify(version)}`;
  const message = `the version ${found}; only OpenAPI 3.1 can be read, so convert the document to it`;
  throw new DocumentError([{ pointer: '/openapi', message }]);
}

function structureFaults(document: JsonObject): DocumentFault[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
  addFormats(ajv);
  if (ajv.validate(openapiSchema, plainNumbers(document))) return [];
  return toFaults(ajv.errors ?? []);
}

/** The errors at the deepest place say most; those of enclosing alternatives only repeat them. */
function toFaults(errors: readonly ErrorObject[], base = ''): DocumentFault[] {
  const messages = new Map<string, string>();
  for (const error of errors) {
    const pointer = base + error.instancePath;
    if (error.keyword === 'if') continue;
    if (!messages.has(pointer)) {
      messages.set(pointer, describeError({ ...error, instancePath: '', params: error.params }));
    }
  }
  const pointers = [...messages.keys()];
  return pointers
    .filter((pointer) => !pointers.some((other) => other.startsWith(`${pointer}/`)))
    .map((pointer) => ({ pointer, message: messages.get(pointer) ?? '' }));
}

const METASCHEMA = 'https://json-schema.org/draft/2020-12/schema';

/** @param places of schemas in JSON Schema 2020-12 with plain references only (plain-schemas.ts) */
function schemaFaults(places: readonly SchemaPlace[]): DocumentFault[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
  return places.flatMap(({ pointer, schema }) =>
    ajv.validate(METASCHEMA, plainNumbers(schema)) ? [] : toFaults(ajv.errors ?? [], pointer),
  );
}

/** A copy whose bigints are doubles, for validators that know only those. */
export function plainNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plainNumbers);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainNumbers(item)]));
}
