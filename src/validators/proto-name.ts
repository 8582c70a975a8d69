import { isJsonObject, type JsonObject } from '../document/model/json-object';

const NAME = '__proto__';

/** A schema that says of a property `__proto__` what Ajv would skip in `properties`. */
export function withProtoName(schema: JsonObject): JsonObject {
  const { properties, patternProperties, allOf } = schema;
  if (!isJsonObject(properties) || !Object.hasOwn(properties, NAME)) return schema;
  const pattern = `^${NAME}$`;
  const patterns = isJsonObject(patternProperties) ? patternProperties : {};
  const all: unknown[] = Array.isArray(allOf) ? allOf : [];
  return {
    ...schema,
    // So that `additionalProperties` knows the name.
    patternProperties: { [pattern]: true, ...patterns },
    allOf: [...all, { patternProperties: { [pattern]: properties[NAME] } }],
  };
}
