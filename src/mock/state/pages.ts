import { asObject, type JsonObject, type Operation, valueAt } from '../../generate/index';

/** Names of query parameters that say how many things are wanted, and from which on. */
const SIZES = ['limit', 'perpage', 'pagesize'];
const OFFSETS = ['offset', 'skip'];
const PAGES = ['page', 'pagenumber'];

/** The part of a list that a request asks for. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** The place of the first one in the whole list. */
  readonly offset: number;
  /** As many were asked for at most; undefined where the request does not say. */
  readonly size: number | undefined;
  /** As the parameter counts; undefined where it was not sent. */
  readonly number: number | undefined;
  readonly total: number;
  /** Names of query parameters that were sent and do not count here. */
  readonly ignored: readonly string[];
}

/**
 * The part of a list that the query asks for, by integers of these names: `limit`, `per_page` or `page_size`,
 * with `offset` or `skip`, or with `page`, which begins with 1 unless its schema begins with 0. Where the
 * operation has cursors, which only the service can read, all is listed.
 */
export function pageOf<Item>(
  all: readonly Item[],
  operation: Operation,
  query: JsonObject,
  document: unknown,
): Page<Item> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const named = (names: readonly string[]): [string, number] | undefined => {
    const found = given.find(([name, value]) => names.includes(plain(name)) && isCount(value));
    return found && [found[0], Number(found[1])];
  };
  const [size, skipped, page] = hasCursor(operation) ? [] : [SIZES, OFFSETS, PAGES].map(named);
  const before = page === undefined ? 0 : page[1] - firstPage(operation, page[0], document);
  const offset = skipped?.[1] ?? Math.max(before, 0) * (size?.[1] ?? all.length);
  const used = [size, skipped, page].flatMap((each) => each?.[0] ?? []);
  return {
    items: all.slice(offset, size === undefined ? undefined : offset + size[1]),
    offset,
    size: size?.[1],
    number: page?.[1],
    total: all.length,
    ignored: given.map(([name]) => name).filter((name) => !used.includes(name)),
  };
}

/** `per_page`, `perPage` and `per-page` alike. */
export function plain(name: string): string {
  return name.replace(/[-_]/g, '').toLowerCase();
}

function hasCursor({ parameters }: Operation): boolean {
  return parameters.some(
    ({ value }) => value.in === 'query' && /cursor|token|after|before/i.test(String(value.name)),
  );
}

function isCount(value: unknown): boolean {
  return (typeof value === 'number' || typeof value === 'bigint') && Number(value) >= 0;
}

/** The number of the first page: 0 where that is the least or the default by its schema. */
function firstPage({ parameters }: Operation, name: string, document: unknown): 0 | 1 {
  const parameter = parameters.find(({ value }) => value.in === 'query' && value.name === name);
  const schema = asObject(parameter && valueAt(document, `${parameter.pointer}/schema`));
  return schema.minimum === 0 || schema.default === 0 ? 0 : 1;
}
