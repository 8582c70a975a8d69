import { canonicalText } from '../../../contract';
import type { Resource } from '../../../resources/index';
import { bodyFor, makeItem, type Made } from '../items';
import { contains, listAround } from '../listing';
import { ifMatch, isMissing, type Step, type Steps } from '../steps';
import { tell } from '../verdict';

/** What a finding says, and the exchanges that show it. */
interface Shown {
  readonly message: string;
  readonly steps: readonly Step[];
}

const OTHER = { who: 'other' } as const;

/**
 * Another principal, for whom something is not there, lists, changes and removes it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.5
 */
export async function keepFromOthers(steps: Steps, resource: Resource): Promise<void> {
  const { read } = resource;
  if (read === undefined || steps.run.hasOther !== true) return;
  if (resource.isSingle || read.security.length === 0) return;
  const made = await makeItem(steps, resource);
  if (made?.reading === undefined) return;
  for (const attempt of [listed, changed, removed]) {
    const hidden = await steps.call('another reads it', read, made.item.keys, OTHER);
    if (!isMissing(hidden)) return;
    const shown = await attempt(steps, made, made.reading);
    if (shown === undefined) continue;
    const message = `to another principal it is not there (${hidden.status}), and ${shown.message}`;
    tell(steps, resource, 'hidden-kept-from-others', message, [hidden, ...shown.steps]);
  }
}

async function listed(steps: Steps, { item }: Made): Promise<Shown | undefined> {
  const listing = await listAround(steps, item, OTHER);
  if (listing === undefined || !contains(listing, item)) return undefined;
  return { message: 'it is in what they list', steps: [listing.step] };
}

async function changed(steps: Steps, { item }: Made, before: Step): Promise<Shown | undefined> {
  const operation = item.resource.change ?? item.resource.replace;
  if (operation === undefined) return undefined;
  const again = await steps.repeat('reads it again', before);
  const body = bodyFor(steps, operation, steps.variation());
  const options = { ...OTHER, body, headers: ifMatch(again) };
  const change = await steps.call('another changes it', operation, item.keys, options);
  const after = await steps.repeat('reads what was to stay', before);
  // What changes by itself shows nothing.
  const isSteady = isSame(before, again);
  if (!change.isSuccess || !after.isSuccess || !isSteady || isSame(again, after)) return undefined;
  return { message: `they have changed it (${change.status})`, steps: [again, change, after] };
}

async function removed(steps: Steps, { item }: Made, before: Step): Promise<Shown | undefined> {
  const { remove } = item.resource;
  if (remove === undefined) return undefined;
  const again = await steps.repeat('reads it again', before);
  const options = { ...OTHER, headers: ifMatch(again) };
  const removal = await steps.call('another removes it', remove, item.keys, options);
  if (!again.isSuccess || !removal.isSuccess) return undefined;
  await steps.pause();
  const after = await steps.repeat('reads what was to stay', before);
  if (!isMissing(after)) return undefined;
  return { message: `they have removed it (${removal.status})`, steps: [again, removal, after] };
}

function isSame(one: Step, other: Step): boolean {
  return canonicalText(one.json ?? null) === canonicalText(other.json ?? null);
}
