import { regularExpression } from '../../src/contract/schema/regular-expression';
import { goesOtherWay } from '../generate/schemas/direction';
import { asObject, strings } from '../generate/document/json-object';
import { word } from './formats';
import { isGenerous, limits, made, type Making } from './making';
import { matchPattern } from './match-pattern';
import { isPlace, memberAt, type Place, type SchemaAt } from '../generate/document/schema-at';

/** Names that are tried for properties which no schema names. */
const TRIES = 50;

/** The most properties that are made; a schema that wants more gets none. */
const MAX_PROPERTIES = 10_000;

/**
 * An object by all schemas; undefined when none is found. Properties that do not go this way are left
 * out.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2
 */
export function makeObject(
  making: Making,
  places: readonly Place[],
  depth: number,
): object | undefined {
  const made = new Map<string, unknown>();
  const least = Math.max(0, ...limits(places, 'minProperties'));
  const most = Math.min(...limits(places, 'maxProperties'));
  if (least > MAX_PROPERTIES) return undefined;
  const add = (name: string): boolean => {
    if (made.has(name)) return true;
    const value = makeProperty(making, places, name, depth);
    if (value !== undefined) made.set(name, value);
    return value !== undefined;
  };
  const required = requiredNames(making, places);
  if (!required.every(add)) return undefined;
  for (const name of declaredNames(places)) {
    const wanted = made.size < least || isWanted(making, places, name, depth);
    if (made.size < most && wanted && isAllowed(making, places, name)) add(name);
  }
  const dependent = dependents(places, made);
  if (!dependent.names.every(add)) return undefined;
  addOthers(making, places, { made, add, least, most, depth });
  if (made.size < least || made.size > most) return undefined;
  const own = Object.fromEntries(made);
  return dependent.schemas.length === 0
    ? own
    : withDependents(making, places, dependent, own, depth);
}

function makeProperty(
  making: Making,
  places: readonly Place[],
  name: string,
  depth: number,
): unknown {
  const schemas = propertySchemas(places, name);
  if (schemas.some((place) => isHidden(making, place))) return undefined;
  return making.make(schemas, depth + 1);
}

/** The schemas of a property, by each schema of the object. */
function propertySchemas(places: readonly Place[], name: string): SchemaAt[] {
  const evaluated = places.flatMap((place) => evaluatedBy(place, name));
  if (evaluated.length > 0) return evaluated;
  return places
    .filter(({ schema }) => 'unevaluatedProperties' in schema)
    .map((place) => memberAt(place, 'unevaluatedProperties'));
}

function evaluatedBy(place: Place, name: string): SchemaAt[] {
  const own = Object.hasOwn(asObject(place.schema.properties), name)
    ? [memberAt(place, 'properties', name)]
    : [];
  const matched = Object.keys(asObject(place.schema.patternProperties))
    .filter((pattern) => regularExpression(pattern).test(name))
    .map((pattern) => memberAt(place, 'patternProperties', pattern));
  const found = [...own, ...matched];
  if (found.length > 0 || !('additionalProperties' in place.schema)) return found;
  return [memberAt(place, 'additionalProperties')];
}

function isHidden({ resolver, direction }: Making, place: SchemaAt): boolean {
  return goesOtherWay(resolver, place, direction);
}

/** What `required` names, without what does not go this way. */
function requiredNames(making: Making, places: readonly Place[]): string[] {
  const names = new Set(places.flatMap(({ schema }) => strings(schema.required)));
  return [...names].filter(
    (name) => !propertySchemas(places, name).some((place) => isHidden(making, place)),
  );
}

function declaredNames(places: readonly Place[]): Set<string> {
  return new Set(places.flatMap(({ schema }) => Object.keys(asObject(schema.properties))));
}

/** True for a property that need not be there and is made all the same. */
function isWanted(making: Making, places: readonly Place[], name: string, depth: number): boolean {
  const { plan, random, recursion } = making;
  if (plan.optional === 'none' || !isGenerous(making, depth)) return false;
  if (plan.optional === 'some' && random.chance(0.5)) return false;
  return propertySchemas(places, name).every((place) => Number.isFinite(recursion.height(place)));
}

function isAllowed(making: Making, places: readonly Place[], name: string): boolean {
  return places
    .filter(({ schema }) => 'propertyNames' in schema)
    .every((place) => making.fits(memberAt(place, 'propertyNames'), name));
}

/** What properties that are there ask for: further ones, and schemas. */
interface Dependents {
  readonly names: readonly string[];
  readonly schemas: readonly SchemaAt[];
}

function dependents(places: readonly Place[], made: ReadonlyMap<string, unknown>): Dependents {
  const names = new Set(made.keys());
  // A set that grows while it is read: a name that is asked for may ask for others.
  for (const name of names) {
    for (const { schema } of places) {
      const { dependentRequired } = schema;
      const further = Object.hasOwn(asObject(dependentRequired), name)
        ? strings(asObject(dependentRequired)[name])
        : [];
      further.forEach((each) => names.add(each));
    }
  }
  const schemas = places.flatMap((place) =>
    Object.keys(asObject(place.schema.dependentSchemas))
      .filter((name) => names.has(name))
      .map((name) => memberAt(place, 'dependentSchemas', name)),
  );
  return { names: [...names], schemas };
}

/** The object made anew, with the schemas that its properties ask for. */
function withDependents(
  making: Making,
  places: readonly Place[],
  { names, schemas }: Dependents,
  own: object,
  depth: number,
): object | undefined {
  if (schemas.every((place) => making.fits(place, own))) return own;
  const bare = places.map(({ schema, pointer }) => {
    const rest = Object.entries(schema).filter(([keyword]) => keyword !== 'dependentSchemas');
    return { schema: Object.fromEntries(rest), pointer };
  });
  const all = [...bare, ...schemas, made({ required: names })];
  const value = making.make(all, depth);
  return typeof value === 'object' && value !== null ? value : undefined;
}

/** Properties that no schema names: as many as must be, or one to show what they look like. */
function addOthers(
  making: Making,
  places: readonly Place[],
  object: {
    readonly made: ReadonlyMap<string, unknown>;
    readonly add: (name: string) => boolean;
    readonly least: number;
    readonly most: number;
    readonly depth: number;
  },
): void {
  const { made, add, least, most, depth } = object;
  const shown = describesOthers(places) && isGenerous(making, depth);
  const usual = shown && making.plan.optional !== 'none' ? 1 : 0;
  const wanted = Math.max(least, Math.min(usual, most));
  for (let tries = 0; made.size < wanted && tries < TRIES + wanted; tries++) {
    const name = otherName(making, places, tries);
    if (name !== undefined && !made.has(name) && isAllowed(making, places, name)) add(name);
  }
}

function describesOthers(places: readonly Place[]): boolean {
  return places.some(({ schema }) =>
    ['additionalProperties', 'unevaluatedProperties', 'patternProperties'].some(
      (keyword) => typeof schema[keyword] === 'object',
    ),
  );
}

function otherName(making: Making, places: readonly Place[], tries: number): string | undefined {
  const { random } = making;
  const patterns = places.flatMap(({ schema }) => Object.keys(asObject(schema.patternProperties)));
  const pattern = patterns[tries % (patterns.length || 1)];
  if (pattern !== undefined) return matchPattern(random, pattern, () => true);
  const names = places.map((place) => memberAt(place, 'propertyNames')).filter(isPlace);
  if (names.length > 0) {
    const name = making.make([...names, made({ type: 'string' })], 1);
    return typeof name === 'string' ? name : undefined;
  }
  return tries < 10 ? word(random) : `${word(random)}${tries}`;
}
