import type { DocumentFault } from '../../document/model/document-error';
import type { JsonObject } from '../../document/model/json-object';
import { pointerPrefixes } from '../../document/model/json-pointer';
import { Resolver } from '../../document/model/resolve';
import type { Place, SchemaAt } from '../../document/model/schema-at';
import { schemasOf } from '../../document/model/walk-document';
import { visitSchemas } from '../../document/model/walk-schema';
import { inPostOrder, loopsOf } from '../../document/graph';
import { appliedSchemas, IN_PLACE } from '../../document/schemas/in-place-applicators';

/**
 * Schemas that apply to a value only by applying to it again, which would never end.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-9.4.1
 */

const CIRCLE = 'the schema refers to itself in a circle, so it describes nothing; break the circle';

/** A longer way from a schema to what it says is none that anybody wrote, and compiling it would fail. */
const MAX_CHAIN = 100;
const CHAIN = `more than ${MAX_CHAIN} references lead from one to the next; refer to the last one directly`;

/** @param document with plain references only (normalize-schemas.ts) */
export function circleFaults(document: JsonObject): DocumentFault[] {
  const resolver = new Resolver(document);
  const places = placesOf(document);
  const indexes = new Map<unknown, number>(places.map(({ schema }, index) => [schema, index]));
  const indexesOf = (schemas: readonly SchemaAt[]): number[] =>
    schemas.flatMap(({ schema }) => indexes.get(schema) ?? []);
  const graph = places.map((place) => indexesOf(appliedSchemas(resolver, place, IN_PLACE)));
  const circles = loopsOf(graph);
  if (circles.length > 0) {
    const pointers = circles.flatMap((circle) =>
      outermost(circle.map((index) => places[index]?.pointer ?? '')),
    );
    return pointers.map((pointer) => ({ pointer, message: CIRCLE }));
  }
  const targets = places.map((place) => indexesOf(appliedSchemas(resolver, place, ['$ref']))[0]);
  // The references from each schema to one that has none, at most.
  const chains: number[] = [];
  for (const index of inPostOrder(graph)) {
    const further = (graph[index] ?? []).map(
      (to) => (chains[to] ?? 0) + (to === targets[index] ? 1 : 0),
    );
    chains[index] = Math.max(0, ...further);
  }
  const chained = places.filter((_, index) => chains[index] === MAX_CHAIN + 1);
  return chained.map(({ pointer }) => ({ pointer, message: CHAIN }));
}

/** Those that are within no other one. */
function outermost(pointers: readonly string[]): string[] {
  const all = new Set(pointers);
  return pointers.filter((pointer) => {
    const around = pointerPrefixes(pointer).slice(0, -1);
    return !around.some((prefix) => all.has(prefix));
  });
}

function placesOf(document: JsonObject): Place[] {
  const places: Place[] = [];
  for (const { schema, pointer } of schemasOf(document)) {
    visitSchemas(schema, pointer, (each, at) => places.push({ schema: each, pointer: at }));
  }
  return places;
}
