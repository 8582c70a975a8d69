import { isJsonObject, type JsonObject } from './json-object';

const NAME = '__proto__';

/**
 * A schema that says of a property `__proto__` what it says with keywords that Ajv reads for that name
 * too. Ajv skips it in `properties`, `dependentSchemas` and `dependentRequired`.
 */
export function withProtoName(schema: JsonObject): JsonObject {
  const property = own(schema.properties);
  const dependent = own(schema.dependentSchemas);
  const required = own(schema.dependentRequired);
  if (property === undefined && dependent === undefined && required === undefined) return schema;
  const implied = [
    ...(property === undefined ? [] : [{ patternProperties: { [`^${NAME}$`]: property } }]),
    ...(dependent === undefined ? [] : [whenPresent(dependent)]),
    ...(required === undefined ? [] : [whenPresent({ required })]),
  ];
  const allOf: unknown[] = Array.isArray(schema.allOf) ? schema.allOf : [];
  const patterns = isJsonObject(schema.patternProperties) ? schema.patternProperties : {};
  return {
    ...schema,
    // So that `additionalProperties` knows the name.
    ...(property !== undefined && { patternProperties: { [`^${NAME}$`]: true, ...patterns } }),
    allOf: [...allOf, ...implied],
  };
}

function own(map: unknown): unknown {
  return isJsonObject(map) && Object.hasOwn(map, NAME) ? map[NAME] : undefined;
}

function whenPresent(then: unknown): JsonObject {
  return { if: { required: [NAME] }, then };
}
