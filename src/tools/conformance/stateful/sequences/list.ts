import { canonicalText, quote } from 'openapi-trellis/tools';
import { asObject, isJsonObject } from '../../../document';
import {
  type FilterParameter,
  isMarked,
  keywordOf,
  listParameters,
  requestMembers,
  requestSchema,
  type Resource,
  type SortParameter,
} from '../../../resources';
import { shown } from '../../../judge';
import { unwrapped } from '../identity';
import { bodyFor, makeItem, type UsableItem } from '../items';
import { contains, largestQuery, listAround, type Listing } from '../listing';
import type { Step, Steps } from '../steps';

/** Lists the children of a new item, which has none: some services return null or fail. */
export async function listEmpty(steps: Steps, { list, parent }: Resource): Promise<void> {
  if (list === undefined || parent === undefined || parent.isSingle) return;
  const made = await makeItem(steps, parent);
  if (made !== undefined) await steps.call('lists what is empty', list, made.item.keys);
}

/** Maximum number of filters, or of sorted members, to try for one list. */
const MOST_TRIED = 2;

/**
 * Creates two items that differ in a member the list filters by, and lists by each value. A filter may let other
 * values through, such as all greater ones, but not each of the two values with the other.
 */
export async function filterList(steps: Steps, resource: Resource): Promise<void> {
  const { list } = resource;
  if (list === undefined) return;
  const { filters } = listParameters(steps.loaded, list);
  for (const filter of filters.slice(0, MOST_TRIED)) {
    const pair: UsableItem[] = [];
    for (const value of filter.values) {
      const made =
        pair.length < 2 ? await makeWith(steps, resource, filter.member, value) : undefined;
      if (made !== undefined) pair.push(made);
    }
    const [one, other] = pair;
    if (one === undefined || other === undefined) continue;
    const found = await steps.twice(() => filterFault(steps, filter, one, other));
    if (found !== undefined) steps.report('filter-kept', ...found);
  }
}

/** Creates an item with a value of a member, alone or in a list; undefined if it does not come back so. */
async function makeWith(
  steps: Steps,
  resource: Resource,
  member: string,
  value: unknown,
): Promise<UsableItem | undefined> {
  const { create } = resource;
  const pointer = create && requestSchema(steps.loaded, create);
  if (create === undefined || pointer === undefined) return undefined;
  const body = asObject(bodyFor(steps, create, steps.variation()));
  const right = [value, [value]]
    .map((each) => ({ ...body, [member]: each }))
    .find((each) => steps.maker.takes(pointer, 'request', each));
  const made = right && (await makeItem(steps, resource, { body: right }));
  const came = valuesOf(unwrapped(made?.reading?.json), member);
  return came.length === 1 && came[0] === value ? made : undefined;
}

function valuesOf(item: unknown, member: string): unknown[] {
  return isJsonObject(item) && item[member] !== undefined ? [item[member]].flat() : [];
}

async function filterFault(
  steps: Steps,
  { parameter, member, isList }: FilterParameter,
  one: UsableItem,
  other: UsableItem,
): Promise<[message: string, shown: Step[]] | undefined> {
  const most = largestQuery(steps, one.item.resource);
  const name = String(parameter.value.name);
  const [first, second] = [one, other].map(
    ({ reading }) => valuesOf(unwrapped(reading?.json), member)[0],
  );
  const listed = (...values: unknown[]): Promise<Listing | undefined> =>
    listAround(steps, one.item, { query: { ...most, [name]: isList ? values : values[0] } });
  const whole = await listAround(steps, one.item, { query: most });
  const [by, byOther] = [await listed(first), await listed(second)];
  if (whole === undefined || by === undefined || byOther === undefined) return undefined;
  const has = (listing: Listing, value: unknown): boolean =>
    listing.items.some((item) => {
      const values = valuesOf(item, member);
      return values.length === 1 && values[0] === value;
    });
  const trace = [whole.step, by.step, byOther.step];
  if (has(by, second) && has(byOther, first)) {
    const message = `the list by ${quote(name)} ${shown(first)} has items with ${shown(second)}, and the other way round`;
    return [message, trace];
  }
  const isLost = (listing: Listing, { item }: UsableItem): boolean =>
    contains(whole, item) && !contains(listing, item) && listing.items.length < whole.items.length;
  if (isLost(by, one) && isLost(byOther, other))
    return [`the lists by ${quote(name)} lack items that have the value`, trace];
  const isOnly = (listing: Listing, ...wanted: unknown[]): boolean =>
    listing.items.every((item) => {
      const values = valuesOf(item, member);
      return values.length === 0 || values.some((each) => wanted.includes(each));
    });
  // A filter by one value that lets others through, such as all greater ones, has a meaning of its own.
  const isExact = isOnly(by, first) && isOnly(byOther, second);
  const both = isList && isExact ? await listed(first, second) : undefined;
  if (both === undefined) return undefined;
  // Items with both values may be meant.
  const isPart = isLost(both, one) !== isLost(both, other);
  if (!isPart && isOnly(both, first, second)) return undefined;
  const message = `the list by ${quote(name)} ${shown([first, second])} ${isPart ? 'lacks items with one of the values' : 'has items with neither'}`;
  return [message, [whole.step, by.step, byOther.step, both.step]];
}

/** An order of creation that no list has by default. */
const TURNS = [2, 0, 4, 1, 3];

/** Sorts by each of some members and checks the order, and that the reverse order differs. */
export async function sortList(steps: Steps, resource: Resource): Promise<void> {
  const { list } = resource;
  const { sort } = list === undefined ? {} : listParameters(steps.loaded, list);
  const members = new Set([...(sort?.orders.values() ?? [])].map(({ member }) => member));
  for (const member of [...members]
    .filter((each) => isSorted(steps, resource, each))
    .slice(0, MOST_TRIED)) {
    const item = await makeInTurns(steps, resource, member);
    if (sort === undefined || item === undefined) continue;
    const found = await steps.twice(() => sortFault(steps, item, sort, member));
    if (found !== undefined) steps.report('order-kept', ...found);
  }
}

/** False for a member whose values may have their own ranking, and for one that clients do not send. */
function isSorted({ loaded }: Steps, { create }: Resource, member: string): boolean {
  const part = create && requestMembers(loaded, create).get(member);
  return part !== undefined && !isMarked(part, 'readOnly') && keywordOf(part, 'enum').length === 0;
}

async function makeInTurns(
  steps: Steps,
  resource: Resource,
  member: string,
): Promise<UsableItem | undefined> {
  const { create } = resource;
  if (create === undefined) return undefined;
  const bodies = Array.from({ length: 3 * TURNS.length }, () =>
    asObject(bodyFor(steps, create, steps.variation())),
  ).filter((body) => rankOf(body, member) !== undefined);
  const ranks = new Map(bodies.map((body) => [rankOf(body, member), body]));
  const inOrder = [...ranks]
    .toSorted(([a = 0], [b = 0]) => (a < b ? -1 : 1))
    .map(([, body]) => body);
  let made: UsableItem | undefined;
  for (const turn of inOrder.length < TURNS.length ? [] : TURNS) {
    made = (await makeItem(steps, resource, { body: inOrder[turn] })) ?? made;
  }
  return made;
}

/** The rank of an item: a number, or the first letter of a text if all languages agree on its order. */
function rankOf(item: unknown, member: string): number | string | undefined {
  const value = asObject(item)[member];
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  return typeof value === 'string' ? /^[b-gi-x](?=[aeiou])/.exec(value)?.[0] : undefined;
}

async function sortFault(
  steps: Steps,
  { item }: UsableItem,
  { parameter, orders }: SortParameter,
  member: string,
): Promise<[message: string, shown: Step[]] | undefined> {
  const name = String(parameter.value.name);
  const lists: { readonly step: Step; readonly direction: number; readonly isReverse: boolean }[] =
    [];
  for (const [value, { member: by, isReverse }] of orders) {
    if (by !== member) continue;
    const query = { ...largestQuery(steps, item.resource), [name]: value };
    const listing = await listAround(steps, item, { query });
    if (listing === undefined) return undefined;
    const { step, items } = listing;
    const directions = directionsOf(items.map((each) => rankOf(each, member)));
    if (directions.size > 1) {
      const values = items.map((each) => asObject(each)[member] ?? null);
      return [
        `the list by ${quote(name)} ${shown(value)} is in no order: ${canonicalText(values)}`,
        [step],
      ];
    }
    const [direction] = directions;
    if (direction !== undefined) lists.push({ step, direction, isReverse });
  }
  const reverse = lists.find(({ isReverse }) => isReverse);
  const same = lists.find(
    (each) => reverse !== undefined && !each.isReverse && each.direction === reverse.direction,
  );
  if (reverse === undefined || same === undefined) return undefined;
  const message = `the lists by ${quote(name)} ${quote(member)} and ${quote(`-${member}`)} are in the same order`;
  return [message, [same.step, reverse.step]];
}

/** The directions between successive ranks; unknown ranks are left out. */
function directionsOf(ranks: readonly (number | string | undefined)[]): Set<number> {
  const known = ranks.filter((rank) => rank !== undefined);
  const types = new Set(known.map((rank) => typeof rank));
  const signs = known.slice(1).map((rank, index) => {
    const before = known[index] ?? rank;
    if (rank === before) return 0;
    return rank > before ? 1 : -1;
  });
  return types.size > 1 ? new Set() : new Set(signs.filter((sign) => sign !== 0));
}
