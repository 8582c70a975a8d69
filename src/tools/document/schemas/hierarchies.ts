import { memoize } from 'openapi-trellis/tools';
import { type Base, type Child, COMPONENTS, Family, isAnnotation, type Wrapper } from './family';
import {
  asObject,
  entries,
  isJsonObject,
  type JsonObject,
  mapEntries,
  mapItems,
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
import { listAt, type ObjectSchemaAt } from '../model/schema-at';

/**
 * Rewrites inheritance in keywords of JSON Schema.
 *
 * A schema with a `discriminator` that others join by `allOf` represents each of them: `kind: cat` says that an Animal
 * is a Cat. To tell every reader of schemas, Animal becomes an explicit `oneOf`, and its children join its own part:
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
 * @returns the same document where there is no such inheritance
 * @see https://spec.openapis.org/oas/v3.2.0#models-with-polymorphism-support-using-allof-and-a-discriminator-object
 */
export function withHierarchies(document: JsonObject): JsonObject {
  const schemas = valueAt(document, COMPONENTS);
  if (!isJsonObject(schemas) || !Object.values(schemas).some(discriminates)) return document;
  const written = new Writer(new Family(document, schemas)).written(schemas);
  if (written === schemas) return document;
  return { ...document, components: { ...asObject(document.components), schemas: written } };
}

/**
 * Maps a pointer in the result of `withHierarchies` to the document before it. Added parts map to the `discriminator`
 * that caused them.
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

/** Marks the values of a base that no child has: valid, but the document names none of them. */
export const UNLISTED = 'x-unlisted';

/** Marks a discriminator that caused the `oneOf` next to it; to JSON Schema, there are no children. */
const JOINED = 'x-joined';

/** The document where a base with children has only their values. */
export const withoutUnlisted = memoize((resolver: Resolver): Resolver =>
  rewritten(resolver, (schema) => {
    const { oneOf } = schema;
    if (!Array.isArray(oneOf) || !oneOf.some(isUnlisted) || oneOf.every(isUnlisted)) return schema;
    return { ...schema, oneOf: mapItems(oneOf, (each) => !isUnlisted(each) && each) };
  }),
);

/** The document as plain JSON Schema, in which a discriminator has no effect. */
export const withoutHierarchies = memoize((resolver: Resolver): Resolver =>
  rewritten(resolver, (schema) =>
    asObject(schema.discriminator)[JOINED] === true ? without(schema, 'oneOf') : schema,
  ),
);

/** Pointers do not change; returns the same resolver when no schema changed. */
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

/** True for a schema with a discriminator, also in a part of an `allOf`. */
export function discriminates(schema: unknown): boolean {
  if (!isJsonObject(schema)) return false;
  if (isJsonObject(schema.discriminator)) return true;
  return Array.isArray(schema.allOf) && schema.allOf.some(discriminates);
}

/** Rewrites the components of a document. */
class Writer {
  constructor(private readonly family: Family) {}

  written(schemas: JsonObject): JsonObject {
    const { bases, wrappers } = this.family;
    if (bases.size === 0) return schemas;
    const joined = this.family.joined();
    return mapEntries(schemas, (name, schema) => {
      const pointer = childPointer(COMPONENTS, name);
      const own = this.joining(schema, pointer, joined.get(pointer) ?? new Set());
      const [base, wrapper] = [bases.get(pointer), wrappers.get(pointer)];
      if (base !== undefined) return this.union({ schema: asObject(own), pointer }, base);
      return wrapper === undefined ? own : wrapperOfBase(asObject(own), wrapper);
    });
  }

  /** A schema that joins the own parts of bases. */
  private joining(schema: unknown, pointer: string, bases: ReadonlySet<string>): unknown {
    if (!isJsonObject(schema) || bases.size === 0) return schema;
    const parent = this.family.referred({ schema, pointer })?.pointer ?? '';
    return mapEntries(schema, (keyword, value) => {
      if (keyword === '$ref' && bases.has(parent)) return this.ownPart(parent);
      if (keyword !== 'allOf' || !Array.isArray(value)) return value;
      return mapItems(value, (part, index) =>
        this.joining(part, childPointer(pointer, 'allOf', index), bases),
      );
    });
  }

  private ownPart(pointer: string): string {
    const { bases, wrappers } = this.family;
    const { own } = bases.get(pointer) ?? wrappers.get(pointer) ?? { own: pointer };
    return pointerFragment(own);
  }

  private union({ schema, pointer }: ObjectSchemaAt, base: Base): JsonObject {
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

  /** The alternative of a child. The property comes first, since it rules out others soonest. */
  private selected({ place, values }: Child, property: string): JsonObject {
    return {
      ...{ type: 'object', required: [property], properties: { [property]: { enum: values } } },
      $ref: this.ownPart(place.pointer),
    };
  }

  /** Listed alternatives other than the children, such as null. */
  private alsoListed(place: ObjectSchemaAt, { lists, children }: Base): JsonObject[] {
    const $ref = this.ownPart(place.pointer);
    return lists
      .flatMap((keyword) => listAt(place, keyword))
      .filter((at) => !children.some((child) => child.place === this.family.referred(at)))
      .map((at) => ({ allOf: [{ $ref }, at.schema] }));
  }

  /** The alternative for values of no child; undefined where there are none. */
  private rest(
    pointer: string,
    { property, children, unmapped, fallback, lists }: Base,
  ): (JsonObject & { readonly $ref: string }) | undefined {
    const place = this.family.places.get(pointer);
    if (place === undefined || (lists.length > 0 && fallback === undefined)) return undefined;
    const named = children.flatMap(({ values }) => values);
    const admitted = this.family.allowed(pointer, property);
    const left = admitted.filter((value) => !named.includes(value));
    const isOpen = admitted.length === 0;
    if (!isOpen && left.length === 0 && this.family.isDemanded(place, property)) return undefined;
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
}

const ABOUT_OTHERS = ['$defs', 'discriminator'];

/** Splits a schema: it joins its own part, which moves to `$defs`. @param others keywords to drop */
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
