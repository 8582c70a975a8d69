import { type StatefulCheckId, headerValues } from '../../../judge';
import { type Operation, asObject, isJsonObject } from '../../../document';
import { firstOf, listParameters, type Resource, matchTemplate } from '../../../resources';
import { makeItem, type UsableItem } from '../items';
import { idsOf, listAround, type Listing, listingOf, mostOf, takes } from '../listing';
import type { Step, Steps } from '../steps';

type Query = Readonly<Record<string, unknown>>;

interface Page extends Listing {
  readonly ids: readonly string[];
}

/** Gives the query or target of the next page; undefined at the end. @param count number of pages so far */
type Way = (
  last: Page,
  count: number,
  few: number,
) => Query | { readonly target: string } | undefined;

/** Numbers of items on a small page; the first valid one is used. */
const FEW = [2, 1, 3];
const MOST_PAGES = 12;
const MADE = 4;

/**
 * Lists the same items on one large page, on small pages in each way of paging, and on the large page again. If
 * both large pages are equal, the small ones must hold each item once and in the same order.
 */
export async function listPages(steps: Steps, resource: Resource): Promise<void> {
  const { list } = resource;
  const limit = list && listParameters(steps.loaded, list).limit;
  if (list === undefined || limit === undefined) return;
  const few = FEW.find((size) => takes(steps, limit, size));
  const many = mostOf(steps, list);
  if (few === undefined || many === undefined || few >= many) return;
  let made: UsableItem | undefined;
  for (let count = 0; count < MADE; count++) made = (await makeItem(steps, resource)) ?? made;
  if (made === undefined) return;
  const sizes = { limit: String(limit.value.name), few, many };
  const item = made;
  for (const way of waysOf(steps, list)) {
    const found = await steps.twice(() => compare(steps, item, way, sizes));
    if (found === undefined) continue;
    steps.report(...found);
    return;
  }
}

/** The check that the pages violate and the steps that show it; undefined if none, or if the list changes. */
async function compare(
  steps: Steps,
  made: UsableItem,
  way: Way,
  sizes: { readonly limit: string; readonly few: number; readonly many: number },
): Promise<[check: StatefulCheckId, message: string, shown: Step[]] | undefined> {
  const { limit, many } = sizes;
  const large = await page(steps, made, { [limit]: many });
  if (large === undefined || large.ids.length <= sizes.few) return undefined;
  // Large enough to reach the end in few pages.
  const few = Math.max(sizes.few, Math.ceil(large.ids.length / (MOST_PAGES - 2)));
  const small = await walk(steps, made, way, { limit, few, all: large.ids.length });
  if (small === undefined) return undefined;
  const long = small.find(({ ids }) => ids.length > few);
  if (long !== undefined) {
    const message = `a page of ${few} at most has ${long.ids.length} items`;
    return ['limit-kept', message, [long.step]];
  }
  const again = await page(steps, made, { [limit]: many });
  if (again?.ids.join() !== large.ids.join()) return undefined;
  const walked = small.flatMap(({ ids }) => ids);
  const index = large.ids.findIndex((id, at) => walked[at] !== id);
  // If there is no way to the next page, nothing was paged.
  if (index < 0 || small.length < 2) return undefined;
  const came = walked[index];
  const what = came === undefined ? 'end' : `have ${JSON.stringify(came)}`;
  const message = `pages of ${few} ${what} where one of ${many} has ${JSON.stringify(large.ids[index])}`;
  return ['pages-hold-each-once', message, [large.step, ...small.map(({ step }) => step)]];
}

/** Pages until all items are listed or a page is too long; undefined if a response is no list. */
async function walk(
  steps: Steps,
  made: UsableItem,
  way: Way,
  { limit, few, all }: { limit: string; few: number; all: number },
): Promise<Page[] | undefined> {
  const pages: Page[] = [];
  let count = 0;
  let next: ReturnType<Way> = {};
  while (next !== undefined && count < all && pages.length < MOST_PAGES) {
    const query: Query = { [limit]: few, ...next };
    const last: Page | undefined = await page(steps, made, query, pages.at(-1));
    if (last === undefined) return undefined;
    pages.push(last);
    const { length } = last.ids;
    if (length > few) return pages;
    count += length;
    next = length === 0 ? undefined : way(last, pages.length, few);
  }
  return pages;
}

/** @param last the previous page, whose link to the target is followed */
async function page(
  steps: Steps,
  { item }: UsableItem,
  { target, ...query }: Query,
  last?: Page,
): Promise<Page | undefined> {
  let listing: Listing | undefined;
  if (last !== undefined && typeof target === 'string') {
    const { exchange, operation } = last.step;
    const request = { ...exchange.testCase.request, target };
    listing = listingOf(
      steps,
      await steps.send('follows the link to the next page', operation, { request }),
    );
  } else {
    listing = await listAround(steps, item, { query });
  }
  const ids = listing && idsOf(listing, item);
  return listing && ids && { ...listing, ids };
}

/** The ways of paging: by links of the service, and by parameters for a cursor, an offset or a page number. */
function waysOf({ loaded }: Steps, list: Operation): Way[] {
  const { cursor, offset, page: number } = listParameters(loaded, list);
  const ways: Way[] = [(last) => nextTarget(last.step)];
  if (cursor !== undefined) {
    ways.push(({ step }) => {
      const next = nextIn(step.json);
      return next === undefined ? undefined : { [String(cursor.value.name)]: next };
    });
  }
  if (offset !== undefined) {
    const name = String(offset.value.name);
    const first = firstOf(loaded, offset) ?? 0;
    if (first === 0) ways.push((_, count, few) => ({ [name]: count * few }));
  }
  const first = number && firstOf(loaded, number);
  if (number !== undefined && (first === 0 || first === 1)) {
    ways.push((_, count) => ({ [String(number.value.name)]: first + count }));
  }
  return ways;
}

/**
 * The target of the next page by a link in the header or the body.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8288#section-3
 */
function nextTarget(step: Step): { readonly target: string } | undefined {
  const link = linkOf(step);
  if (link === undefined) return undefined;
  const base = new URL(step.exchange.testCase.request.target, 'http://service.invalid');
  if (!URL.canParse(link, base.href)) return undefined;
  const { pathname, search } = new URL(link, base);
  const isSame = matchTemplate(step.operation.path, pathname) !== undefined;
  // Keeps the path of the request: behind a proxy, the service may not know its public prefix.
  return isSame && search !== '' ? { target: base.pathname + search } : undefined;
}

const LINK = /<([^>]*)>((?:\s*;\s*[^\s=;,]+\s*(?:=\s*(?:"[^"]*"|[^\s";,]*))?)*)/g;

function linkOf({ response, json }: Step): string | undefined {
  for (const [, target = '', parameters = ''] of headerValues(response, 'link')
    .join(', ')
    .matchAll(LINK)) {
    const [, relation = ''] = /;\s*rel\s*=\s*"?([^";]*)/i.exec(parameters) ?? [];
    if (relation.toLowerCase().trim().split(/\s+/).includes('next')) return target;
  }
  const { _links, links, next } = asObject(json);
  const found = [asObject(_links).next, asObject(links).next, next]
    .map((each) => (isJsonObject(each) ? each.href : each))
    .find((each) => typeof each === 'string' && /[/?]/.test(each));
  return found as string | undefined;
}

/** The cursor of the next page in the body, at the top or one level below, such as in `page`. */
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
