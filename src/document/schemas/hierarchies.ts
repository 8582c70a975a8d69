import { memoize } from '../../contract';
import { isFallback, namesOf, statedValues } from './discriminator';
import { ALWAYS, applicableSchemas, effective } from './in-place-applicators';
import { isHiddenProperty } from './direction';
import { propertyPlaces } from './part-schemas';
import { admittedTypes } from './admitted-types';
import { FreeNames } from '../free-names';
import { getOrMake } from '../get-or-make';
import {
  asObject,
  entries,
  isJsonObject,
  type JsonObject,
  mapEntries,
  mapItems,
  strings,
  without,
} from '../model/json-object';
import {
  childPointer,
  pointerFragment,
  pointerKeys,
  pointerPrefixes,
  valueAt,
} from '../model/json-pointer';
import { Resolver } from '../model/resolve';
import { isPlace, listAt, type Place, type SchemaAt } from '../model/schema-at';

/**
 * The document with inheritance said in keywords of JSON Schema.
 *
 * A schema with a `discriminator` that others join by `allOf` stands for each of them: `kind: cat` says
 * that an Animal is a Cat, and the document says what that is. So that whatever reads schemas knows it,
 * Animal becomes the `oneOf` that it means, and its children join what it says by itself:
 *
 *     Animal:
 *       allOf: [{$ref: AnimalBase}]
 *       oneOf:
 *       - {$ref: Cat, type: object, required: [kind], properties: {kind: {enum: [cat]}}}
 *       - {$ref: AnimalBase, properties: {kind: {not: {enum: [cat]}}}}
 *       $defs: {AnimalBase: ...}
 *     Cat: {allOf: [{$ref: AnimalBase}, ...]}
 *
 * @param document with plain references (normalize-schemas.ts)
 * @returns the same document where nothing is inherited so
 * @see https://spec.openapis.org/oas/v3.2.0#models-with-polymorphism-support-using-allof-and-a-discriminator-object
 */
export function withHierarchies(document: JsonObject): JsonObject {
  const schemas = valueAt(document, COMPONENTS);
  if (!isJsonObject(schemas) || !Object.values(schemas).some(discriminates)) return document;
  const written = new Family(document, schemas).written();
  if (written === schemas) return document;
  return { ...document, components: { ...asObject(document.components), schemas: written } };
}

/**
 * Where what `withHierarchies` has at a pointer stands in the document that it was given; of what it adds,
 * that which says so.
 *
 * @param given that document, or the one that its author wrote
 */
export function pointerBeforeHierarchies(given: JsonObject, pointer: string): string {
  const [added, base = '', , own] = ADDED.exec(pointer) ?? [];
  if (added === undefined || valueAt(given, pointer) !== undefined) return pointer;
  if (own !== undefined) return base + pointer.slice(added.length);
  const isThere = (prefix: string): boolean => valueAt(given, prefix) !== undefined;
  const found = pointerPrefixes(pointer).findLast(isThere) ?? '';
  const cause = childPointer(base, 'discriminator');
  return found === base && isThere(cause) ? cause : found;
}

const ADDED =
  /^(\/components\/schemas\/([^/]+))\/(?:oneOf|discriminator|\$defs(\/\2Base(?:_\d+)?)?)(?=\/|$)/;

/** Of the values of a base that no child has: valid, but the document names none of them. */
export const UNLISTED = 'x-unlisted';

/** Of a discriminator that alone means the `oneOf` beside it: JSON Schema says nothing of the children. */
const JOINED = 'x-joined';

/** The document where a base has no other values than those of its children, if there are any. */
export const withoutUnlisted = memoize((resolver: Resolver): Resolver =>
  rewritten(resolver, (schema) => {
    const { oneOf } = schema;
    if (!Array.isArray(oneOf) || !oneOf.some(isUnlisted) || oneOf.every(isUnlisted)) return schema;
    return { ...schema, oneOf: mapItems(oneOf, (each) => !isUnlisted(each) && each) };
  }),
);

/** The document as JSON Schema alone has it, to which a discriminator says nothing. */
export const withoutHierarchies = memoize((resolver: Resolver): Resolver =>
  rewritten(resolver, (schema) =>
    asObject(schema.discriminator)[JOINED] === true ? without(schema, 'oneOf') : schema,
  ),
);

/** Pointers stay the same; without a change, the resolver is the same too. */
function rewritten(resolver: Resolver, of: (schema: JsonObject) => JsonObject): Resolver {
  const { document } = resolver;
  const schemas = asObject(valueAt(document, COMPONENTS));
  const written = mapEntries(schemas, (_, schema) => (isJsonObject(schema) ? of(schema) : schema));
  if (written === schemas) return resolver;
  const components = { ...asObject(document.components), schemas: written };
  return new Resolver({ ...document, components });
}

function isUnlisted(schema: unknown): boolean {
  return isJsonObject(schema) && schema[UNLISTED] === true;
}

const COMPONENTS = '/components/schemas';

/** True for a schema with a discriminator, in a part of an `allOf` too. */
function discriminates(schema: unknown): boolean {
  if (!isJsonObject(schema)) return false;
  if (isJsonObject(schema.discriminator)) return true;
  return Array.isArray(schema.allOf) && schema.allOf.some(discriminates);
}

/** A component that a value of another one may be. */
interface Child {
  readonly place: Place;
  /** The values of the property that say so. */
  readonly values: readonly string[];
}

/** A component that stands for others too. */
interface Base {
  /** Where its own part is in the result. */
  readonly own: string;
  readonly property: string;
  readonly discriminator: JsonObject;
  readonly children: readonly Child[];
  /** Those that are named only by the names of their components, beside others that are mapped. */
  readonly unmapped: readonly Child[];
  /** That of values which name none, where the document says so (`defaultMapping`). */
  readonly fallback: Place | undefined;
  /** Its keywords that list its children; then it has no others. */
  readonly lists: readonly string[];
}

/** A component with what a base stands for, beside a part of its own. */
interface Wrapper {
  readonly own: string;
  /** The pointer of the base. */
  readonly wrapped: string;
}

/** The components of a document, by what they inherit. */
class Family {
  private readonly resolver: Resolver;
  private readonly places: ReadonlyMap<string, Place>;
  private readonly ancestors = new Map<string, ReadonlySet<string>>();
  private readonly descendants = new Map<string, Place[]>();
  private readonly values = new Map<string, readonly string[]>();
  private readonly bases: ReadonlyMap<string, Base>;
  private readonly wrappers = new Map<string, Wrapper>();

  constructor(
    document: JsonObject,
    private readonly schemas: JsonObject,
  ) {
    this.resolver = new Resolver(document);
    const places = Object.entries(schemas)
      .map(([name, schema]) => ({ schema, pointer: childPointer(COMPONENTS, name) }))
      .filter(isPlace);
    this.places = new Map(places.map((place) => [place.pointer, place]));
    for (const place of places) {
      for (const pointer of this.ancestorsOf(place)) {
        getOrMake(this.descendants, pointer, () => []).push(place);
      }
    }
    const bases = places.map((place) => [place.pointer, this.baseAt(place)] as const);
    this.bases = new Map(bases.filter((each): each is [string, Base] => each[1] !== undefined));
    for (const place of places.filter(({ pointer }) => !this.bases.has(pointer))) {
      const wrapper = this.wrapperOf(place);
      if (wrapper !== undefined) this.wrappers.set(place.pointer, wrapper);
    }
  }

  written(): JsonObject {
    if (this.bases.size === 0) return this.schemas;
    const joined = this.joined();
    return mapEntries(this.schemas, (name, schema) => {
      const pointer = childPointer(COMPONENTS, name);
      const own = this.joining(schema, pointer, joined.get(pointer) ?? new Set());
      const [base, wrapper] = [this.bases.get(pointer), this.wrappers.get(pointer)];
      if (base !== undefined) return this.union({ schema: asObject(own), pointer }, base);
      return wrapper === undefined ? own : wrapperOfBase(asObject(own), wrapper);
    });
  }

  /** The components that one joins, at any distance. An alias of another one joins nothing. */
  private ancestorsOf(place: Place): ReadonlySet<string> {
    const known = this.ancestors.get(place.pointer);
    if (known !== undefined) return known;
    const found = new Set<string>();
    this.ancestors.set(place.pointer, found);
    if (isAlias(place.schema)) return found;
    for (const parent of this.parentsOf(place)) {
      for (const each of [parent.pointer, ...this.ancestorsOf(parent)]) found.add(each);
    }
    found.delete(place.pointer);
    this.resolver.steps.take(place.pointer, found.size);
    return found;
  }

  private parentsOf(place: Place): Place[] {
    const parent = this.referred(place);
    const parts = listAt(place, 'allOf').filter(isPlace);
    return [
      ...(parent === undefined ? [] : [parent]),
      ...parts.flatMap((each) => this.parentsOf(each)),
    ];
  }

  /** The component that a schema refers to. */
  private referred(place: SchemaAt): Place | undefined {
    if (!isPlace(place) || typeof place.schema.$ref !== 'string') return undefined;
    const target = this.resolver.referenced(place.schema.$ref, place.pointer);
    return this.places.get(effective(this.resolver, target).pointer);
  }

  private baseAt(place: Place): Base | undefined {
    const { pointer } = place;
    const discriminator = this.discriminatorOf(place);
    if (discriminator === undefined || isAlias(place.schema)) return undefined;
    const joining = this.descendants.get(pointer) ?? [];
    const isChild = (at: SchemaAt): boolean => {
      const target = this.referred(at);
      return target !== undefined && this.ancestorsOf(target).has(pointer);
    };
    const lists = ['oneOf', 'anyOf'].filter((keyword) => listAt(place, keyword).some(isChild));
    const listed = lists
      .flatMap((keyword) => listAt(place, keyword))
      .flatMap((at) => this.referred(at) ?? []);
    const candidates =
      lists.length === 0
        ? [place, ...joining]
        : [...new Set([...listed, ...joining])].filter(
            (each) => joining.includes(each) && listed.some((at) => this.isOrJoins(each, at)),
          );
    const { children, unmapped } = this.childrenOf(place, discriminator, candidates, listed);
    if ([...children, ...unmapped].every((child) => child.place === place)) return undefined;
    this.resolver.steps.take(pointer, candidates.length);
    const own = ownPointer(place);
    const property = String(discriminator.propertyName);
    const fallback = joining.find((each) =>
      isFallback(this.resolver, discriminator, referenceTo(each)),
    );
    return { own, property, discriminator, children, unmapped, fallback, lists };
  }

  private isOrJoins(place: Place, other: Place): boolean {
    return place === other || this.ancestorsOf(place).has(other.pointer);
  }

  private discriminatorOf(place: Place): JsonObject | undefined {
    return applicableSchemas(this.resolver, place, ALWAYS)
      .map(({ schema }) => asObject(schema.discriminator))
      .find(({ propertyName }) => typeof propertyName === 'string');
  }

  /**
   * The base that a component wraps: one that joins it beside mapped children, without a value of its own,
   * such as a Pet with an `id`. It may hold each of them.
   */
  private wrapperOf(place: Place): Wrapper | undefined {
    const discriminator = this.discriminatorOf(place) ?? {};
    if (isAlias(place.schema) || !isJsonObject(discriminator.mapping)) return undefined;
    if (this.mappedTo(discriminator, place).length > 0) return undefined;
    if (this.stated(place, discriminator).length > 0) return undefined;
    const wrapped = [...this.ancestorsOf(place)].findLast((each) => this.bases.has(each));
    return wrapped === undefined ? undefined : { own: ownPointer(place), wrapped };
  }

  private mappedTo(discriminator: JsonObject, { pointer }: Place): readonly string[] {
    return namesOf(this.resolver, discriminator, referenceTo({ pointer })).mapped;
  }

  /** The values that a component itself states, and not a base of it. */
  private stated(place: Place, { propertyName }: JsonObject): readonly string[] {
    const property = String(propertyName);
    const values = this.allowed(place.pointer, property);
    if (values.length === 0) return values;
    const inherited = [...this.ancestorsOf(place)].map((parent) => this.allowed(parent, property));
    return inherited.some((each) => each.length === values.length) ? [] : values;
  }

  /** The values of a property that a component allows, by itself or by what it joins. */
  private allowed(pointer: string, property: string): readonly string[] {
    return getOrMake(this.values, JSON.stringify([pointer, property]), () =>
      statedValues(this.resolver, this.resolver.at(pointer), property),
    );
  }

  /**
   * Each value names one child, the one that joins the others. Where some are mapped, a name of a component
   * counts too, but the document does not say that it is used.
   *
   * @param listed in a `oneOf` of the base, and so used
   */
  private childrenOf(
    base: Place,
    discriminator: JsonObject,
    candidates: readonly Place[],
    listed: readonly Place[],
  ): Pick<Base, 'children' | 'unmapped'> {
    const named = candidates.map((place) => {
      const mapped = this.mappedTo(discriminator, place);
      const stated = place === base ? [] : this.stated(place, discriminator);
      return { place, values: mapped.length > 0 ? mapped : stated };
    });
    const implied = candidates
      .filter((place) => place !== base)
      .map((place) => ({ place, values: this.impliedBy(place, discriminator) }));
    const isUsed = ({ place }: Child): boolean =>
      listed.includes(place) || named.every(({ values }) => values.length === 0);
    const used = implied.filter(isUsed);
    const isSaid = ({ place }: Child): boolean =>
      named.some((each) => each.place === place && each.values.length > 0);
    const children = this.byValue(base, discriminator, [
      ...named,
      ...used.filter((each) => !isSaid(each)),
    ]);
    const known = new Set(children.flatMap(({ values }) => values));
    const others = this.byValue(base, discriminator, implied).map(({ place, values }) => {
      return { place, values: values.filter((value) => !known.has(value)) };
    });
    return { children, unmapped: others.filter(({ values }) => values.length > 0) };
  }

  private byValue(base: Place, { propertyName }: JsonObject, named: readonly Child[]): Child[] {
    const admitted = this.allowed(base.pointer, String(propertyName));
    const owners = new Map<string, Place>();
    for (const { place, values } of named) {
      for (const value of values) {
        const owner = owners.get(value);
        if (admitted.length > 0 && !admitted.includes(value)) continue;
        if (owner === undefined || this.isOrJoins(place, owner)) owners.set(value, place);
      }
    }
    const values = new Map<Place, string[]>();
    for (const [value, owner] of owners) getOrMake(values, owner, () => []).push(value);
    return [...values].map(([place, own]) => ({ place, values: own }));
  }

  /** The name of a component, unless it is mapped to another one. */
  private impliedBy({ pointer }: Place, { mapping }: JsonObject): readonly string[] {
    const names = pointerKeys(pointer).slice(-1);
    return names.filter((name) => !Object.hasOwn(asObject(mapping), name));
  }

  /** By component, the bases of which it joins the own part: those that would lead back to it. */
  private joined(): ReadonlyMap<string, ReadonlySet<string>> {
    const joined = new Map<string, Set<string>>();
    for (const [pointer, { children, unmapped, fallback, lists }] of this.bases) {
      const place = this.places.get(pointer);
      const listed = lists.flatMap((keyword) =>
        place === undefined ? [] : listAt(place, keyword),
      );
      const inUnion = [
        ...[...children, ...unmapped].map((each) => each.place),
        fallback,
        ...listed.map((at) => this.referred(at)),
      ];
      for (const each of inUnion) {
        if (each === undefined) continue;
        for (const part of [each.pointer, ...this.ancestorsOf(each)]) {
          if (part !== pointer) getOrMake(joined, part, () => new Set()).add(pointer);
        }
      }
    }
    return joined;
  }

  /** A schema that joins the own part of bases. */
  private joining(schema: unknown, pointer: string, bases: ReadonlySet<string>): unknown {
    if (!isJsonObject(schema) || bases.size === 0) return schema;
    const parent = this.referred({ schema, pointer })?.pointer ?? '';
    return mapEntries(schema, (keyword, value) => {
      if (keyword === '$ref' && bases.has(parent)) return this.ownPart(parent);
      if (keyword !== 'allOf' || !Array.isArray(value)) return value;
      return mapItems(value, (part, index) =>
        this.joining(part, childPointer(pointer, 'allOf', index), bases),
      );
    });
  }

  private ownPart(pointer: string): string {
    const { own } = this.bases.get(pointer) ?? this.wrappers.get(pointer) ?? { own: pointer };
    return pointerFragment(own);
  }

  private union({ schema, pointer }: Place, base: Base): JsonObject {
    const { own, property, discriminator, children, lists } = base;
    const rest = this.rest(pointer, base);
    const mapping = children.flatMap(({ place, values }) =>
      values.map((value) => [value, this.ownPart(place.pointer)] as const),
    );
    return {
      ...apart(schema, own, lists),
      oneOf: [
        ...children.map((child) => this.selected(child, property)),
        ...this.alsoListed({ schema, pointer }, base),
        ...(rest === undefined ? [] : [rest]),
      ],
      discriminator: {
        ...discriminator,
        mapping: Object.fromEntries(mapping),
        ...(rest && { defaultMapping: rest.$ref }),
        ...(lists.length === 0 && { [JOINED]: true }),
      },
    };
  }

  /** The values of a child, by the property, which comes first: it rules out the others soonest. */
  private selected({ place, values }: Child, property: string): JsonObject {
    return {
      ...{ type: 'object', required: [property], properties: { [property]: { enum: values } } },
      $ref: this.ownPart(place.pointer),
    };
  }

  /** Alternatives beside the children, such as null. */
  private alsoListed(place: Place, { lists, children }: Base): JsonObject[] {
    const $ref = this.ownPart(place.pointer);
    return lists
      .flatMap((keyword) => listAt(place, keyword))
      .filter((at) => !children.some((child) => child.place === this.referred(at)))
      .map((at) => ({ allOf: [{ $ref }, at.schema] }));
  }

  /** The values of no child; undefined where there are none. */
  private rest(
    pointer: string,
    { property, children, unmapped, fallback, lists }: Base,
  ): (JsonObject & { readonly $ref: string }) | undefined {
    const place = this.places.get(pointer);
    if (place === undefined || (lists.length > 0 && fallback === undefined)) return undefined;
    const named = children.flatMap(({ values }) => values);
    const admitted = this.allowed(pointer, property);
    const left = admitted.filter((value) => !named.includes(value));
    const isOpen = admitted.length === 0;
    if (!isOpen && left.length === 0 && this.isDemanded(place, property)) return undefined;
    const listed = left.length > 0 ? { enum: left } : false;
    const implied = unmapped.map(({ place: child, values }) => ({
      if: { type: 'object', required: [property], properties: { [property]: { enum: values } } },
      then: { $ref: this.ownPart(child.pointer) },
    }));
    return {
      properties: { [property]: isOpen ? { not: { enum: named } } : listed },
      $ref: this.ownPart((fallback ?? place).pointer),
      ...(implied.length > 0 && { allOf: implied }),
      ...(isOpen && fallback === undefined && { [UNLISTED]: true }),
    };
  }

  /** True where every value has the property, in both directions. */
  private isDemanded(place: Place, property: string): boolean {
    const always = applicableSchemas(this.resolver, place, ALWAYS);
    const types = admittedTypes(this.resolver, place.pointer);
    const isHidden = propertyPlaces(always, property).some((each) =>
      (['request', 'response'] as const).some((way) => isHiddenProperty(this.resolver, each, way)),
    );
    const isRequired = always.some(({ schema }) => strings(schema.required).includes(property));
    return isRequired && !isHidden && types?.length === 1 && types[0] === 'object';
  }
}

/** Keywords about the whole, which its own part does not repeat. */
const ANNOTATIONS = new Set([
  ...['title', 'description', 'deprecated', 'default', 'example', 'examples', 'externalDocs'],
  ...['readOnly', 'writeOnly', 'xml'],
]);

function referenceTo({ pointer }: Pick<Place, 'pointer'>): Place {
  return { schema: { $ref: pointerFragment(pointer) }, pointer };
}

function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.has(keyword) || keyword.startsWith('x-');
}

const ABOUT_OTHERS = ['$defs', 'discriminator'];

/** A schema with what it says by itself apart, which it joins. @param others keywords that it has no more */
function apart(schema: JsonObject, own: string, others: readonly string[] = []): JsonObject {
  const isOwn = (keyword: string): boolean =>
    !isAnnotation(keyword) && !others.includes(keyword) && !ABOUT_OTHERS.includes(keyword);
  const pick = (take: (keyword: string) => boolean): JsonObject =>
    Object.fromEntries(entries(schema).filter(([keyword]) => take(keyword)));
  return {
    ...pick(isAnnotation),
    allOf: [{ $ref: pointerFragment(own) }],
    $defs: { ...asObject(schema.$defs), [pointerKeys(own).at(-1) ?? '']: pick(isOwn) },
  };
}

function wrapperOfBase(schema: JsonObject, { own, wrapped }: Wrapper): JsonObject {
  const all = apart(schema, own);
  return { ...all, allOf: [{ $ref: pointerFragment(own) }, { $ref: pointerFragment(wrapped) }] };
}

/** Where the own part of a component is in the result. */
function ownPointer({ schema, pointer }: Place): string {
  const name = pointerKeys(pointer).at(-1) ?? '';
  const free = new FreeNames((each) => Object.hasOwn(asObject(schema.$defs), each));
  return childPointer(pointer, '$defs', free.of(`${name}Base`));
}

/** True for another name of a component. */
function isAlias(schema: JsonObject): boolean {
  if (typeof schema.$ref !== 'string') return false;
  return Object.keys(schema).every((keyword) => keyword === '$ref' || isAnnotation(keyword));
}
