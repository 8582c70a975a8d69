import { memoize } from 'openapi-trellis/tools';
import { getOrMake } from '../get-or-make';
import { asObject, isJsonObject, strings, type JsonObject } from '../model/json-object';
import { childPointer, fragmentPointer, pointerKeys } from '../model/json-pointer';
import { isPlace, listAt, memberAt, type ObjectSchemaAt, type SchemaAt } from '../model/schema-at';
import { ALWAYS, appliedSchemas, applicableSchemas, type References } from './in-place-applicators';

/** How a property value selects an alternative of a `oneOf` or `anyOf`. */
export interface Discriminator {
  readonly property: string;
  /** The property values that select each alternative. */
  readonly alternatives: readonly (readonly string[])[];
  /** The index of the alternative for all other values. */
  readonly fallback?: number;
}

/**
 * The discriminator of a schema with alternatives, if it has one.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#discriminator-object
 */
export function discriminatorOf(
  references: References,
  place: ObjectSchemaAt,
): Discriminator | undefined {
  const { discriminator } = place.schema;
  const branches = listAt(place, 'oneOf' in place.schema ? 'oneOf' : 'anyOf');
  if (!isJsonObject(discriminator) || typeof discriminator.propertyName !== 'string') {
    return undefined;
  }
  const property = discriminator.propertyName;
  const alternatives = branches.map((branch) => {
    const { mapped, name } = namesOf(references, discriminator, branch);
    if (mapped.length > 0) return mapped;
    const stated = statedValues(references, branch, property);
    return stated.length > 0 ? stated : name;
  });
  if (alternatives.flat().length === 0) return undefined;
  const fallback = branches.findIndex((branch) => isFallback(references, discriminator, branch));
  return { property, alternatives, ...(fallback >= 0 && { fallback }) };
}

/** @see https://spec.openapis.org/oas/v3.2.0#optional-discriminating-property */
export function isFallback(
  references: References,
  { defaultMapping }: JsonObject,
  branch: SchemaAt,
): boolean {
  if (typeof defaultMapping !== 'string' || !isPlace(branch)) return false;
  const [target] = appliedSchemas(references, branch, ['$ref']);
  return target?.pointer === mappedPointer(defaultMapping);
}

/** The values that select a branch: those mapped to it, and its component name. */
export function namesOf(
  references: References,
  discriminator: JsonObject,
  branch: SchemaAt,
): { readonly mapped: readonly string[]; readonly name: readonly string[] } {
  const [target] = isPlace(branch) ? appliedSchemas(references, branch, ['$ref']) : [];
  if (target === undefined) return { mapped: [], name: [] };
  const mapped = mappedValues(discriminator).get(target.pointer) ?? [];
  return { mapped, name: pointerKeys(target.pointer).slice(-1) };
}

/** The values mapped to each schema, by its pointer. */
const mappedValues = memoize((discriminator: JsonObject): ReadonlyMap<string, string[]> => {
  const values = new Map<string, string[]>();
  for (const [value, reference] of Object.entries(asObject(discriminator.mapping))) {
    getOrMake(values, mappedPointer(String(reference)), () => []).push(value);
  }
  return values;
});

/** A mapping value is a component name or a reference. */
export function mappedPointer(reference: string): string {
  return fragmentPointer(reference) ?? childPointer('', 'components', 'schemas', reference);
}

/** The property values that an alternative allows by `const` or `enum`. */
export function statedValues(
  references: References,
  branch: SchemaAt,
  property: string,
): readonly string[] {
  const properties = applicableSchemas(references, branch, ALWAYS).map((place) =>
    memberAt(place, 'properties', property),
  );
  const lists = properties
    .flatMap((each) => applicableSchemas(references, each, ALWAYS))
    .map(({ schema }) => strings('const' in schema ? [schema.const] : schema.enum))
    .filter((values) => values.length > 0);
  const [first = [], ...others] = lists;
  return first.filter((value) => others.every((list) => list.includes(value)));
}
