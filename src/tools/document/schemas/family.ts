import { isFallback, namesOf, statedValues } from './discriminator';
import { ALWAYS, applicableSchemas, effective } from './in-place-applicators';
import { isHiddenProperty } from './direction';
import { propertyPlaces } from './part-schemas';
import { admittedTypes } from './admitted-types';
import { FreeNames } from '../free-names';
import { getOrMake } from '../get-or-make';
import { asObject, isJsonObject, type JsonObject, strings } from '../model/json-object';
import { childPointer, pointerFragment, pointerKeys } from '../model/json-pointer';
import { Resolver } from '../model/resolve';
import { isPlace, listAt, type ObjectSchemaAt, type SchemaAt } from '../model/schema-at';

export const COMPONENTS = '/components/schemas';

/** A component that selects a part of a base's values. */
export interface Child {
  readonly place: ObjectSchemaAt;
  /** The discriminator values of the component. */
  readonly values: readonly string[];
}

/** A component that also represents its children. */
export interface Base {
  /** The pointer of its own part in the result. */
  readonly own: string;
  readonly property: string;
  readonly discriminator: JsonObject;
  readonly children: readonly Child[];
  /** Children selected only by component name, where others are mapped. */
  readonly unmapped: readonly Child[];
  /** The component for values without a mapping (`defaultMapping`), if any. */
  readonly fallback: ObjectSchemaAt | undefined;
  /** Its keywords that list its children. If any do, there are no other children. */
  readonly lists: readonly string[];
}

/** A component that adds a part of its own to a base. */
export interface Wrapper {
  readonly own: string;
  /** The pointer of the base. */
  readonly wrapped: string;
}

/** The components of a document and their inheritance. */
export class Family {
  private readonly resolver: Resolver;
  readonly places: ReadonlyMap<string, ObjectSchemaAt>;
  private readonly ancestors = new Map<string, ReadonlySet<string>>();
  private readonly descendants = new Map<string, ObjectSchemaAt[]>();
  private readonly values = new Map<string, readonly string[]>();
  readonly bases: ReadonlyMap<string, Base>;
  readonly wrappers = new Map<string, Wrapper>();

  constructor(document: JsonObject, schemas: JsonObject) {
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

  /** The components that one joins by `allOf`, directly or not. An alias joins none. */
  private ancestorsOf(place: ObjectSchemaAt): ReadonlySet<string> {
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

  private parentsOf(place: ObjectSchemaAt): ObjectSchemaAt[] {
    const parent = this.referred(place);
    const parts = listAt(place, 'allOf').filter(isPlace);
    return [
      ...(parent === undefined ? [] : [parent]),
      ...parts.flatMap((each) => this.parentsOf(each)),
    ];
  }

  referred(place: SchemaAt): ObjectSchemaAt | undefined {
    if (!isPlace(place) || typeof place.schema.$ref !== 'string') return undefined;
    const target = this.resolver.referenced(place.schema.$ref, place.pointer);
    return this.places.get(effective(this.resolver, target).pointer);
  }

  private baseAt(place: ObjectSchemaAt): Base | undefined {
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

  private isOrJoins(place: ObjectSchemaAt, other: ObjectSchemaAt): boolean {
    return place === other || this.ancestorsOf(place).has(other.pointer);
  }

  private discriminatorOf(place: ObjectSchemaAt): JsonObject | undefined {
    return applicableSchemas(this.resolver, place, ALWAYS)
      .map(({ schema }) => asObject(schema.discriminator))
      .find(({ propertyName }) => typeof propertyName === 'string');
  }

  /**
   * The base that a component wraps: it joins the base next to mapped children, without a value of its own,
   * such as a Pet with an `id`. It may hold any of the children.
   */
  private wrapperOf(place: ObjectSchemaAt): Wrapper | undefined {
    const discriminator = this.discriminatorOf(place) ?? {};
    if (isAlias(place.schema) || !isJsonObject(discriminator.mapping)) return undefined;
    if (this.mappedTo(discriminator, place).length > 0) return undefined;
    if (this.stated(place, discriminator).length > 0) return undefined;
    const wrapped = [...this.ancestorsOf(place)].findLast((each) => this.bases.has(each));
    return wrapped === undefined ? undefined : { own: ownPointer(place), wrapped };
  }

  private mappedTo(discriminator: JsonObject, { pointer }: ObjectSchemaAt): readonly string[] {
    return namesOf(this.resolver, discriminator, referenceTo({ pointer })).mapped;
  }

  /** The values that a component states itself, and does not inherit from a base. */
  private stated(place: ObjectSchemaAt, { propertyName }: JsonObject): readonly string[] {
    const property = String(propertyName);
    const values = this.allowed(place.pointer, property);
    if (values.length === 0) return values;
    const inherited = [...this.ancestorsOf(place)].map((parent) => this.allowed(parent, property));
    return inherited.some((each) => each.length === values.length) ? [] : values;
  }

  /** The values of a property that a component allows, itself or through components it joins. */
  allowed(pointer: string, property: string): readonly string[] {
    return getOrMake(this.values, JSON.stringify([pointer, property]), () =>
      statedValues(this.resolver, this.resolver.at(pointer), property),
    );
  }

  /**
   * Assigns each value to one child, the most derived one. Where some children are mapped, component names select
   * children too, but the document does not confirm that they are used.
   *
   * @param listed children in a `oneOf` or `anyOf` of the base, and therefore used
   */
  private childrenOf(
    base: ObjectSchemaAt,
    discriminator: JsonObject,
    candidates: readonly ObjectSchemaAt[],
    listed: readonly ObjectSchemaAt[],
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

  private byValue(
    base: ObjectSchemaAt,
    { propertyName }: JsonObject,
    named: readonly Child[],
  ): Child[] {
    const admitted = this.allowed(base.pointer, String(propertyName));
    const owners = new Map<string, ObjectSchemaAt>();
    for (const { place, values } of named) {
      for (const value of values) {
        const owner = owners.get(value);
        if (admitted.length > 0 && !admitted.includes(value)) continue;
        if (owner === undefined || this.isOrJoins(place, owner)) owners.set(value, place);
      }
    }
    const values = new Map<ObjectSchemaAt, string[]>();
    for (const [value, owner] of owners) getOrMake(values, owner, () => []).push(value);
    return [...values].map(([place, own]) => ({ place, values: own }));
  }

  /** The name of a component, unless it is mapped to another one. */
  private impliedBy({ pointer }: ObjectSchemaAt, { mapping }: JsonObject): readonly string[] {
    const names = pointerKeys(pointer).slice(-1);
    return names.filter((name) => !Object.hasOwn(asObject(mapping), name));
  }

  /** For each component, the bases whose own part it joins, since the whole base would lead back to it. */
  joined(): ReadonlyMap<string, ReadonlySet<string>> {
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

  /** True where every value has the property, in both directions. */
  isDemanded(place: ObjectSchemaAt, property: string): boolean {
    const always = applicableSchemas(this.resolver, place, ALWAYS);
    const types = admittedTypes(this.resolver, place.pointer);
    const isHidden = propertyPlaces(always, property).some((each) =>
      (['request', 'response'] as const).some((way) => isHiddenProperty(this.resolver, each, way)),
    );
    const isRequired = always.some(({ schema }) => strings(schema.required).includes(property));
    return isRequired && !isHidden && types?.length === 1 && types[0] === 'object';
  }
}

/** Keywords about the whole schema, which parts do not repeat. */
const ANNOTATIONS = new Set([
  ...['title', 'description', 'deprecated', 'default', 'example', 'examples', 'externalDocs'],
  ...['readOnly', 'writeOnly', 'xml'],
]);

function referenceTo({ pointer }: Pick<ObjectSchemaAt, 'pointer'>): ObjectSchemaAt {
  return { schema: { $ref: pointerFragment(pointer) }, pointer };
}

export function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.has(keyword) || keyword.startsWith('x-');
}

/** The pointer of a component's own part in the result. */
function ownPointer({ schema, pointer }: ObjectSchemaAt): string {
  const name = pointerKeys(pointer).at(-1) ?? '';
  const free = new FreeNames((each) => Object.hasOwn(asObject(schema.$defs), each));
  return childPointer(pointer, '$defs', free.of(`${name}Base`));
}

/** True for a component that only refers to another. */
function isAlias(schema: JsonObject): boolean {
  if (typeof schema.$ref !== 'string') return false;
  return Object.keys(schema).every((keyword) => keyword === '$ref' || isAnnotation(keyword));
}
