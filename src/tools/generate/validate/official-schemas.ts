import Ajv2020 from 'ajv/dist/2020';
import type { CodeOptions, ValidateFunction } from 'ajv';
import standaloneCode from 'ajv/dist/standalone';
import addFormats from 'ajv-formats';
import schema31 from '@seriousme/openapi-schema-validator/schemas/v3.1/schema.json';
import schema32 from '@seriousme/openapi-schema-validator/schemas/v3.2/schema.json';
import { isJsonObject, valueAt, METASCHEMA } from '../../document';

/**
 * Validators of the official schemas. Those that every document needs are stored as code, since compiling one takes
 * longer than checking a small document.
 */

export const OFFICIAL = ['json-schema', 'openapi-31', 'openapi-32'] as const;

/** The name of its file in `official/`. */
export type OfficialName = (typeof OFFICIAL)[number];

export function compileOfficial(
  name: OfficialName,
  { formats }: { readonly formats: boolean },
): ValidateFunction {
  // Optimizing takes longer than the few runs.
  return compileBy(createAjv(formats, { optimize: false }), name);
}

/** The stored CommonJS module: with formats, except for schemas, where formats are annotations. */
export function officialCode(name: OfficialName): string {
  const ajv = createAjv(name !== 'json-schema', { optimize: 1, source: true });
  return standaloneCode(ajv, compileBy(ajv, name));
}

function createAjv(formats: boolean, code: CodeOptions): Ajv2020 {
  // The official schemas are valid.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    messages: false,
    logger: false,
    validateSchema: false,
    code,
  });
  if (formats) addFormats(ajv);
  return ajv;
}

function compileBy(ajv: Ajv2020, name: OfficialName): ValidateFunction {
  if (name !== 'json-schema') return ajv.compile(officialSchema(name));
  const validate = ajv.getSchema(METASCHEMA);
  if (validate === undefined) throw new Error(`Ajv does not know ${METASCHEMA}`);
  return validate;
}

const METHOD_NAMES = '/$defs/path-item/properties/additionalOperations/propertyNames';

/**
 * The official schema, changed to accept component names and additional operations of any kind, which are checked
 * elsewhere since they are served, and extensions of a callback, which it mistakes for path items.
 */
function officialSchema(name: 'openapi-31' | 'openapi-32'): object {
  const schema = structuredClone(name === 'openapi-31' ? schema31 : schema32);
  for (const section of Object.values(schema.$defs.components.patternProperties)) {
    Reflect.deleteProperty(section, 'propertyNames');
  }
  Object.assign(schema.$defs.callbacks, { patternProperties: { '^x-': true } });
  const methods = valueAt(schema, METHOD_NAMES);
  if (isJsonObject(methods)) Reflect.deleteProperty(methods, 'not');
  return schema;
}
