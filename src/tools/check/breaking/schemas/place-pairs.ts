import {
  ALWAYS,
  type appliedSchemas,
  getOrMake,
  isJsonObject,
  type JsonObject,
  isPlace,
  listAt,
  memberAt,
  propertiesOf,
  type ObjectSchemaAt,
  type References,
  type SchemaAt,
  strings,
  walkInPlace,
  childPointer,
} from '../../../document';
import { memoize, pointerKeys } from 'openapi-trellis/tools';
import type { Versions } from '../versions';
import { type OpenHierarchy, openHierarchyAt, type Schemas } from '../../../schema';

/** Schemas that all apply, or may apply, to the same value. */

/** Keywords whose schemas are followed to those that apply to the same value. */
type Followed = Parameters<typeof appliedSchemas>[2];

/** The parts of a value that schemas describe. */
interface DescribedParts {
  readonly properties: ReadonlyMap<string, Schemas>;
  /** Schemas of properties of any name; empty if there is none. */
  readonly others: Schemas;
  readonly items: Schemas;
  /** Names of the properties that responses omit. */
  readonly writeOnly: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  readonly hierarchies: readonly OpenHierarchy[];
  readonly discriminated: readonly ObjectSchemaAt[];
}

/** By References, then by keywords and pointers. */
const known = new WeakMap<References, Map<string, DescribedParts>>();

/** The parts of a value that schemas describe, including all schemas that apply in place. */
export function describedParts(
  references: References,
  schemas: Schemas,
  followed: Followed,
): DescribedParts {
  const cache = known.get(references) ?? new Map<string, DescribedParts>();
  known.set(references, cache);
  const key = [followed.length, ...schemas.map(({ pointer }) => pointer)].join(' ');
  const found = cache.get(key) ?? partsOf(references, placesOf(references, schemas, followed));
  cache.set(key, found);
  return found;
}

/** The object schemas that apply in place, each once. */
export function placesOf(
  references: References,
  schemas: Schemas,
  followed: Followed,
): ObjectSchemaAt[] {
  return [...walkInPlace(references, schemas, followed)].filter(isPlace);
}

/** Names that only one describes, unless the other has a schema for any name. */
export function namesOnlyIn(one: DescribedParts, other: DescribedParts): string[] {
  if (other.others.length > 0) return [];
  return [...one.properties.keys()].filter((name) => !other.properties.has(name));
}

function partsOf(references: References, places: readonly ObjectSchemaAt[]): DescribedParts {
  const properties = propertiesOf(places);
  const isWriteOnly = (schemas: Schemas): boolean =>
    placesOf(references, schemas, ALWAYS).some(({ schema }) => schema.writeOnly === true);
  const writeOnly = [...properties].filter(([, schemas]) => isWriteOnly(schemas));
  return {
    properties,
    writeOnly: new Set(writeOnly.map(([name]) => name)),
    required: new Set(places.flatMap(({ schema }) => strings(schema.required))),
    discriminated: places.filter(({ schema }) => 'discriminator' in schema),
    hierarchies: places.flatMap((place) => openHierarchyAt(references, place) ?? []),
    others: places.flatMap((place) => ownSchema(place, 'additionalProperties')),
    items: places.flatMap((place) => [
      ...listAt(place, 'prefixItems'),
      ...ownSchema(place, 'items'),
    ]),
  };
}

/** A boolean schema, or an empty one, describes nothing. */
function ownSchema(place: ObjectSchemaAt, keyword: string): SchemaAt[] {
  const at = memberAt(place, keyword);
  return isJsonObject(at.schema) && Object.keys(at.schema).length > 0 ? [at] : [];
}

export type Side = keyof Versions;

/** The known pairs, each once: schemas may contain themselves. */
interface Pairs {
  readonly versions: Versions;
  readonly followed: Followed;
  readonly known: Map<string, PlacePair>;
}

/** The schemas of the same place in a value, in two versions. */
export class PlacePair {
  private innerPairs?: ReadonlyMap<string, PlacePair>;
  private readonly described: Partial<Record<Side, DescribedParts>> = {};

  constructor(
    private readonly pairs: Pairs,
    readonly base: Schemas,
    readonly revision: Schemas,
  ) {}

  /** Pairs of the parts that both versions describe, by a key or `*` for each. */
  get inner(): ReadonlyMap<string, PlacePair> {
    this.innerPairs ??= new Map(this.found());
    return this.innerPairs;
  }

  /** Properties that only one version describes, unless the other has a schema for any name. */
  onlyIn(side: Side): ReadonlyMap<string, Schemas> {
    const [own, other] = [this.parts(side), this.parts(side === 'base' ? 'revision' : 'base')];
    const names = namesOnlyIn(own, other);
    return new Map(names.map((name) => [name, own.properties.get(name) ?? []]));
  }

  discriminated(side: Side): readonly ObjectSchemaAt[] {
    return this.parts(side).discriminated;
  }

  /** True for a property that one of the versions requires. */
  demands(step: string): boolean {
    const [name] = pointerKeys(step.startsWith('/') ? step : '');
    return (['base', 'revision'] as const).some(
      (side) => name !== undefined && this.parts(side).required.has(name),
    );
  }

  /** Hierarchies that both versions have, by the property that names their children. */
  hierarchies(): (readonly [base: OpenHierarchy, revision: OpenHierarchy])[] {
    const others = this.parts('revision').hierarchies;
    return this.parts('base').hierarchies.flatMap((base) => {
      const revision = others.find(({ property }) => property === base.property);
      return revision === undefined ? [] : [[base, revision] as const];
    });
  }

  /**
   * True for a value with a property, or of a child, that only one version describes. Clients of the other
   * version have no use for it, even if that version allows any name.
   */
  holdsOnlyIn(side: Side, value: unknown): boolean {
    if (Array.isArray(value)) {
      const items = this.inner.get(ITEMS);
      return items !== undefined && value.some((item) => items.holdsOnlyIn(side, item));
    }
    if (!isJsonObject(value)) return false;
    const unknown = this.onlyIn(side);
    if (this.isOfUnknownChild(side, value)) return true;
    return Object.entries(value).some(
      ([name, member]) =>
        unknown.has(name) ||
        (this.inner.get(childPointer('', name)) ?? this.inner.get(OTHERS))?.holdsOnlyIn(
          side,
          member,
        ) === true,
    );
  }

  /** A spare name shows the same as the used name of its child. */
  private isOfUnknownChild(side: Side, value: JsonObject): boolean {
    return this.hierarchies().some(([base, revision]) => {
      const [own, other] = side === 'base' ? [base, revision] : [revision, base];
      const name = String(value[own.property]);
      return own.spare.has(name) || (own.children.has(name) && !other.children.has(name));
    });
  }

  private parts(side: Side): DescribedParts {
    const { versions, followed } = this.pairs;
    const { resolver } = versions[side].loaded;
    return (this.described[side] ??= describedParts(resolver, this[side], followed));
  }

  private *found(): Generator<[step: string, pair: PlacePair]> {
    const [base, revision] = [this.parts('base'), this.parts('revision')];
    for (const [name, schemas] of base.properties) {
      const others = revision.properties.get(name);
      if (others !== undefined) yield [childPointer('', name), pairOf(this.pairs, schemas, others)];
    }
    for (const [step, part] of [[ITEMS, 'items'] as const, [OTHERS, 'others'] as const]) {
      if (base[part].length === 0 || revision[part].length === 0) continue;
      yield [step, pairOf(this.pairs, base[part], revision[part])];
    }
  }
}

/** Keys of items and of other properties, which no property's key equals. */
const ITEMS = '*';
const OTHERS = '**';

/** The pair of two schemas. @param followed keywords whose schemas apply at the same place */
export function placePair(
  versions: Versions,
  base: string,
  revision: string,
  followed: Followed,
): PlacePair {
  const [one, other] = [versions.base.loaded.resolver, versions.revision.loaded.resolver];
  const pairs = getOrMake(pairsOf(versions), followed, () => {
    return { versions, followed, known: new Map() };
  });
  return pairOf(pairs, [one.at(base)], [other.at(revision)]);
}

const pairsOf = memoize<Versions, Map<Followed, Pairs>>(() => new Map());

function pairOf(pairs: Pairs, base: Schemas, revision: Schemas): PlacePair {
  const key = [base, revision]
    .map((each) => each.map(({ pointer }) => pointer).join(' '))
    .join('|');
  const pair = pairs.known.get(key) ?? new PlacePair(pairs, base, revision);
  pairs.known.set(key, pair);
  return pair;
}

type PlacedPair = readonly [instance: string, pair: PlacePair, isDemanded: boolean];

/**
 * A pair and all pairs within it, each once, with the first place in a value at which it occurs, and whether a
 * version requires that place.
 */
export function* pairsWithin(start: PlacePair): Generator<PlacedPair> {
  const seen = new Set([start]);
  const waiting: PlacedPair[] = [['', start, false]];
  for (const placed of waiting) {
    const [instance, pair] = placed;
    yield placed;
    for (const [step, inner] of pair.inner) {
      if (seen.has(inner)) continue;
      seen.add(inner);
      const at = step.startsWith('/') ? instance + step : `${instance}/*`;
      waiting.push([at, inner, pair.demands(step)]);
    }
  }
}

/** The values for a pair and for all pairs within it. */
export function* valuesWithin(
  pair: PlacePair,
  value: unknown,
): Generator<[pair: PlacePair, value: unknown]> {
  yield [pair, value];
  if (Array.isArray(value)) {
    const items = pair.inner.get(ITEMS);
    if (items !== undefined) for (const item of value) yield* valuesWithin(items, item);
  }
  if (!isJsonObject(value)) return;
  for (const [step, inner] of pair.inner) {
    const [name] = pointerKeys(step.startsWith('/') ? step : '');
    if (name !== undefined && Object.hasOwn(value, name)) yield* valuesWithin(inner, value[name]);
  }
  const others = pair.inner.get(OTHERS);
  if (others === undefined) return;
  for (const [name, member] of Object.entries(value)) {
    if (!pair.inner.has(childPointer('', name))) yield* valuesWithin(others, member);
  }
}
