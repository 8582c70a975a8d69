import { canonicalText, cut, type SchemaType, stringifyJson } from 'openapi-trellis/tools';
import {
  ALWAYS,
  applicableSchemas,
  childPointer,
  type Direction,
  type DocumentFault,
  effective,
  intersection,
  isHiddenProperty,
  isNamed,
  isPlace,
  itemSchemas,
  type JsonObject,
  listAt,
  ownTypes,
  memberSchemas,
  type ObjectSchemaAt,
  placesKey,
  POSSIBLY,
  propertyPlaces,
  type Resolver,
  type SchemaAt,
  strings,
  walkInPlace,
} from '../document';
import { NEVER } from './atoms';
import { Containment } from './containment';
import { isAssertion, Meanings } from './meaning';

/** Finds schemas that no value fits, as far as keywords show it. A schema that some value fits is never reported. */
export class Contradictions {
  private readonly known = new Map<string, DocumentFault | undefined>();
  private looked = 0;
  private readonly containment: Containment;

  constructor(
    private readonly resolver: Resolver,
    private readonly direction: Direction,
  ) {
    const sides = { base: resolver, revision: resolver };
    this.containment = new Containment(sides, direction, new Meanings(sides, direction));
  }

  /** Why no value fits all the schemas, with the place; undefined where one may fit, or no fault is found. */
  of(schemas: readonly SchemaAt[]): DocumentFault | undefined {
    return this.within(schemas, NONE, 0);
  }

  /** @param decided schemas whose alternative is already chosen */
  private within(
    schemas: readonly SchemaAt[],
    decided: ReadonlySet<JsonObject>,
    depth: number,
  ): DocumentFault | undefined {
    if (depth > MAX_DEPTH || ++this.looked > MAX_LOOKUPS) return undefined;
    const key = placesKey(schemas);
    if (this.known.has(key)) return this.known.get(key);
    // A recursion adds no reason.
    this.known.set(key, undefined);
    const found = this.found(schemas, decided, depth);
    this.known.set(key, found);
    return found;
  }

  private found(
    schemas: readonly SchemaAt[],
    decided: ReadonlySet<JsonObject>,
    depth: number,
  ): DocumentFault | undefined {
    const all = [...walkInPlace(this.resolver, schemas, ALWAYS)];
    const never = all.find(({ schema }) => schema === false);
    if (never !== undefined) return { pointer: never.pointer, message: NONE_FITS };
    const places = all.filter(isPlace);
    const types = intersection(places.map(({ schema }) => ownTypes(schema)));
    return (
      this.assertionsFault(places) ??
      this.membersFault(places, types, depth) ??
      this.itemsFault(places, types, depth) ??
      this.alternativesFault(places, schemas, decided, depth)
    );
  }

  /** Assertions that exclude each other, as few as show it. */
  private assertionsFault(places: readonly ObjectSchemaAt[]): DocumentFault | undefined {
    const all = places.flatMap(assertionsOf);
    if (all.length < 2 || all.length > MAX_ASSERTIONS || !this.areEmpty(all)) return undefined;
    const few = all.reduce((kept, each) => {
      const others = kept.filter((other) => other !== each);
      return this.areEmpty(others) ? others : kept;
    }, all);
    const said = few.map(({ schema }) => assertionText(schema));
    const pointer = few.at(-1)?.pointer ?? '';
    return { pointer, message: `${said.join(', ')} exclude each other` };
  }

  private areEmpty(assertions: readonly SchemaAt[]): boolean {
    if (++this.looked > MAX_LOOKUPS) return false;
    const terms = assertions.map((at) => ({ side: 'base', at }) as const);
    return this.containment.holds(terms, NEVER);
  }

  /** A required property that no value fits. */
  private membersFault(
    places: readonly ObjectSchemaAt[],
    types: Types,
    depth: number,
  ): DocumentFault | undefined {
    if (!isOnly(types, 'object')) return undefined;
    const required = new Set(places.flatMap(({ schema }) => strings(schema.required)));
    if (required.size * places.length > MAX_LOOKUPS) return undefined;
    for (const name of required) {
      const stated = propertyPlaces(places, name);
      if (stated.some((at) => isHiddenProperty(this.resolver, at, this.direction))) continue;
      const closed = places.find((place) => this.excludes(place, name));
      if (closed !== undefined) {
        const keyword = closesBy(closed);
        const message = `the property ${JSON.stringify(name)} is required, and "${keyword}: false" of this schema does not name it`;
        return { pointer: childPointer(closed.pointer, keyword), message };
      }
      const members = places.flatMap((place) => memberSchemas(place, name));
      const fault = members.length > 0 ? this.within(members, NONE, depth + 1) : undefined;
      if (fault !== undefined) {
        const message = `the property ${JSON.stringify(name)} is required, and ${fault.message}`;
        return { pointer: fault.pointer, message };
      }
    }
    return undefined;
  }

  private excludes(place: ObjectSchemaAt, name: string): boolean {
    const { additionalProperties, unevaluatedProperties } = place.schema;
    if (additionalProperties === false && !isNamed(place, name)) return true;
    if (unevaluatedProperties !== false) return false;
    const possible = applicableSchemas(this.resolver, place, POSSIBLY);
    return !possible.some(
      (each) => isNamed(each, name) || 'additionalProperties' in each.schema || isOpen(each, place),
    );
  }

  private itemsFault(
    places: readonly ObjectSchemaAt[],
    types: Types,
    depth: number,
  ): DocumentFault | undefined {
    const isNeeded = places.some(({ schema }) => Number(schema.minItems ?? 0) >= 1);
    if (!isOnly(types, 'array') || !isNeeded) return undefined;
    const items = places.flatMap((place) => itemSchemas(place, 0));
    const fault = items.length > 0 ? this.within(items, NONE, depth + 1) : undefined;
    return fault && { ...fault, message: `an item is required, and ${fault.message}` };
  }

  private alternativesFault(
    places: readonly ObjectSchemaAt[],
    schemas: readonly SchemaAt[],
    decided: ReadonlySet<JsonObject>,
    depth: number,
  ): DocumentFault | undefined {
    const all = new Set([...decided, ...places.map(({ schema }) => schema)]);
    for (const place of places.filter(({ schema }) => !decided.has(schema))) {
      for (const keyword of ['oneOf', 'anyOf'] as const) {
        const branches = listAt(place, keyword);
        const pointer = childPointer(place.pointer, keyword);
        if (keyword === 'oneOf' && branches.length > 1 && this.areTwice(branches)) {
          const message = 'each alternative is there twice, and a value must fit one alone';
          return { pointer, message };
        }
        const faults: DocumentFault[] = [];
        for (const branch of branches) {
          const fault = this.within([...schemas, branch], all, depth + 1);
          if (fault === undefined) break;
          faults.push(fault);
        }
        const [first] = faults;
        if (first === undefined || faults.length < branches.length) continue;
        return { pointer, message: `no alternative fits; of the first, ${first.message}` };
      }
    }
    return undefined;
  }

  private areTwice(branches: readonly SchemaAt[]): boolean {
    const counts = new Map<unknown, number>();
    const texts = branches.map((branch) => canonicalText(effective(this.resolver, branch).schema));
    for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
    return texts.every((text) => (counts.get(text) ?? 0) > 1);
  }
}

const NONE_FITS = 'its schema is "false", or has an empty "enum"';

const NONE: ReadonlySet<JsonObject> = new Set();

/** Levels of members that are examined. */
const MAX_DEPTH = 30;

/** Lookups for a document, after which no more faults are reported. */
const MAX_LOOKUPS = 100_000;

/** Assertions about one value that are examined. */
const MAX_ASSERTIONS = 100;

type Types = SchemaType[] | undefined;

function isOnly(types: Types, type: SchemaType): boolean {
  return types?.length === 1 && types[0] === type;
}

/** Each assertion as a schema of its own. The names that are required depend on the direction. */
function assertionsOf({ schema, pointer }: ObjectSchemaAt): ObjectSchemaAt[] {
  return Object.entries(schema)
    .filter(([keyword]) => isAssertion(keyword) && !/required$/i.test(keyword))
    .map(([keyword, value]) => ({
      schema: { [keyword]: value },
      pointer: childPointer(pointer, keyword),
    }));
}

function assertionText(schema: JsonObject): string {
  const [[keyword, value] = []] = Object.entries(schema);
  const text = typeof value === 'string' ? value : stringifyJson(value);
  return `"${keyword}: ${cut(text, 100)}"`;
}

/** True for another schema that may evaluate the rest of the properties. */
function isOpen(each: ObjectSchemaAt, place: ObjectSchemaAt): boolean {
  return each !== place && 'unevaluatedProperties' in each.schema;
}

function closesBy({ schema }: ObjectSchemaAt): string {
  return schema.additionalProperties === false ? 'additionalProperties' : 'unevaluatedProperties';
}
