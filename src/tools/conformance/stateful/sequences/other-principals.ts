import { canonicalText } from 'openapi-trellis/tools';
import { asObject, type Operation } from '../../../document';
import { namesOf, type Resource } from '../../../resources';
import { valueSchema } from '../../../samples';
import { type UsableItem, makeItem } from '../items';
import type { Item } from '../known-items';
import { contains, listAround } from '../listing';
import { changedFrom, removedFrom, type Shown } from '../outsiders';
import { isMissing, pathParameter, type Step, type Steps } from '../steps';

/**
 * Reads an item as another principal who must not see it, and one that does not exist. If the document states
 * only 404, the responses must be indistinguishable.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.4
 */
export async function hideFromOthers(steps: Steps, resource: Resource): Promise<void> {
  const { read } = resource;
  if (read === undefined || steps.run.hasOther !== true) return;
  if (resource.isSingle || read.security.length === 0 || documentsForbidden(read)) return;
  const made = await makeItem(steps, resource);
  if (made === undefined) return;
  const other = { who: 'other' } as const;
  const existing = await steps.call('another reads it', read, made.item.keys, other);
  if (![403, 404, 410].includes(existing.status)) return;
  const absent: Step[] = [];
  for (let tries = 0; tries < 2; tries++) {
    const keys = absentKeys(steps, made.item);
    absent.push(await steps.call('another reads what is not there', read, keys, other));
  }
  const [first, second] = absent;
  if (first?.status !== 404 || second === undefined) return;
  const [one, two, there] = [first, second, existing].map(withoutIds);
  if (one !== two || one === there) return;
  const what = existing.status === 404 ? 'with another body' : `with ${existing.status}`;
  const message = `to another principal, what exists is refused ${what} than what does not (404)`;
  steps.report('existence-hidden', message, [first, existing]);
}

/** True if the document allows a response that reveals the existence of an item. */
function documentsForbidden({ value }: Operation): boolean {
  return ['403', '4XX', 'default'].some((status) => status in asObject(value.responses));
}

function absentKeys(steps: Steps, { keys, path, resource }: Item): unknown[] {
  const { read } = resource;
  const parameter = pathParameter(read, namesOf(read?.path ?? path).at(-1));
  if (parameter === undefined) return [...keys];
  const pointer = valueSchema(parameter);
  const far = [keys.at(-1)].flatMap((key) => (typeof key === 'string' ? [] : [Number(key) + FAR]));
  const made = steps.maker.make(pointer, 'request', { vary: steps.variation() }).value;
  return [...keys.slice(0, -1), far[0] ?? made];
}

/** Distance to ids that do not exist yet. */
const FAR = 1_000_003;

/** Status and body, without the parts that vary from request to request. */
function withoutIds({ status, json, exchange }: Step): string {
  const [path = ''] = exchange.testCase.request.target.split('?');
  const id = decodeURIComponent(path.split('/').at(-1) ?? '');
  const text = canonicalText(json ?? null);
  return `${status} ${text.replaceAll(id, '*').replace(/[0-9]+|[0-9a-f-]{16,}/gi, '*')}`;
}

const OTHER = { who: 'other' } as const;

/**
 * Lists, changes and removes an item as another principal, from whom its existence is hidden.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.5
 */
export async function keepFromOthers(steps: Steps, resource: Resource): Promise<void> {
  const { read } = resource;
  if (read === undefined || steps.run.hasOther !== true) return;
  if (resource.isSingle || read.security.length === 0) return;
  const made = await makeItem(steps, resource);
  if (made?.reading === undefined) return;
  for (const attempt of [listed, changedFrom, removedFrom]) {
    const hidden = await steps.call('another reads it', read, made.item.keys, OTHER);
    if (!isMissing(hidden)) return;
    const shown = await attempt(steps, made, { keys: made.item.keys, ...OTHER });
    if (shown === undefined) continue;
    const message = `to another principal it is not there (${hidden.status}), and by them, ${shown.message}`;
    steps.report('hidden-kept-from-others', message, [hidden, ...shown.steps]);
  }
}

async function listed(steps: Steps, { item }: UsableItem): Promise<Shown | undefined> {
  const listing = await listAround(steps, item, OTHER);
  if (listing === undefined || !contains(listing, item)) return undefined;
  return { message: 'it is listed', steps: [listing.step] };
}
