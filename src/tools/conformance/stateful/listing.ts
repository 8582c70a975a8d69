import { isJsonObject, type Located, type Operation, plainText } from '../../document';
import {
  keywordOf,
  listParameters,
  memberNamed,
  namesOf,
  partAt,
  responseSchema,
  type Resource,
  ID_NAMES,
} from '../../resources';
import { valueSchema } from '../../samples';
import { headerValues, isEmpty } from '../../judge';
import type { Item } from './known-items';
import type { Step, StepOptions, Steps } from './steps';

export interface Listing {
  readonly step: Step;
  readonly items: readonly unknown[];
  /** The number of items on all pages, if the response states it or is complete; otherwise undefined. */
  readonly total: number | undefined;
}

/** Lists the collection of an item; undefined if no operation does, or the response is not a list in JSON. */
export async function listAround(
  steps: Steps,
  { resource, keys, around = keys }: Pick<Item, 'resource' | 'keys' | 'around'>,
  options: StepOptions = {},
): Promise<Listing | undefined> {
  const { list } = resource;
  if (list === undefined) return undefined;
  return listingOf(steps, await steps.call('lists the collection', list, around, options));
}

/** The items of a response; undefined if it is not one list in JSON. */
export function listingOf(steps: Steps, step: Step): Listing | undefined {
  const items = step.isSuccess ? itemsIn(step.json) : undefined;
  return items && { step, items, total: totalOf(steps, step, items) };
}

/** Sizes of a large page; the first valid one is used. */
const MANY = [100, 50, 30, 20, 11, 10, 5];

/** The limit for a large page; undefined if the list has no limit parameter. */
export function mostOf(steps: Steps, list: Operation): number | undefined {
  const { limit } = listParameters(steps.loaded, list);
  return limit && MANY.find((size) => takes(steps, limit, size));
}

export function takes({ maker }: Steps, limit: Located, count: number): boolean {
  return maker.takes(valueSchema(limit), 'request', count);
}

/** The query for a large page; empty if the list has no limit parameter. */
export function largestQuery(steps: Steps, { list }: Resource): Record<string, number> {
  const { limit } = list === undefined ? {} : listParameters(steps.loaded, list);
  const most = list && mostOf(steps, list);
  return limit === undefined || most === undefined ? {} : { [String(limit.value.name)]: most };
}

function itemsIn(json: unknown): readonly unknown[] | undefined {
  if (Array.isArray(json)) return json as readonly unknown[];
  const lists: readonly unknown[][] = isJsonObject(json)
    ? Object.values(json).filter((member) => Array.isArray(member))
    : [];
  return lists.length === 1 ? lists[0] : undefined;
}

export function contains({ items }: Listing, item: Item): boolean {
  const key = String(item.keys.at(-1));
  return items.some((each) => idsIn(each, item).some((id) => plainText(id) === key));
}

/** False if every item has another id, and no member that equals the id of the given item. */
export function mayContain({ items }: Pick<Listing, 'items'>, item: Item): boolean {
  const key = String(item.keys.at(-1));
  return items.some((each) => {
    const ids = idsIn(each, item);
    const members = isJsonObject(each) ? Object.values(each) : [];
    return ids.length === 0 || [...ids, ...members].some((value) => plainText(value) === key);
  });
}

/** Ids of the items of a list; undefined if one of them has none. */
export function idsOf({ items }: Pick<Listing, 'items'>, item: Item): string[] | undefined {
  const ids = items.map((each) => idsIn(each, item)[0]);
  return ids.includes(undefined) ? undefined : ids.map(String);
}

/** Values of the members that may identify an item. */
function idsIn(listed: unknown, { path }: Item): unknown[] {
  if (!isJsonObject(listed)) return [];
  const names = [namesOf(path).at(-1) ?? '', ...ID_NAMES];
  return names.map((name) => memberNamed(listed, name)).filter((id) => id !== undefined);
}

/** Names of members with the total number of items. */
const TOTALS = ['total', 'totalcount', 'totalitems', 'totalelements'];

/** A list of one of these lengths may be one page of several. */
const PAGE_SIZES = new Set([5, 10, 15, 20, 25, 30, 40, 50, 100, 200, 250, 500, 1000]);

function totalOf(steps: Steps, step: Step, items: readonly unknown[]): number | undefined {
  const { response, json, operation } = step;
  const [header] = headerValues(response, 'x-total-count');
  if (header !== undefined && /^[0-9]{1,9}$/.test(header)) return Number(header);
  const object = isJsonObject(json) ? json : {};
  const stated = TOTALS.map((name) => memberNamed(object, name)).find(Number.isInteger);
  if (stated !== undefined) return Number(stated);
  const parameters = listParameters(steps.loaded, operation);
  const { limit, cursor, offset, page, sort } = parameters;
  const paging = [limit, cursor, offset, page].filter((each) => each !== undefined);
  const known = new Set([...paging, sort?.parameter]);
  const isSelected = operation.parameters.some(
    (each) => each.value.in === 'query' && !known.has(each),
  );
  const hasMore = Object.entries(object).some(
    ([name, value]) => /next|cursor|page|more|offset/i.test(name) && !isEmpty(value),
  );
  const goesOn = hasMore || headerValues(response, 'link').length > 0;
  if (isSelected || goesOn || PAGE_SIZES.has(items.length)) return undefined;
  const asked = step.exchange.testCase.values?.parameters.find(
    ({ parameter }) => parameter === limit,
  )?.value;
  if (paging.length > 0 && !(items.length < Number(asked))) return undefined;
  const pointer = responseSchema(steps.loaded, operation, step.status);
  const bounds = pointer ? keywordOf(partAt(steps.loaded, pointer), 'maxItems') : [];
  return bounds.includes(items.length) ? undefined : items.length;
}
