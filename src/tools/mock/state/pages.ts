import type { JsonObject, Located, Operation } from '../../document';
import type { LoadedContract } from '../../validators';
import type { ValueGenerator } from '../../samples';
import {
  type FilterParameter,
  firstOf,
  keywordOf,
  listParameters,
  membersOf,
  type ValuePart,
  type SortParameter,
  plainName,
} from '../../resources';
import { isArray, isObject } from './shape';

/** The page of a list that a request selects. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Index of the first item in the whole list. */
  readonly offset: number;
  /** Requested maximum of items; undefined if there is none. */
  readonly size: number | undefined;
  /** The page number as sent; undefined if it was not sent. */
  readonly number: number | undefined;
  readonly total: number;
  /** Names of query parameters that were sent and have no effect here. */
  readonly ignored: readonly string[];
}

/**
 * The page of a list that the query selects: by integers such as `limit` and `per_page`, with `offset` or `skip`,
 * with `page`, which begins at 1 unless its schema begins at 0, or with a cursor, which is the offset as a text.
 * Parameters may also filter by values of members, and sort by a member.
 */
export function pageOf(
  all: readonly JsonObject[],
  operation: Operation,
  query: JsonObject,
  loaded: LoadedContract,
): Page<JsonObject> {
  const { limit, cursor, offset, page, filters, sort } = listParameters(loaded, operation);
  const sent = (parameter: Located | undefined): unknown =>
    parameter && query[String(parameter.value.name)];
  const count = (parameter: Located | undefined): number | undefined => {
    const value = sent(parameter);
    return parameter !== undefined && /^[0-9]{1,9}$/.test(String(value))
      ? Number(value)
      : undefined;
  };
  const found = inOrder(selected(all, filters, sent), sort, sent(sort?.parameter));
  const [size, number] = [count(limit), count(page)];
  const before =
    number === undefined || page === undefined ? 0 : number - (firstOf(loaded, page) === 0 ? 0 : 1);
  const start = count(offset) ?? count(cursor) ?? Math.max(before, 0) * (size ?? found.length);
  const used = [limit, cursor, offset, page, sort?.parameter]
    .filter((each) => each !== undefined)
    .concat(filters.map(({ parameter }) => parameter))
    .map(({ value }) => value.name);
  const given = Object.keys(query).filter((name) => query[name] !== undefined);
  return {
    items: found.slice(start, size === undefined ? undefined : start + size),
    offset: start,
    size,
    number,
    total: found.length,
    ignored: given.filter((name) => !used.includes(name)),
  };
}

/** The items that match the query's values, by members with few values. */
function selected(
  all: readonly JsonObject[],
  filters: readonly FilterParameter[],
  sent: (parameter: Located) => unknown,
): readonly JsonObject[] {
  return filters.reduce((things, { parameter, member }) => {
    const wanted = [sent(parameter)].flat();
    if (wanted[0] === undefined) return things;
    return things.filter((thing) => [thing[member]].flat().some((value) => wanted.includes(value)));
  }, all);
}

function inOrder(
  things: readonly JsonObject[],
  sort: SortParameter | undefined,
  value: unknown,
): readonly JsonObject[] {
  const order = sort?.orders.get(String(value));
  if (order === undefined) return things;
  const { member, isReverse } = order;
  const sorted = things.toSorted((a, b) => compare(a[member], b[member]));
  return isReverse ? sorted.reverse() : sorted;
}

function compare(one: unknown, other: unknown): number {
  const isNumber = [one, other].every((each) => ['number', 'bigint'].includes(typeof each));
  if (isNumber) return Number(one) - Number(other);
  const [a = '', b = ''] = [one, other].map((each) => (typeof each === 'string' ? each : ''));
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Values of an envelope's members, by their names. */
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

/** Members that lead to further pages: an invented value would make clients request pages endlessly. */
const LEADS_ON =
  /^(?:next|nextcursor|nextpage|nextpagetoken|nexttoken|nexturl|nextlink|cursor|endcursor)$/;
const CURSORS = /^(?:nextcursor|nextpagetoken|nexttoken|endcursor)$/;
const HAS_MORE = /^(?:hasmore|hasnext|hasnextpage)$/;

/** Maximum depth of objects within an envelope, such as `meta`, to search. */
const DEPTH = 2;

/**
 * The values of an envelope's members, as far as its schema has them: the total, the position of the page, and no
 * further page except by counting on the client's side.
 * @param within the names of the members that hold the list
 */
export function toldOf(
  loaded: LoadedContract,
  maker: ValueGenerator,
  envelope: ValuePart,
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
    const value = valuesOf(plainName(name), page, required.includes(name)).find(
      (each) => pointer === undefined || maker.takes(pointer, 'response', each),
    );
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(told);
}

/** The candidates; the first valid one is used. */
function valuesOf(name: string, page: Page<unknown>, isRequired: boolean): unknown[] {
  const next = page.offset + page.items.length;
  if (HAS_MORE.test(name)) return [next < page.total];
  if (CURSORS.test(name) && next < page.total) return [String(next)];
  if (LEADS_ON.test(name)) return isRequired ? [null, ''] : [];
  const [, numberOf] = NUMBERS.find(([names]) => names.includes(name)) ?? [];
  const number = numberOf?.(page);
  return number === undefined ? [] : [number];
}
