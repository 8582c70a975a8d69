import {
  ALWAYS,
  type appliedSchemas,
  getOrMake,
  greatestOf,
  isJsonObject,
  type JsonObject,
  isPlace,
  itemSchemas,
  listAt,
  memberAt,
  patternsOf,
  propertiesOf,
  type ObjectSchemaAt,
  type References,
  type SchemaAt,
  strings,
  UNEVALUATED,
  walkInPlace,
  childPointer,
} from '../../../document';
import { memoize, regularExpression } from 'openapi-trellis/tools';
import type { Versions } from '../versions';
import { type OpenHierarchy, openHierarchyAt, type Schemas } from '../../../schema';

/** Schemas that all apply, or may apply, to the same value. */

/** Keywords whose schemas are followed to those that apply to the same value. */
type Followed = Parameters<typeof appliedSchemas>[2];

/** The parts of a value that schemas describe. */
interface DescribedParts {
  readonly properties: ReadonlyMap<string, Schemas>;
  /** Schemas of `patternProperties`. */
  readonly patterns: ReadonlyMap<string, Schemas>;
  /** Schemas of properties of any name; empty if there is none. */
  readonly others: Schemas;
  /** Schemas of the first items. */
  readonly prefix: readonly Schemas[];
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

/** The schemas of a property or an item; empty if it is not described. */
export function schemasAt(
  { properties, patterns, others, prefix, items }: DescribedParts,
  key: string | number,
): Schemas {
  if (typeof key === 'number') return prefix[key] ?? items;
  const matched = [...patterns].filter(([pattern]) => regularExpression(pattern).test(key));
  const named = [...(properties.get(key) ?? []), ...matched.flatMap(([, schemas]) => schemas)];
  return named.length > 0 ? named : others;
}

/** Names that only one describes, unless the other has a schema for them. */
export function namesOnlyIn(one: DescribedParts, other: DescribedParts): string[] {
  return [...one.properties.keys()].filter((name) => schemasAt(other, name).length === 0);
}

function partsOf(references: References, places: readonly ObjectSchemaAt[]): DescribedParts {
  const properties = propertiesOf(places);
  const isWriteOnly = (schemas: Schemas): boolean =>
    placesOf(references, schemas, ALWAYS).some(({ schema }) => schema.writeOnly === true);
  const writeOnly = [...properties].filter(([, schemas]) => isWriteOnly(schemas));
  const lengths = places.map((place) => listAt(place, 'prefixItems').length);
  return {
    properties,
    patterns: patternsOf(places),
    writeOnly: new Set(writeOnly.map(([name]) => name)),
    required: new Set(places.flatMap(({ schema }) => strings(schema.required))),
    discriminated: places.filter(({ schema }) => 'discriminator' in schema),
    hierarchies: places.flatMap((place) => openHierarchyAt(references, place) ?? []),
    others: ownSchemas(places, ['additionalProperties', UNEVALUATED.object]),
    prefix: Array.from({ length: greatestOf(lengths, 0) }, (_, index) =>
      places.flatMap((place) => itemSchemas(place, index)),
    ),
    items: ownSchemas(places, ['items', UNEVALUATED.array]),
  };
}

/** A boolean schema, or an empty one, describes nothing. */
function ownSchemas(places: readonly ObjectSchemaAt[], keywords: readonly string[]): SchemaAt[] {
  const own = places.flatMap((place) => keywords.map((keyword) => memberAt(place, keyword)));
  return own.filter(({ schema }) => isJsonObject(schema) && Object.keys(schema).length > 0);
}

export type Side = keyof Versions;

/** The known pairs, each once: schemas may contain themselves. */
interface Pairs {
  readonly versions: Versions;
  readonly followed: Followed;
  readonly known: Map<string, PlacePair>;
}

/** The pair of a part. */
interface InnerPair {
  /** The end of its place in a value; `/*` for several places. */
  readonly step: string;
  readonly pair: PlacePair;
  /** True for a property that one of the versions requires. */
  readonly isDemanded: boolean;
}

/** The schemas of the same place in a value, in two versions. */
export class PlacePair {
  private innerPairs?: readonly InnerPair[];
  private readonly described: Partial<Record<Side, DescribedParts>> = {};

  constructor(
    private readonly pairs: Pairs,
    readonly base: Schemas,
    readonly revision: Schemas,
  ) {}

  /** Pairs of the parts that both versions describe. */
  get inner(): readonly InnerPair[] {
    this.innerPairs ??= [...this.found()];
    return this.innerPairs;
  }

  /** The pair of a property or an item that both versions describe. */
  at(key: string | number): PlacePair | undefined {
    return this.paired(schemasAt(this.parts('base'), key), schemasAt(this.parts('revision'), key));
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
    const unknown = this.onlyIn(side);
    if (isJsonObject(value) && this.isOfUnknownChild(side, value)) return true;
    return membersOf(value).some(
      ([key, member]) =>
        unknown.has(String(key)) || this.at(key)?.holdsOnlyIn(side, member) === true,
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

  private *found(): Generator<InnerPair> {
    const [base, revision] = [this.parts('base'), this.parts('revision')];
    for (const name of base.properties.keys()) {
      if (!revision.properties.has(name)) continue;
      const isDemanded = base.required.has(name) || revision.required.has(name);
      const pair = this.at(name);
      if (pair !== undefined) yield { step: childPointer('', name), pair, isDemanded };
    }
    for (const index of [base, revision].flatMap(({ prefix }) => [...prefix.keys()])) {
      const pair = this.at(index);
      if (pair !== undefined) yield { step: childPointer('', index), pair, isDemanded: false };
    }
    for (const pair of [
      ...[...base.patterns].map(([pattern, schemas]) =>
        this.paired(schemas, revision.patterns.get(pattern) ?? []),
      ),
      this.paired(base.others, revision.others),
      this.paired(base.items, revision.items),
    ]) {
      if (pair !== undefined) yield { step: '/*', pair, isDemanded: false };
    }
  }

  private paired(base: Schemas, revision: Schemas): PlacePair | undefined {
    const isDescribed = base.length > 0 && revision.length > 0;
    return isDescribed ? pairOf(this.pairs, base, revision) : undefined;
  }
}

function membersOf(value: unknown): readonly (readonly [key: string | number, member: unknown])[] {
  if (Array.isArray(value)) return [...(value as unknown[]).entries()];
  return isJsonObject(value) ? Object.entries(value) : [];
}

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
 * version requires each of its places.
 */
export function pairsWithin(start: PlacePair): Iterable<PlacedPair> {
  const found = new Map<PlacePair, PlacedPair>([[start, ['', start, false]]]);
  for (const [instance, outer] of found.values()) {
    for (const { step, pair, isDemanded } of outer.inner) {
      const known = found.get(pair);
      const isOptional = known?.[2] === true && !isDemanded;
      if (known === undefined || isOptional) found.set(pair, [instance + step, pair, isDemanded]);
    }
  }
  return found.values();
}

/** The values for a pair and for all pairs within it. */
export function* valuesWithin(
  pair: PlacePair,
  value: unknown,
): Generator<[pair: PlacePair, value: unknown]> {
  yield [pair, value];
  for (const [key, member] of membersOf(value)) {
    const inner = pair.at(key);
    if (inner !== undefined) yield* valuesWithin(inner, member);
  }
}
