import { isJsonObject } from '../../generate/index';
import {
  keywordOf,
  memberNamed,
  namesOf,
  partAt,
  responseSchema,
  ID_NAMES,
} from '../../resources/index';
import { headerValues } from '../exchange';
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
  { resource, keys }: Pick<Item, 'resource' | 'keys'>,
  options: StepOptions = {},
): Promise<Listing | undefined> {
  const { list } = resource;
  if (list === undefined) return undefined;
  const step = await steps.call('lists the collection', list, keys, options);
  const items = step.isSuccess ? itemsIn(step.json) : undefined;
  return items && { step, items, total: totalOf(steps, step, items) };
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
  const hasQuery = operation.parameters.some(({ value }) => value.in === 'query');
  const hasPages = hasQuery || headerValues(response, 'link').length > 0;
  const hasMore = Object.keys(object).some((name) => /next|cursor|page|more|offset/i.test(name));
  if (hasPages || hasMore || PAGE_SIZES.has(items.length)) return undefined;
  const pointer = responseSchema(steps.run.judged.loaded, operation, step.status);
  const bounds = pointer ? keywordOf(partAt(steps.run.judged.loaded, pointer), 'maxItems') : [];
  return bounds.includes(items.length) ? undefined : items.length;
}
