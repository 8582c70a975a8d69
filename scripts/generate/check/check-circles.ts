import type { DocumentFault } from '../document/document-error';
import { isJsonObject, type JsonObject } from '../document/json-object';
import { fragmentPointer, valueAt } from '../document/json-pointer';
import { schemasOf } from '../document/walk-document';
import { visitSchemas } from '../document/walk-schema';

/**
 * Schemas that apply to a value only by applying to it again, which would never end.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-9.4.1
 */

interface SchemaInPlace {
  readonly schema: JsonObject;
  readonly pointer: string;
}

const CIRCLE = 'the schema refers to itself in a circle, so it describes nothing; break the circle';

/** A longer way from a schema to what it says is none that anybody wrote, and compiling it would fail. */
const MAX_CHAIN = 100;
const CHAIN = `more than ${MAX_CHAIN} references lead from one to the next; refer to the last one directly`;

interface Visit {
  readonly schema: JsonObject;
  readonly next: Applied[];
  readonly index: number;
  /** The earliest schema on the way that it leads back to. */
  low: number;
  /** References from here to the schema that has none, at most. */
  chain: number;
  again: boolean;
}

/**
 * Finds the strongly connected schemas (Tarjan), without calls that nest, since a way may be as long as
 * the document.
 *
 * @param document with plain references only (plain-schemas.ts)
 */
export function circleFaults(document: JsonObject): DocumentFault[] {
  const places = schemaPlaces(document);
  const pointers = new Map(places.map(({ schema, pointer }) => [schema, pointer]));
  const visits = new Map<JsonObject, Visit>();
  const open: JsonObject[] = [];
  const isOpen = new Set<JsonObject>();
  const faults: DocumentFault[] = [];
  for (const { schema } of places) {
    const way: Visit[] = [];
    const enter = (entered: JsonObject): void => {
      const index = visits.size;
      const next = appliedInPlace(document, entered);
      const visit = { schema: entered, next, index, low: index, chain: 0, again: false };
      visits.set(entered, visit);
      open.push(entered);
      isOpen.add(entered);
      way.push(visit);
    };
    if (!visits.has(schema)) enter(schema);
    for (let visit = way.at(-1); visit !== undefined; visit = way.at(-1)) {
      const applied = visit.next.at(-1);
      const known = applied && visits.get(applied.schema);
      if (applied === undefined) {
        way.pop();
        if (visit.low !== visit.index) continue;
        const members = open.splice(open.lastIndexOf(visit.schema));
        for (const member of members) isOpen.delete(member);
        if (members.length === 1 && !visit.again) continue;
        faults.push(...outermost(members.map((member) => pointers.get(member) ?? '')));
      } else if (known === undefined) {
        enter(applied.schema);
      } else {
        // Either it is done, or the way leads back to it.
        visit.next.pop();
        visit.again ||= known === visit;
        if (isOpen.has(known.schema)) visit.low = Math.min(visit.low, known.low);
        visit.chain = Math.max(visit.chain, known.chain + (applied.byReference ? 1 : 0));
      }
    }
  }
  const chained = [...visits.values()].filter(({ chain }) => chain === MAX_CHAIN + 1);
  const chains = chained.map(({ schema }) => ({
    pointer: pointers.get(schema) ?? '',
    message: CHAIN,
  }));
  return faults.length > 0 ? faults : chains;
}

function outermost(pointers: readonly string[]): DocumentFault[] {
  const all = new Set(pointers);
  const within = (pointer: string): boolean =>
    pointer !== '' && (all.has(parentOf(pointer)) || within(parentOf(pointer)));
  return pointers
    .filter((pointer) => !within(pointer))
    .map((pointer) => ({ pointer, message: CIRCLE }));
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

interface Applied {
  readonly schema: JsonObject;
  readonly byReference: boolean;
}

/** Keywords of schemas that apply to the same value, alone, in lists and in maps. */
const IN_PLACE = ['not', 'if', 'then', 'else', 'allOf', 'anyOf', 'oneOf', 'dependentSchemas'];

/** @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.2 */
function appliedInPlace(document: JsonObject, schema: JsonObject): Applied[] {
  const applied: Applied[] = [];
  const add = (value: unknown, byReference = false): void => {
    if (isJsonObject(value)) applied.push({ schema: value, byReference });
  };
  for (const keyword of IN_PLACE) {
    const value = schema[keyword];
    if (value === undefined) continue;
    if (Array.isArray(value))
      value.forEach((each) => {
        add(each);
      });
    else if (keyword !== 'dependentSchemas') add(value);
    else if (isJsonObject(value))
      Object.values(value).forEach((each) => {
        add(each);
      });
  }
  const pointer = typeof schema.$ref === 'string' ? fragmentPointer(schema.$ref) : undefined;
  if (pointer !== undefined) add(valueAt(document, pointer), true);
  return applied;
}

function schemaPlaces(document: JsonObject): SchemaInPlace[] {
  const places: SchemaInPlace[] = [];
  for (const { schema, pointer } of schemasOf(document)) {
    visitSchemas(schema, pointer, (each, at) => places.push({ schema: each, pointer: at }));
  }
  return places;
}
