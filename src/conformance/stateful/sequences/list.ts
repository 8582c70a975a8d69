import { asObject, isJsonObject, type Located, type Operation } from '../../../generate/index';
import { isCursor, lettersOf, type Resource } from '../../../resources/index';
import { valueSchema } from '../../../samples/requests/sample-values';
import { makeItem } from '../items';
import type { Item } from '../known-items';
import { idsOf, listAround } from '../listing';
import { type Step, type Steps, tell } from '../steps';

/** Lists what lies within something new, which has none yet: some services say null then, or fail. */
export async function listEmpty(steps: Steps, { list, parent }: Resource): Promise<void> {
  if (list === undefined || parent === undefined || parent.isSingle) return;
  const made = await makeItem(steps, parent);
  if (made !== undefined) await steps.call('lists what is empty', list, made.item.keys);
}

/** The parameters of a list in pages, by name. */
interface Paging {
  readonly cursor: string;
  readonly limit: string;
  /** Items on a small page, and on one that is to hold several of those. */
  readonly few: number;
  readonly many: number;
}

interface Page {
  readonly ids: readonly string[];
  readonly step: Step;
  /** Where the list goes on; undefined at its end. */
  readonly next: string | undefined;
}

const LIMIT = /^(?:page)?(?:limit|size)$|^perpage$|^maxresults$/;
const FEW = 2;
const MANY = 11;

/**
 * Lists the same items on a large page, on small ones, and on the large one again. Where both large ones are
 * the same, the small ones have to hold each item once and in that order.
 */
export async function listPages(steps: Steps, resource: Resource): Promise<void> {
  const paging = resource.list && pagingOf(steps, resource.list);
  if (paging === undefined) return;
  let item: Item | undefined;
  for (let count = 0; count < FEW + 2; count++) {
    item = (await makeItem(steps, resource))?.item ?? item;
  }
  if (item === undefined || (await compare(steps, item, paging)) === undefined) return;
  await steps.pause();
  const found = await compare(steps, item, paging);
  if (found !== undefined) tell(steps, resource, 'pages-hold-each-once', ...found);
}

/** What differs, with the pages that show it; undefined where nothing does, or where the list changes. */
async function compare(
  steps: Steps,
  item: Item,
  { cursor, limit, few, many }: Paging,
): Promise<[message: string, shown: Step[]] | undefined> {
  const large = await page(steps, item, { [limit]: many });
  if (large === undefined || large.ids.length <= few) return undefined;
  const small: Page[] = [];
  const walked: string[] = [];
  while (walked.length < large.ids.length && small.length < many) {
    const last = small.at(-1);
    if (last?.ids.length === 0 || (last !== undefined && last.next === undefined)) break;
    const query = { [limit]: few, ...(last !== undefined && { [cursor]: last.next }) };
    const next = await page(steps, item, query);
    if (next === undefined) return undefined;
    small.push(next);
    for (const each of next.ids) walked.push(each);
  }
  const again = await page(steps, item, { [limit]: many });
  if (again?.ids.join() !== large.ids.join()) return undefined;
  const index = large.ids.findIndex((id, at) => walked[at] !== id);
  // Without a cursor to follow, nothing was listed in pages.
  if (index < 0 || small.length < 2) return undefined;
  const came = walked[index];
  const what = came === undefined ? 'end' : `have ${JSON.stringify(came)}`;
  const message = `pages of ${few} ${what} where one of ${many} has ${JSON.stringify(large.ids[index])}`;
  return [message, [large.step, ...small.map(({ step }) => step)]];
}

async function page(
  steps: Steps,
  item: Item,
  query: Readonly<Record<string, unknown>>,
): Promise<Page | undefined> {
  const listing = await listAround(steps, item, { query });
  const ids = listing && idsOf(listing, item);
  if (listing === undefined || ids === undefined) return undefined;
  return { ids, step: listing.step, next: nextIn(listing.step.json) };
}

/** The member that says where the list goes on, at the top or within another such as `page`. */
function nextIn(json: unknown, depth = 0): string | undefined {
  const members = Object.entries(asObject(json));
  for (const [name, value] of members) {
    const isNext = /^(?:next|end)_?(?:page_?)?(?:cursor|token)$/i.test(name);
    if (isNext && typeof value === 'string' && value !== '') return value;
  }
  if (depth > 0) return undefined;
  const inner = members.map(([, value]) => (isJsonObject(value) ? nextIn(value, 1) : undefined));
  return inner.find((next) => next !== undefined);
}

/** @returns undefined where the list is not in pages by a cursor, with a limit that the client sends */
function pagingOf({ run }: Steps, list: Operation): Paging | undefined {
  const { maker, judged } = run;
  const cursor = list.parameters.find((each) => isCursor(judged.loaded, each));
  const limit = list.parameters.find(isLimit);
  if (cursor === undefined || limit === undefined) return undefined;
  const takes = (count: number): boolean =>
    maker.errorOf(valueSchema(limit), 'request', count) === undefined;
  const names = { cursor: String(cursor.value.name), limit: String(limit.value.name) };
  return takes(FEW) && takes(MANY) ? { ...names, few: FEW, many: MANY } : undefined;
}

function isLimit({ value: { name, in: location } }: Located): boolean {
  return location === 'query' && LIMIT.test(lettersOf(name));
}
