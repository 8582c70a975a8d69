import { asObject, childPointer, type JsonObject, without } from '../../document';
import { type Warn, warnRead } from './repair-schema';

/** Parameters in the form of Swagger 2.0, of which each has one meaning (read-slips.ts). */

/** Keywords of Swagger 2.0 that moved to the schema. @see https://swagger.io/specification/v2/#parameter-object */
const OF_SCHEMA = [
  ...['type', 'format', 'items', 'default', 'enum', 'pattern', 'minimum', 'maximum'],
  ...['exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'uniqueItems'],
];

/** @see https://swagger.io/specification/v2/#parameter-object "Determines the format of the array" */
const FORMATS: Readonly<Record<string, JsonObject>> = {
  csv: { style: 'form', explode: false },
  multi: { style: 'form', explode: true },
  ssv: { style: 'spaceDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
};

/** Corrects a parameter or header in the form of Swagger 2.0. */
export function withSchema(value: JsonObject, pointer: string, warn: Warn): JsonObject {
  const isRead = 'schema' in value || 'content' in value;
  const isSwagger = ['body', 'formData'].includes(String(value.in));
  if (isRead || isSwagger) return value;
  const own = OF_SCHEMA.filter((key) => key in value);
  const schema = Object.fromEntries(own.map((key) => [key, value[key]]));
  if (own.length === 0) {
    warn(pointer, 'lacks a schema, and is read as a string; add "schema"');
    return { ...value, schema: { type: 'string' } };
  }
  warn(
    pointer,
    `has ${own.map((key) => `"${key}"`).join(', ')} as Swagger 2.0 does; write a "schema" with that`,
  );
  const { collectionFormat } = value;
  const isList = schema.type === 'array' && value.in !== 'path' && value.in !== 'header';
  const format =
    isList && 'in' in value
      ? (FORMATS[typeof collectionFormat === 'string' ? collectionFormat : 'csv'] ?? {})
      : {};
  return { ...without(value, ...own, 'collectionFormat'), ...format, schema };
}

/** A style may be a word of Swagger 2.0. */
export function withStyle(value: JsonObject, pointer: string, warn: Warn): JsonObject {
  const { in: location, style, explode } = value;
  if (location !== 'query' || typeof style !== 'string' || !Object.hasOwn(FORMATS, style))
    return value;
  const meant = FORMATS[style];
  if (explode !== undefined && explode !== meant?.explode) return value;
  return { ...value, ...warnRead(style, meant, childPointer(pointer, 'style'), warn) };
}

/** The body of Swagger 2.0, a parameter. @see https://swagger.io/specification/v2/#parameter-object "Body" */
export function withBody(operation: JsonObject, pointer: string, warn: Warn): JsonObject {
  const { parameters, requestBody } = operation;
  if (!Array.isArray(parameters) || requestBody !== undefined) return operation;
  const bodies = parameters.filter((each) => asObject(each).in === 'body' && 'schema' in each);
  const [{ schema, description, required } = {}, ...others] = bodies as JsonObject[];
  if (schema === undefined || others.length > 0) return operation;
  const at = childPointer(pointer, 'parameters', parameters.indexOf(bodies[0]));
  warn(at, 'is the body of Swagger 2.0, and is read as one of JSON; write "requestBody"');
  return {
    ...operation,
    parameters: parameters.filter((each) => each !== bodies[0]),
    requestBody: {
      ...(description !== undefined && { description }),
      ...(required !== undefined && { required }),
      content: { 'application/json': { schema } },
    },
  };
}
