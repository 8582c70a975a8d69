import {
  asObject,
  type JsonObject,
  type Operation,
  valueAt,
  type LoadedContract,
  type ValueGenerator,
} from '../../generate/index';
import { keywordOf, membersOf, type Part } from '../../resources/index';
import { isArray, isObject } from './shape';

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
function plain(name: string): string {
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

/** What members around a list say of it, by their names. */
const NUMBERS: readonly (readonly [
  names: readonly string[],
  numberOf: (page: Page<unknown>) => number | undefined,
])[] = [
  [['total', 'count', 'totalcount', 'totalitems', 'totalelements'], ({ total }) => total],
  [['numberofelements'], ({ items }) => items.length],
  [['offset', 'skip'], ({ offset }) => offset],
  [['limit', 'size', 'perpage', 'pagesize'], ({ size, total }) => size ?? total],
  [['page', 'pagenumber', 'currentpage'], ({ number }) => number],
  [['totalpages', 'pagecount'], ({ total, size }) => (size ? Math.ceil(total / size) : 1)],
];

/** Members that lead to more: one that is made up would have clients ask without end. */
const LEADS_ON = /^(?:next|nextcursor|nextpage|nextpagetoken|nexttoken|nexturl|nextlink|cursor)$/;
const HAS_MORE = /^(?:hasmore|hasnext|hasnextpage)$/;

/** Objects within an envelope, such as `meta`, are looked into so deep. */
const DEPTH = 2;

/**
 * What is known of a list, for the members that its envelope has by its schema: how many there are, which part
 * this is, and that nothing leads on from here but what the client counts itself.
 *
 * @param within the names of the members that hold the list
 */
export function toldOf(
  loaded: LoadedContract,
  maker: ValueGenerator,
  envelope: Part,
  page: Page<unknown>,
  depth = DEPTH,
): JsonObject {
  const required = keywordOf(envelope, 'required').flat();
  const told = [...membersOf(loaded, envelope)].flatMap(([name, member]) => {
    if (isArray(member)) return [];
    if (isObject(member)) {
      const inner = depth === 0 ? {} : toldOf(loaded, maker, member, page, depth - 1);
      return Object.keys(inner).length === 0 ? [] : [[name, inner] as const];
    }
    const pointer = member.places[0]?.pointer;
    const value = valuesOf(plain(name), page, required.includes(name)).find(
      (each) => pointer === undefined || maker.errorOf(pointer, 'response', each) === undefined,
    );
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(told);
}

/** The first of them that fits counts. */
function valuesOf(name: string, page: Page<unknown>, isRequired: boolean): unknown[] {
  if (HAS_MORE.test(name)) return [page.offset + page.items.length < page.total];
  if (LEADS_ON.test(name)) return isRequired ? [null, ''] : [];
  const [, numberOf] = NUMBERS.find(([names]) => names.includes(name)) ?? [];
  const number = numberOf?.(page);
  return number === undefined ? [] : [number];
}
