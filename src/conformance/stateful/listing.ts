import { isJsonObject, type Located, type Operation } from '../../generate/index';
import {
  keywordOf,
  listParameters,
  memberNamed,
  namesOf,
  partAt,
  responseSchema,
  type Resource,
  ID_NAMES,
} from '../../resources/index';
import { valueSchema } from '../../samples/requests/sample-values';
import { headerValues } from '../exchange';
import { isEmpty } from './compare';
import type { Item } from './known-items';
import type { Step, StepOptions, Steps } from './steps';

export interface Listing {
  readonly step: Step;
  readonly items: readonly unknown[];
  /** How many there are on all pages, where the response says so, or shows all. */
  readonly total: number | undefined;
}

/** Lists the collection around an item; undefined where nothing lists it, or not as JSON. */
export async function listAround(
  steps: Steps,
  { resource, keys, around = keys }: Pick<Item, 'resource' | 'keys' | 'around'>,
  options: StepOptions = {},
): Promise<Listing | undefined> {
  const { list } = resource;
  if (list === undefined) return undefined;
  return listingOf(steps, await steps.call('lists the collection', list, around, options));
}

/** What a response lists; undefined where that is not one list of JSON. */
export function listingOf(steps: Steps, step: Step): Listing | undefined {
  const items = step.isSuccess ? itemsIn(step.json) : undefined;
  return items && { step, items, total: totalOf(steps, step, items) };
}

/** Sizes of a large page; the first that is valid counts. */
const MANY = [100, 50, 30, 20, 11, 10, 5];

/** As many items as one page is asked to have; undefined where the list takes no limit. */
export function mostOf(steps: Steps, list: Operation): number | undefined {
  const { limit } = listParameters(steps.run.judged.loaded, list);
  return limit && MANY.find((size) => takes(steps, limit, size));
}

export function takes({ run }: Steps, limit: Located, count: number): boolean {
  return run.maker.errorOf(valueSchema(limit), 'request', count) === undefined;
}

/** The query by which a list has as many items as it takes; none where it has no limit. */
export function largestQuery(steps: Steps, { list }: Resource): Record<string, number> {
  const { limit } = list === undefined ? {} : listParameters(steps.run.judged.loaded, list);
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
  return items.some((each) => idsIn(each, item).some((id) => String(id) === key));
}

/** False where each of the items has another id, and no member that could be that of the item. */
export function mayContain({ items }: Listing, item: Item): boolean {
  const key = String(item.keys.at(-1));
  return items.some((each) => {
    const ids = idsIn(each, item);
    const members = isJsonObject(each) ? Object.values(each) : [];
    return ids.length === 0 || [...ids, ...members].some((value) => String(value) === key);
  });
}

/** What tells the items of a list apart; undefined where one of them has nothing of the kind. */
export function idsOf({ items }: Pick<Listing, 'items'>, item: Item): string[] | undefined {
  const ids = items.map((each) => idsIn(each, item)[0]);
  return ids.includes(undefined) ? undefined : ids.map(String);
}

/** The members by which one of a list may be known. */
function idsIn(listed: unknown, { path }: Item): unknown[] {
  if (!isJsonObject(listed)) return [];
  const names = [namesOf(path).at(-1) ?? '', ...ID_NAMES];
  return names.map((name) => memberNamed(listed, name)).filter((id) => id !== undefined);
}

/** Names of members that tell how many there are. */
const TOTALS = ['total', 'totalcount', 'totalitems', 'totalelements'];

/** Lists of such lengths may have been cut. */
const PAGE_SIZES = new Set([5, 10, 15, 20, 25, 30, 40, 50, 100, 200, 250, 500, 1000]);

function totalOf(steps: Steps, step: Step, items: readonly unknown[]): number | undefined {
  const { response, json, operation } = step;
  const [header] = headerValues(response, 'x-total-count');
  if (header !== undefined && /^[0-9]{1,9}$/.test(header)) return Number(header);
  const object = isJsonObject(json) ? json : {};
  const stated = TOTALS.map((name) => memberNamed(object, name)).find(Number.isInteger);
  if (stated !== undefined) return Number(stated);
  const parameters = listParameters(steps.run.judged.loaded, operation);
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
  const pointer = responseSchema(steps.run.judged.loaded, operation, step.status);
  const bounds = pointer ? keywordOf(partAt(steps.run.judged.loaded, pointer), 'maxItems') : [];
  return bounds.includes(items.length) ? undefined : items.length;
}
