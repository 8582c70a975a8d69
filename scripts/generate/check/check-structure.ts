import Ajv2020 from 'ajv/dist/2020';
import type { ErrorObject, Options, ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import schema31 from '@seriousme/openapi-schema-validator/schemas/v3.1/schema.json';
import schema32 from '@seriousme/openapi-schema-validator/schemas/v3.2/schema.json';
import { describeError } from '../../../src/contract';
import type { DocumentFault } from '../document/document-error';
import { isJsonObject, members } from '../document/json-object';
import { childPointer, pointerKeys, valueAt } from '../document/json-pointer';
import type { LaterVersion } from './check-version';

/** Checks a document against the official schema of its version. @see https://spec.openapis.org/oas/3.2/schema */

/** What makes of a document something else than an OpenAPI document. */
export function structureFaults(plainDocument: unknown, version: LaterVersion): DocumentFault[] {
  // Formats only forbid more, so that a document that has them all needs the other validator no more.
  if (validators[version].formats()(plainDocument)) return [];
  const validate = validators[version].structure();
  return validate(plainDocument) ? [] : toFaults(validate.errors ?? []);
}

/** What the schema forbids beyond, in a document without a fault: URLs and names that are no such. */
export function structureWarnings(plainDocument: unknown, version: LaterVersion): DocumentFault[] {
  const validate = validators[version].formats();
  const errors = validate(plainDocument) ? [] : (validate.errors ?? []);
  const formats = toFaults(errors.filter(({ keyword }) => keyword === 'format'));
  return [...formats, ...nameWarnings(plainDocument)];
}

const METASCHEMA = 'https://json-schema.org/draft/2020-12/schema';

const METHOD_NAMES = '/$defs/path-item/properties/additionalOperations/propertyNames';

/**
 * The official schema with component names and additional operations of any kind, which are checked apart
 * since they are served, and with extensions of a callback, which it takes for path items.
 */
function officialSchema(version: LaterVersion): object {
  const schema = structuredClone(version === '3.1' ? schema31 : schema32);
  for (const section of Object.values(schema.$defs.components.patternProperties)) {
    Reflect.deleteProperty(section, 'propertyNames');
  }
  Object.assign(schema.$defs.callbacks, { patternProperties: { '^x-': true } });
  const methods = valueAt(schema, METHOD_NAMES);
  if (isJsonObject(methods)) Reflect.deleteProperty(methods, 'not');
  return schema;
}

/** They are sound, and to compile them takes longer than to run what they compile to. */
const OFFICIAL_SCHEMAS: Options = {
  strict: false,
  allErrors: true,
  logger: false,
  validateSchema: false,
  code: { optimize: false },
};

const validators = { '3.1': validatorsOf('3.1'), '3.2': validatorsOf('3.2') };

/** Compiled when they are first used. */
function validatorsOf(
  version: LaterVersion,
): Record<'structure' | 'formats', () => ValidateFunction> {
  return {
    structure: once(() => compile(version, false)),
    formats: once(() => compile(version, true)),
  };
}

/** Of the metaschema of JSON Schema 2020-12. To compile it takes longer than to check a small document. */
export const schemaValidator = once(() => {
  const validate = new Ajv2020(OFFICIAL_SCHEMAS).getSchema(METASCHEMA);
  if (validate === undefined) throw new Error(`Ajv does not know ${METASCHEMA}`);
  return validate;
});

function compile(version: LaterVersion, formats: boolean): ValidateFunction {
  const ajv = new Ajv2020(OFFICIAL_SCHEMAS);
  if (formats) addFormats(ajv);
  return ajv.compile(officialSchema(version));
}

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

/** The errors at the deepest place say most; those of enclosing alternatives only repeat them. */
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

/** What to do, where that is plain. */
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

/** For keywords that older drafts or other formats write otherwise. */
const FIXES_OF_TYPE: Readonly<Record<string, string>> = {
  items: '; a list of schemas is "prefixItems" since JSON Schema 2020-12',
  required: '; name the required properties in a list, in the schema of the object that has them',
};
