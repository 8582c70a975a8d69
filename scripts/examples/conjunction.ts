import { asObject, isJsonObject, type JsonObject } from '../generate/document/json-object';
import { fragmentPointer } from '../generate/document/json-pointer';
import { SHALLOW_DEPTH, type Making } from './making';
import { isObjectSchema, listed, referenced, subschema, type SchemaAt } from './schema-at';

/**
 * All schemas that apply to a value when one branch is chosen of each alternative, each without what
 * leads to the others.
 *
 * @returns undefined when one of them takes no value at all
 */
export function conjunction(
  making: Making,
  places: readonly SchemaAt[],
  depth: number,
): SchemaAt<JsonObject>[] | undefined {
  const found: SchemaAt<JsonObject>[] = [];
  const seen = new Set<unknown>();
  const visit = (place: SchemaAt): boolean => {
    if (place.schema === false) return false;
    if (!isObjectSchema(place) || seen.has(place.schema)) return true;
    seen.add(place.schema);
    found.push(place);
    const parts = [
      ...referenced(making.resolver, place),
      ...listed(place, 'allOf'),
      ...chosen(making, place, 'anyOf', depth),
      ...chosen(making, place, 'oneOf', depth),
      ...condition(making, place),
    ];
    return parts.every(visit);
  };
  return places.every(visit) ? found : undefined;
}

/** One branch of an alternative, with the property by which a discriminator knows it. */
function chosen(
  making: Making,
  place: SchemaAt<JsonObject>,
  keyword: 'anyOf' | 'oneOf',
  depth: number,
): SchemaAt[] {
  const branches = listed(place, keyword).filter(({ schema }) => schema !== false);
  if (branches.length === 0) return [];
  const usable = ending(making, branches, depth);
  const [first] = [...usable.filter((each) => !isNull(each)), ...usable];
  const branch = making.plan.vary ? making.random.pick(usable) : first;
  if (branch === undefined) return [];
  return [branch, ...discriminated(making, place.schema.discriminator, branch)];
}

/** The branches whose values end; deep down, only those that end soonest. */
function ending(making: Making, branches: readonly SchemaAt[], depth: number): readonly SchemaAt[] {
  const heights = branches.map((branch) => making.recursion.height(branch));
  const least = Math.min(...heights);
  const most = depth >= SHALLOW_DEPTH ? least : Number.MAX_VALUE;
  const fit = branches.filter((_, index) => (heights[index] ?? 0) <= most);
  return fit.length > 0 ? fit : branches;
}

function isNull({ schema }: SchemaAt): boolean {
  return isJsonObject(schema) && (schema.type === 'null' || schema.const === null);
}

/** @see https://spec.openapis.org/oas/v3.1.1#discriminator-object */
function discriminated(making: Making, discriminator: unknown, branch: SchemaAt): SchemaAt[] {
  if (!isJsonObject(discriminator) || !isObjectSchema(branch)) return [];
  const [target] = referenced(making.resolver, branch);
  if (target?.pointer === undefined) return [];
  const name = target.pointer.split('/').at(-1) ?? '';
  const names = Object.entries(asObject(discriminator.mapping))
    .filter(([, to]) => to === name || fragmentPointer(String(to)) === target.pointer)
    .map(([value]) => value);
  const values = names.length > 0 ? names : [name];
  const property = String(discriminator.propertyName);
  if (listsValues(making, target, property)) return [];
  return [{ schema: { properties: { [property]: { enum: values } } }, pointer: undefined }];
}

/** True when a schema itself says by `const` or `enum` what its property may be. */
function listsValues(making: Making, place: SchemaAt, property: string): boolean {
  return applicable(making, place).some((each) => {
    if (!Object.hasOwn(asObject(each.schema.properties), property)) return false;
    return applicable(making, subschema(each, 'properties', property)).some(
      ({ schema }) => 'const' in schema || 'enum' in schema,
    );
  });
}

/** A schema with those that always apply with it: what it refers to and `allOf`. */
function applicable(making: Making, place: SchemaAt): SchemaAt<JsonObject>[] {
  const found = new Map<unknown, SchemaAt<JsonObject>>();
  const visit = (each: SchemaAt): void => {
    if (!isObjectSchema(each) || found.has(each.schema)) return;
    found.set(each.schema, each);
    referenced(making.resolver, each).forEach(visit);
    listed(each, 'allOf').forEach(visit);
  };
  visit(place);
  return [...found.values()];
}

/** `if` with `then`, or `else` alone. */
function condition(making: Making, place: SchemaAt<JsonObject>): SchemaAt[] {
  if (!('if' in place.schema)) return [];
  const met = making.plan.vary ? making.random.chance(0.5) : true;
  const keywords = met ? ['if', 'then'] : ['else'];
  return keywords
    .filter((keyword) => keyword in place.schema)
    .map((keyword) => subschema(place, keyword));
}
