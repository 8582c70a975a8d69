import { DocumentError, type DocumentNotice } from '../../document/model/document-error';
import { isJsonObject, type JsonObject } from '../../document/model/json-object';

/** The feature set of OpenAPI that a document is written in. @see https://spec.openapis.org/oas/v3.2.0#versions */
type Version = '3.0' | '3.1' | '3.2';

/** The versions whose schemas are those of JSON Schema 2020-12. */
export type LaterVersion = Exclude<Version, '3.0'>;

/** A document whose version is written as the standard has it. */
export interface VersionedDocument {
  readonly document: JsonObject;
  readonly version: Version;
  readonly warnings: readonly DocumentNotice[];
}

/**
 * The version of a document, which decides what else may stand in it.
 *
 * @throws DocumentError for a version that cannot be read
 */
export function checkVersion(given: JsonObject): VersionedDocument {
  const { openapi, swagger } = given;
  const [, version, patch] = /^(3\.[012])(\.\d+(?:-.+)?)?$/.exec(textOf(openapi)) ?? [];
  if (!isVersion(version)) throw new DocumentError([versionFault(openapi, swagger)]);
  if (typeof openapi === 'string' && patch !== undefined) {
    return { document: given, version, warnings: [] };
  }
  const full = `${version}.0`;
  const message = `the version is ${textOf(openapi)} and is read as ${full}; write "${full}", in quotes`;
  return {
    document: { ...given, openapi: full },
    version,
    warnings: [{ severity: 'warning', pointer: '/openapi', message }],
  };
}

function isVersion(version: string | undefined): version is Version {
  return version !== undefined;
}

/** YAML reads a version without quotes as a number, and 3.0 as 3. */
function textOf(version: unknown): string {
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
