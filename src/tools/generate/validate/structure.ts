import type { ErrorObject } from 'ajv';
import {
  type DocumentFault,
  type DocumentNotice,
  isJsonObject,
  members,
  childPointer,
  type SchemaPlace,
} from '../../document';
import { pointerKeys, describeError } from 'openapi-trellis/tools';
import type { LaterVersion } from './upgrade-document';
import type * as JsonSchema from './official/json-schema';
import type * as OpenApi31 from './official/openapi-31';
import type * as OpenApi32 from './official/openapi-32';
import { compileOfficial } from './official-schemas';

/** Checks a document against the official schema of its version. @see https://spec.openapis.org/oas/3.2/schema */

/** Violations that make the document something other than OpenAPI. */
export function structureFaults(plainDocument: unknown, version: LaterVersion): DocumentFault[] {
  // Formats only restrict further, so a document that passes with them needs no second check.
  if (validators[version].formats()(plainDocument)) return [];
  const validate = validators[version].structure();
  return validate(plainDocument) ? [] : toFaults(validate.errors ?? []);
}

/** Further violations in a valid document: malformed URLs and names. */
export function structureWarnings(plainDocument: unknown, version: LaterVersion): DocumentFault[] {
  const validate = validators[version].formats();
  const errors = validate(plainDocument) ? [] : (validate.errors ?? []);
  const formats = toFaults(errors.filter(({ keyword }) => keyword === 'format'));
  return [...formats, ...nameWarnings(plainDocument)];
}

// Loaded on first use, since few documents need two of them.
/* eslint-disable @typescript-eslint/no-require-imports */
const validators = {
  '3.1': {
    structure: once(() => compileOfficial('openapi-31', { formats: false })),
    formats: once(() => (require('./official/openapi-31') as typeof OpenApi31).validate),
  },
  '3.2': {
    structure: once(() => compileOfficial('openapi-32', { formats: false })),
    formats: once(() => (require('./official/openapi-32') as typeof OpenApi32).validate),
  },
};

/** The validator for schemas, by the metaschema of JSON Schema 2020-12. */
export const schemaValidator = once(
  () => (require('./official/json-schema') as typeof JsonSchema).validate,
);
/* eslint-enable @typescript-eslint/no-require-imports */

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/** @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-5 */
function nameWarnings(document: unknown): DocumentFault[] {
  const components = isJsonObject(document) ? document.components : {};
  return members(components).flatMap(([section, all]) =>
    Object.keys(isJsonObject(all) ? all : {})
      .filter((name) => !/^[a-zA-Z0-9._-]+$/.test(name))
      .map((name) => {
        const message = `the name ${JSON.stringify(name)} has other characters than letters, digits, ".", "_" and "-", which other tools may refuse; rename it`;
        return { pointer: childPointer('', 'components', section, name), message };
      }),
  );
}

/**
 * Fields of XML Objects that exclude each other. The official schema does not check the contents of schemas.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#xml-object "MUST NOT be present"
 */
export function xmlWarnings(
  places: readonly SchemaPlace[],
  version: LaterVersion,
): DocumentNotice[] {
  if (version === '3.1') return [];
  return places.flatMap(({ schema, pointer }) => {
    const xml = isJsonObject(schema) && isJsonObject(schema.xml) ? schema.xml : {};
    if (!('nodeType' in xml)) return [];
    const excluded = ['attribute', 'wrapped'].filter((field) => field in xml);
    return excluded.map((field) => {
      const message = 'must not stand beside "nodeType", which takes its place; remove one of them';
      return { severity: 'warning', pointer: childPointer(pointer, 'xml', field), message };
    });
  });
}

/** The deepest errors; those of enclosing alternatives only repeat them. */
export function toFaults(errors: readonly ErrorObject[], base = ''): DocumentFault[] {
  const messages = new Map<string, string>();
  const enclosing = new Set<string>();
  for (const error of errors) {
    const { propertyName } = error;
    const at = base + error.instancePath;
    const pointer = propertyName === undefined ? at : childPointer(at, propertyName);
    if (error.keyword === 'if') continue;
    const remedy = remedyOf(error);
    if (remedy !== '' || !messages.has(pointer)) {
      messages.set(
        pointer,
        describeError({ ...error, instancePath: '', params: error.params }) + remedy,
      );
    }
    for (let end = pointer.lastIndexOf('/'); end >= 0; end = pointer.lastIndexOf('/', end - 1)) {
      const parent = pointer.slice(0, end);
      if (enclosing.has(parent)) break;
      enclosing.add(parent);
      if (end === 0) break;
    }
  }
  return [...messages]
    .filter(([pointer]) => !enclosing.has(pointer))
    .map(([pointer, message]) => ({ pointer, message }));
}

/** The remedy, where it is obvious. */
function remedyOf({ keyword, params, instancePath, schemaPath }: ErrorObject): string {
  const [field] = pointerKeys(instancePath).slice(-1);
  if (keyword === 'type') return FIXES_OF_TYPE[field ?? ''] ?? '';
  if (field === 'parameters' && ['not', 'contains'].includes(keyword)) return `; ${ONE_QUERY}`;
  if (keyword !== 'unevaluatedProperties') return '';
  const name = String((params as { unevaluatedProperty: unknown }).unevaluatedProperty);
  if (/^[1-5]xx$/i.test(name)) return `; write "${name.toUpperCase()}"`;
  if (field === 'paths' && !name.startsWith('/')) return `; write "/${name}"`;
  return schemaPath.includes('responses') ? '' : '; remove it, or begin its name with "x-"';
}

/** @see https://spec.openapis.org/oas/v3.2.0#parameter-locations */
export const ONE_QUERY =
  'a parameter with "in: querystring" is the whole query, so there is no other one, and none with "in: query"; keep one';

/** Keywords that older drafts or other formats write differently. */
const FIXES_OF_TYPE: Readonly<Record<string, string>> = {
  items: '; a list of schemas is "prefixItems" since JSON Schema 2020-12',
  required: '; name the required properties in a list, in the schema of the object that has them',
};
