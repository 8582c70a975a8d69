import {
  leastOf,
  isJsonObject,
  isPlace,
  listAt,
  mapAt,
  type ObjectSchemaAt,
  type SchemaAt,
  ALWAYS,
  appliedSchemas,
  walkInPlace,
  namesOf,
  statedValues,
} from '../../document';
import { SHALLOW_DEPTH, type Generation } from './generation';
import { made } from './schemas';

/** Keywords whose schemas apply to some values only. */
const CHOICES = ['anyOf', 'oneOf', 'if'];

function hasChoice({ schema }: ObjectSchemaAt): boolean {
  return CHOICES.some((keyword) => keyword in schema);
}

/**
 * All schemas that apply to a value when one branch of each alternative is chosen.
 *
 * @returns undefined when one of them accepts no value
 */
export function conjunction(
  generation: Generation,
  places: readonly SchemaAt[],
  depth: number,
): readonly ObjectSchemaAt[] | undefined {
  const only = places.length === 1 ? places[0]?.schema : undefined;
  const known = isJsonObject(only) ? generation.known.alwaysWith.get(only) : undefined;
  if (known !== undefined) return known;
  const follow = (place: ObjectSchemaAt): SchemaAt[] => {
    const always = appliedSchemas(generation.resolver, place, ALWAYS);
    if (!hasChoice(place)) return always;
    return [
      ...always,
      ...chosen(generation, place, 'anyOf', depth),
      ...chosen(generation, place, 'oneOf', depth),
      ...condition(generation, place),
    ];
  };
  const found: ObjectSchemaAt[] = [];
  for (const at of walkInPlace(generation.resolver, places, follow)) {
    if (at.schema === false) return undefined;
    if (isPlace(at)) found.push(at);
  }
  if (isJsonObject(only) && !found.some(hasChoice)) generation.known.alwaysWith.set(only, found);
  return found;
}

/** One branch of an alternative, with the discriminator property that selects it. */
function chosen(
  generation: Generation,
  place: ObjectSchemaAt,
  keyword: 'anyOf' | 'oneOf',
  depth: number,
): SchemaAt[] {
  const branches = listAt(place, keyword).filter(({ schema }) => schema !== false);
  if (branches.length === 0) return [];
  const usable = ending(generation, branches, depth);
  const [first] = [...usable.filter((each) => !isNull(each)), ...usable];
  const branch = generation.plan.vary
    ? generation.choices.pick(usable)
    : (generation.meaning?.choose(usable.filter((each) => !isNull(each))) ?? first);
  if (branch === undefined) return [];
  const { discriminator } = place.schema;
  const isExact = keyword === 'oneOf' && generation.plan.vary && generation.plan.careful;
  return [
    branch,
    ...discriminated(generation, discriminator, branch),
    ...(isExact
      ? excluding(generation, branch, alikeIn(generation, branches, branch, discriminator))
      : []),
  ];
}

/** The other branches, without those that state other values of the discriminator property. */
function alikeIn(
  { resolver }: Generation,
  branches: readonly SchemaAt[],
  branch: SchemaAt,
  discriminator: unknown,
): readonly SchemaAt[] {
  const others = branches.filter((each) => each !== branch);
  if (!isJsonObject(discriminator)) return others;
  const stated = (at: SchemaAt): readonly string[] =>
    statedValues(resolver, at, String(discriminator.propertyName));
  const own = stated(branch);
  if (own.length === 0) return others;
  return others.filter((each) => {
    const values = stated(each);
    return values.length === 0 || values.some((value) => own.includes(value));
  });
}

/** Values of every type; most schemas of properties reject one of them. */
const ODD_VALUES: readonly unknown[] = [true, 'odd', 1.5, [], {}, null];

/** Each further branch may add a property to the value and a validator to compile. */
const MOST_EXCLUDED = 100;

/**
 * Keeps a value of one branch from also fitting other, looser branches: requires properties that only the others
 * describe, with values that they reject.
 */
function excluding(
  generation: Generation,
  branch: SchemaAt,
  others: readonly SchemaAt[],
): SchemaAt[] {
  const own = new Set(propertiesOf(generation, branch).map(([name]) => name));
  const odd = new Map<string, unknown>();
  for (const other of others.slice(0, MOST_EXCLUDED)) {
    const foreign = propertiesOf(generation, other).filter(([name]) => !own.has(name));
    if (foreign.some(([name, at]) => odd.has(name) && !generation.fits(at, odd.get(name))))
      continue;
    for (const [name, at] of foreign.filter(([each]) => !odd.has(each))) {
      const value = ODD_VALUES.find((each) => !generation.fits(at, each));
      if (value === undefined) continue;
      odd.set(name, value);
      break;
    }
  }
  if (odd.size === 0) return [];
  const properties = [...odd].map(([name, value]) => [name, { const: value }]);
  return [made({ required: [...odd.keys()], properties: Object.fromEntries(properties) })];
}

/** The properties described by the schemas that apply to every value of a branch. */
function propertiesOf(generation: Generation, branch: SchemaAt): (readonly [string, SchemaAt])[] {
  const follow = (place: ObjectSchemaAt): SchemaAt[] =>
    appliedSchemas(generation.resolver, place, ALWAYS);
  const places = [...walkInPlace(generation.resolver, [branch], follow)].filter(isPlace);
  return places.flatMap((place) => mapAt(place, 'properties'));
}

/** The branches whose values are finite; deep in a value, only those with the least depth. */
function ending(
  generation: Generation,
  branches: readonly SchemaAt[],
  depth: number,
): readonly SchemaAt[] {
  const heights = branches.map((branch) => generation.recursion.height(branch));
  const most = depth >= SHALLOW_DEPTH ? leastOf(heights) : Number.MAX_VALUE;
  const fit = branches.filter((_, index) => (heights[index] ?? 0) <= most);
  return fit.length > 0 ? fit : branches;
}

function isNull({ schema }: SchemaAt): boolean {
  return isJsonObject(schema) && (schema.type === 'null' || schema.const === null);
}

/** @see https://spec.openapis.org/oas/v3.1.1#discriminator-object */
function discriminated(
  generation: Generation,
  discriminator: unknown,
  branch: SchemaAt,
): SchemaAt[] {
  if (!isJsonObject(discriminator)) return [];
  const { mapped, name } = namesOf(generation.resolver, discriminator, branch);
  const values = mapped.length > 0 ? mapped : name;
  const property = String(discriminator.propertyName);
  const isStated = statedValues(generation.resolver, branch, property).length > 0;
  if (values.length === 0 || isStated) return [];
  return [made({ properties: { [property]: { enum: values } } })];
}

/** `if` with `then`, or only `else`. */
function condition(generation: Generation, place: ObjectSchemaAt): SchemaAt[] {
  if (!('if' in place.schema)) return [];
  const met = generation.plan.vary ? generation.choices.chance(0.5) : true;
  return appliedSchemas(generation.resolver, place, met ? ['if', 'then'] : ['else']);
}
