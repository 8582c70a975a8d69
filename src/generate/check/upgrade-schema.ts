import type { DocumentNotice } from '../../document/model/document-error';
import { without, type JsonObject } from '../../document/model/json-object';
import { childPointer } from '../../document/model/json-pointer';
import { from2019 } from '../../document/schemas/dialect';

/** Takes a notice with the place that it is about. */
export type Note = (severity: DocumentNotice['severity'], pointer: string, message: string) => void;

/**
 * A Schema Object of OpenAPI 3.0 in the words of JSON Schema 2020-12, without those in it. `example` and
 * the formats of binary data are left as they are, since they are read in 3.1 too.
 *
 * @see https://spec.openapis.org/oas/v3.0.4#schema-object
 */
export function upgradeSchema(schema: JsonObject, pointer: string, note: Note): JsonObject {
  if (typeof schema.$ref === 'string') return referenceAlone(schema, pointer, note);
  noteKeywords(schema, pointer, note);
  return withNull(from2019(schema), pointer, note);
}

/** Keywords beside a reference that would change which values are valid, or how they are read. */
const ASSERTING = new Set([
  ...['nullable', 'type', 'enum', 'required', 'properties', 'additionalProperties', 'allOf'],
  ...['oneOf', 'anyOf', 'not', 'items', 'pattern', 'format', 'default', 'readOnly', 'writeOnly'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength'],
  ...['maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
]);

/** @see https://spec.openapis.org/oas/v3.0.4#reference-object "any properties added SHALL be ignored" */
function referenceAlone(schema: JsonObject, pointer: string, note: Note): JsonObject {
  for (const keyword of Object.keys(schema).filter((key) => ASSERTING.has(key))) {
    note('warning', childPointer(pointer, keyword), IGNORED);
  }
  return { $ref: schema.$ref };
}

const IGNORED =
  'is ignored beside "$ref" in OpenAPI 3.0; put both into a list of "allOf", or write "openapi: 3.1.1"';

/**
 * `nullable` adds null to the type beside it, and to nothing else that the schema says.
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
    if (COMBINING.some((keyword) => keyword in schema)) note('notice', at, NO_TYPE);
    return rest;
  }
  if (Array.isArray(values) && !values.includes(null)) note('notice', at, NOT_IN_ENUM);
  return { ...rest, type: [type, 'null'] };
}

const COMBINING = ['allOf', 'anyOf', 'oneOf', 'enum'];
const NO_TYPE =
  'says nothing without "type" beside it in OpenAPI 3.0; where null is meant to be valid, let the schemas beside it allow it';
const NOT_IN_ENUM =
  'does not make null valid here, since "enum" does not list it; where it is meant to be valid, add null to "enum"';

/** Keywords of JSON Schema that change which values are valid, and that OpenAPI 3.0 does not have. */
const LATER = [
  ...['const', 'contains', 'dependentRequired', 'dependentSchemas', 'if', 'patternProperties'],
  ...['prefixItems', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties', '$dynamicRef'],
];

function noteKeywords(schema: JsonObject, pointer: string, note: Note): void {
  const later = LATER.filter((keyword) => keyword in schema);
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
