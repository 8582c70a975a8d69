import {
  greatestOf,
  DocumentError,
  type DocumentFault,
  isJsonObject,
  type JsonObject,
  Resolver,
  type Kind,
  schemasOf,
  visitObjects,
  visitSchemas,
  inPostOrder,
  loopsOf,
  withoutLoops,
  pointerPrefixes,
  type ObjectSchemaAt,
  type SchemaAt,
  appliedSchemas,
  IN_PLACE,
} from '../../document';

/**
 * Finds references of objects other than schemas that lead nowhere, to another kind of object, or in a circle.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#reference-object
 */
export function referenceFaults(document: JsonObject): DocumentFault[] {
  const resolver = new Resolver(document);
  const kinds = new Map<string, Kind>();
  const references = new Map<string, string>();
  visitObjects('openapi', document, '', (kind, value, pointer) => {
    kinds.set(pointer, kind);
    if (kind === 'schema' || !isJsonObject(value)) return;
    if (typeof value.$ref === 'string') references.set(pointer, value.$ref);
  });
  const places = [...references.keys()];
  const indexes = new Map(places.map((place, index) => [place, index]));
  const faults: DocumentFault[] = [];
  const graph = [...references].map(([pointer, reference]) => {
    const kind = kinds.get(pointer) ?? 'schema';
    const target = targetOf(resolver, reference, pointer, kind, faults);
    if (target === undefined) return [];
    if (kinds.get(target) !== kind) {
      const message = `what it refers to, "#${target}", is not ${NAMES[kind] ?? kind}; correct the reference`;
      faults.push({ pointer, message });
    }
    const index = indexes.get(target);
    return index === undefined ? [] : [index];
  });
  const circles = loopsOf(graph)
    .flat()
    .map((index) => {
      const pointer = places[index] ?? '';
      const message = `"${references.get(pointer) ?? ''}" refers to itself in a circle`;
      return { pointer, message };
    });
  return [...faults, ...circles];
}

const NAMES: Readonly<Partial<Record<Kind, string>>> = {
  parameter: 'a parameter',
  header: 'a header',
  requestBody: 'a request body',
  response: 'a response',
  callback: 'a callback',
  pathItem: 'a path item',
  example: 'an example',
  link: 'a link',
  mediaType: 'a media type',
  securityScheme: 'a security scheme',
};

/** The target of a reference; adds a fault when there is none. */
function targetOf(
  resolver: Resolver,
  reference: string,
  from: string,
  kind: Kind,
  faults: DocumentFault[],
): string | undefined {
  try {
    return resolver.target(reference, from);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    for (const each of error.faults) faults.push({ ...each, unresolved: kind });
    return undefined;
  }
}

/**
 * Faults for schemas that apply to a value only by applying to it again, which would never end.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-9.4.1
 */

const CIRCLE = 'the schema refers to itself in a circle, so it describes nothing; break the circle';

/** Real documents have 40 at most; compiling, which recurses, overflows the stack from 400 on. */
const MAX_LEVELS = 300;
const LEVELS = `schemas within schemas, and references, lead from here through more than ${MAX_LEVELS} levels; break them up`;

/** @param document normalized (normalize-schemas.ts) */
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
  const references = places.map((place) => indexesOf(appliedSchemas(resolver, place, ['$ref'])));
  return levelFaults(places, references);
}

/** @param graph the targets of the references of each place */
function levelFaults(places: readonly ObjectSchemaAt[], graph: number[][]): DocumentFault[] {
  const indexes = new Map(places.map(({ pointer }, index) => [pointer, index]));
  for (const [index, { pointer }] of places.entries()) {
    const around = pointerPrefixes(pointer)
      .slice(0, -1)
      .findLast((each) => indexes.has(each));
    graph[indexes.get(around ?? '') ?? -1]?.push(index);
  }
  const outward = withoutLoops(graph);
  const levels: number[] = [];
  const levelsBelow = (index: number): number[] =>
    outward[index]?.map((to) => (levels[to] ?? 0) + 1) ?? [];
  for (const index of inPostOrder(outward)) levels[index] = greatestOf(levelsBelow(index), 0);
  const deepest = places.filter((_, index) => greatestOf(levelsBelow(index), 0) === MAX_LEVELS + 1);
  return deepest.map(({ pointer }) => ({ pointer, message: LEVELS }));
}

/** Pointers that no other one encloses. */
function outermost(pointers: readonly string[]): string[] {
  const all = new Set(pointers);
  return pointers.filter((pointer) => {
    const around = pointerPrefixes(pointer).slice(0, -1);
    return !around.some((prefix) => all.has(prefix));
  });
}

function placesOf(document: JsonObject): ObjectSchemaAt[] {
  const places: ObjectSchemaAt[] = [];
  for (const { schema, pointer } of schemasOf(document)) {
    visitSchemas(schema, pointer, (each, at) => places.push({ schema: each, pointer: at }));
  }
  return places;
}
