import { stringifyJson } from '../../../src/contract';
import { isGenerous, limits, type Making } from './making';
import { listAt, memberAt, type Place, type SchemaAt } from '../document/schema-at';

/** Values that are tried for an item that must differ from those before it. */
const TRIES = 20;

/** The longest array that is made; a schema that wants more gets none. */
const MAX_LENGTH = 10_000;

/**
 * An array by all schemas; undefined when none is found.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1
 */
export function makeArray(
  making: Making,
  places: readonly Place[],
  depth: number,
): unknown[] | undefined {
  const length = wantedLength(making, places, depth);
  if (length > MAX_LENGTH) return undefined;
  const contained = places.flatMap((place) => containedItems(place));
  const unique = places.some(({ schema }) => schema.uniqueItems === true);
  const items: unknown[] = [];
  const taken = new Set<string>();
  for (let index = 0; index < Math.max(length, contained.length); index++) {
    const schemas = [...itemSchemas(places, index), ...(contained[index] ?? [])];
    const item = makeItem(making, schemas, depth, unique ? taken : undefined);
    if (item === undefined) break;
    taken.add(stringifyJson(item));
    items.push(item);
  }
  return items.length < least(places) ? undefined : items;
}

function makeItem(
  making: Making,
  schemas: readonly SchemaAt[],
  depth: number,
  taken: ReadonlySet<string> | undefined,
): unknown {
  for (let tries = 0; tries < TRIES; tries++) {
    const item = making.make(schemas, depth + 1);
    if (item === undefined || taken?.has(stringifyJson(item)) !== true) return item;
  }
  return undefined;
}

function least(places: readonly Place[]): number {
  return Math.max(0, ...limits(places, 'minItems'));
}

/** One item, or those of `prefixItems`, where the schema leaves the length open. */
function wantedLength(making: Making, places: readonly Place[], depth: number): number {
  const prefix = Math.max(0, ...places.map((place) => listAt(place, 'prefixItems').length));
  const usual = isGenerous(making, depth) && making.plan.optional !== 'none' ? prefix || 1 : 0;
  const most = Math.min(...limits(places, 'maxItems'));
  return Math.max(least(places), Math.min(usual, most));
}

/** For each item that `contains` asks for, its schema. */
function containedItems(place: Place): SchemaAt[][] {
  if (!('contains' in place.schema)) return [];
  const { minContains = 1 } = place.schema;
  const count = Math.min(Number(minContains), MAX_LENGTH);
  return Array.from({ length: count }, () => [memberAt(place, 'contains')]);
}

function itemSchemas(places: readonly Place[], index: number): SchemaAt[] {
  const evaluated = places.flatMap((place) => {
    const prefix = listAt(place, 'prefixItems')[index];
    if (prefix !== undefined) return [prefix];
    return 'items' in place.schema ? [memberAt(place, 'items')] : [];
  });
  if (evaluated.length > 0) return evaluated;
  return places
    .filter(({ schema }) => 'unevaluatedItems' in schema)
    .map((place) => memberAt(place, 'unevaluatedItems'));
}
