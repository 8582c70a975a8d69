import { canonicalText, type SchemaType } from 'openapi-trellis/tools';
import { intersection, typeOf, typesOf } from './admitted-types';
import { type Direction, isHiddenProperty } from './direction';
import {
  ALWAYS,
  applicableSchemas,
  effective,
  POSSIBLY,
  walkInPlace,
} from './in-place-applicators';
import { isNamed, itemSchemas, memberSchemas, placesKey, propertyPlaces } from './part-schemas';
import type { DocumentFault } from '../model/document-error';
import { greatestOf, leastOf } from '../model/extremes';
import { type JsonObject, strings } from '../model/json-object';
import { childPointer } from '../model/json-pointer';
import type { Resolver } from '../model/resolve';
import { isPlace, listAt, type ObjectSchemaAt, type SchemaAt } from '../model/schema-at';

/** Finds schemas that no value fits, as far as keywords show it. A schema that some value fits is never reported. */
export class Contradictions {
  private readonly known = new Map<string, DocumentFault | undefined>();
  private looked = 0;

  constructor(
    private readonly resolver: Resolver,
    private readonly direction: Direction,
  ) {}

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
    if (never !== undefined) return { pointer: never.pointer, message: NEVER };
    const places = all.filter(isPlace);
    const types = intersection(places.map(({ schema }) => statedTypes(schema)));
    return (
      typesFault(places, types) ??
      valuesFault(places) ??
      numbersFault(places, types) ??
      amountsFault(places, types) ??
      this.membersFault(places, types, depth) ??
      this.itemsFault(places, types, depth) ??
      this.alternativesFault(places, schemas, decided, depth)
    );
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

const NEVER = 'its schema is "false", or has an empty "enum"';

const NONE: ReadonlySet<JsonObject> = new Set();

/** Levels of members that are examined. */
const MAX_DEPTH = 30;

/** Lookups for a document, after which no more faults are reported. */
const MAX_LOOKUPS = 100_000;

type Types = SchemaType[] | undefined;

function statedTypes(schema: JsonObject): Types {
  const stated = 'type' in schema ? (typesOf(schema) as SchemaType[]) : undefined;
  const values = valuesOf(schema);
  return intersection([stated, values && [...new Set(values.map(typeOf))]]);
}

function isOnly(types: Types, type: SchemaType): boolean {
  return types?.length === 1 && types[0] === type;
}

function valuesOf(schema: JsonObject): readonly unknown[] | undefined {
  if ('const' in schema) return [schema.const];
  return Array.isArray(schema.enum) ? (schema.enum as unknown[]) : undefined;
}

function typesFault(places: readonly ObjectSchemaAt[], types: Types): DocumentFault | undefined {
  if (types?.length !== 0) return undefined;
  const stated = places.flatMap((place) => {
    const own = statedTypes(place.schema);
    return own === undefined ? [] : [{ place, own }];
  });
  const [last] = stated.slice(-1);
  const itself = stated.find(({ own }) => own.length === 0) ?? last;
  const message =
    itself?.own.length === 0
      ? 'its listed values are not of its type'
      : `no value is of all the types ${stated.map(({ own }) => own.join(' or ')).join(', ')}`;
  return { pointer: itself?.place.pointer ?? '', message };
}

function valuesFault(places: readonly ObjectSchemaAt[]): DocumentFault | undefined {
  const lists = places.flatMap(({ schema, pointer }) => {
    const values = valuesOf(schema);
    return values === undefined
      ? []
      : [{ pointer, texts: values.map((each) => canonicalText(each)) }];
  });
  const [first, ...others] = lists;
  const other = others.find(({ texts }) => first?.texts.every((text) => !texts.includes(text)));
  if (other === undefined) return undefined;
  const message = 'no value is listed both here and in a schema beside it';
  return { pointer: other.pointer, message };
}

type Bound = readonly [pointer: string, keyword: string, value: number | bigint, limit: number];

/** Bounds with no number between them; for integers, no integer. */
function numbersFault(places: readonly ObjectSchemaAt[], types: Types): DocumentFault | undefined {
  if (types?.every((type) => type === 'integer' || type === 'number') !== true) return undefined;
  const isWhole = isOnly(types, 'integer');
  const bounds = (side: 'minimum' | 'maximum'): Bound[] =>
    places.flatMap(({ schema, pointer }) =>
      [side, side === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum'].flatMap((keyword) => {
        const value = schema[keyword];
        if (typeof value !== 'number' && typeof value !== 'bigint') return [];
        return [[pointer, keyword, value, Number(value)] as const];
      }),
    );
  for (const low of bounds('minimum')) {
    for (const high of bounds('maximum')) {
      if (!isBetween(low, high, isWhole)) {
        const [pointer, keyword, value] = high;
        const message = `no number fits "${low[1]}: ${low[2]}" and "${keyword}: ${value}"`;
        return { pointer: childPointer(pointer, keyword), message };
      }
    }
  }
  return undefined;
}

function isBetween(low: Bound, high: Bound, isWhole: boolean): boolean {
  const isClosed = low[1] === 'minimum' && high[1] === 'maximum';
  if (!isWhole || typeof low[2] === 'bigint' || typeof high[2] === 'bigint') {
    return isClosed ? low[2] <= high[2] : low[2] < high[2];
  }
  const least = low[1] === 'minimum' ? Math.ceil(low[3]) : Math.floor(low[3]) + 1;
  const greatest = high[1] === 'maximum' ? Math.floor(high[3]) : Math.ceil(high[3]) - 1;
  return least <= greatest;
}

const AMOUNTS = [
  ['string', 'minLength', 'maxLength'],
  ['array', 'minItems', 'maxItems'],
  ['object', 'minProperties', 'maxProperties'],
] as const;

function amountsFault(places: readonly ObjectSchemaAt[], types: Types): DocumentFault | undefined {
  for (const [type, least, most] of AMOUNTS) {
    if (!isOnly(types, type)) continue;
    const low = greatestOf(amounts(places, least), 0);
    const high = leastOf(amounts(places, most), Infinity);
    if (low <= high) continue;
    const at = places.find(({ schema }) => Number(schema[most]) === high);
    const message = `no ${type} fits "${least}: ${low}" and "${most}: ${high}"`;
    return { pointer: childPointer(at?.pointer ?? '', most), message };
  }
  return undefined;
}

function amounts(places: readonly ObjectSchemaAt[], keyword: string): number[] {
  return places.flatMap(({ schema }) => (keyword in schema ? [Number(schema[keyword])] : []));
}

/** True for another schema that may evaluate the rest of the properties. */
function isOpen(each: ObjectSchemaAt, place: ObjectSchemaAt): boolean {
  return each !== place && 'unevaluatedProperties' in each.schema;
}

function closesBy({ schema }: ObjectSchemaAt): string {
  return schema.additionalProperties === false ? 'additionalProperties' : 'unevaluatedProperties';
}
