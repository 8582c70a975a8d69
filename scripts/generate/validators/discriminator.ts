import { isJsonObject, strings, type JsonObject } from '../document/json-object';
import { childPointer, fragmentPointer, pointerKeys, valueAt } from '../document/json-pointer';

/** Which alternative of a `oneOf` or `anyOf` a value names. */
export interface Discriminator {
  readonly property: string;
  /** Of each alternative, in their order, the values of the property that name it. */
  readonly alternatives: readonly (readonly string[])[];
}

/**
 * The discriminator of a schema, if it has one beside alternatives.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#discriminator-object
 */
export function discriminatorOf(
  document: JsonObject,
  schema: JsonObject,
): Discriminator | undefined {
  const { discriminator } = schema;
  const branches = schema.oneOf ?? schema.anyOf;
  if (!isJsonObject(discriminator) || !Array.isArray(branches)) return undefined;
  if (typeof discriminator.propertyName !== 'string') return undefined;
  const property = discriminator.propertyName;
  const mapping = Object.entries(isJsonObject(discriminator.mapping) ? discriminator.mapping : {});
  const alternatives = branches.map((branch: unknown) => {
    const pointer = isJsonObject(branch) ? referencePointer(branch.$ref) : undefined;
    const mapped = mapping
      .filter(([, reference]) => pointer !== undefined && mappedPointer(reference) === pointer)
      .map(([value]) => value);
    if (mapped.length > 0) return mapped;
    const stated = statedValues(document, branch, property);
    return stated.length > 0 || pointer === undefined ? stated : pointerKeys(pointer).slice(-1);
  });
  return alternatives.flat().length > 0 ? { property, alternatives } : undefined;
}

function referencePointer(reference: unknown): string | undefined {
  return typeof reference === 'string' ? fragmentPointer(reference) : undefined;
}

/** A mapping names a component, or refers to a schema. */
function mappedPointer(reference: unknown): string {
  return (
    referencePointer(reference) ?? childPointer('', 'components', 'schemas', String(reference))
  );
}

/** The values that an alternative itself allows the property: by `const` or `enum`. */
function statedValues(
  document: JsonObject,
  schema: unknown,
  property: string,
  within: readonly unknown[] = [],
): string[] {
  if (!isJsonObject(schema) || within.includes(schema)) return [];
  const { properties, $ref, allOf } = schema;
  const stated = valueAt(properties, childPointer('', property));
  if (isJsonObject(stated)) {
    const values = strings('const' in stated ? [stated.const] : stated.enum);
    if (values.length > 0) return values;
  }
  const pointer = referencePointer($ref);
  const target = pointer === undefined ? undefined : valueAt(document, pointer);
  const applied: unknown[] = [target, ...(Array.isArray(allOf) ? (allOf as unknown[]) : [])];
  const inner = [...within, schema];
  return applied.flatMap((each) => statedValues(document, each, property, inner));
}
