import { canonicalText, quote } from 'openapi-trellis/tools';
import type { Operation } from '../../../document';
import {
  isMarked,
  isWithin,
  referenceNames,
  requestMembers,
  type Resource,
  returnsSame,
  shapeOf,
  sameName,
} from '../../../resources';
import { changedNames } from '../entity-tags';
import { unwrapped } from '../identity';
import { bodyFor, givesBack, isDone, makeItem, removeItem, type UsableItem } from '../items';
import { hasKeys, type Item } from '../known-items';
import { contains, largestQuery, listAround } from '../listing';
import { changedFrom, removedFrom } from '../outsiders';
import { hasSameJson, ifMatch, isMissing, type Step, type Steps } from '../steps';
import { restoring } from './restore';

/** An item created within one parent, and another parent. */
interface Kept {
  readonly made: UsableItem;
  readonly reading: Step;
  readonly other: Item;
  /** Path parameters the item would have within the other parent. */
  readonly keys: readonly unknown[];
}

const CHECK = 'kept-within-parent';

/**
 * Tries to reach an item through a parent that it was not created in. Reading it may be intended if ids are
 * global. But it must not be listed there, nor changed or removed from there unless it is listed.
 */
export async function keepWithinParent(steps: Steps, resource: Resource): Promise<void> {
  const kept = await keptWithin(steps, resource);
  if (kept === undefined) return;
  const listing = await listedThere(steps, kept);
  if (listing?.isThere === true) {
    await steps.pause();
    const again = await listedThere(steps, kept);
    if (again?.isThere !== true) return;
    const message = 'what was created within one is listed within another that is new';
    steps.report(CHECK, message, [kept.reading, again.step]);
    return;
  }
  const isUnlisted = listing?.isWhole === true;
  const { change, replace, parent } = resource;
  const writing = change ?? replace;
  const names = writing === undefined ? [] : parentNames(steps, writing, parent);
  for (const attempt of [changedFrom, removedFrom]) {
    const there = await readElsewhere(steps, kept, isUnlisted);
    const outside = { keys: kept.keys, without: names };
    const shown = there && (await attempt(steps, kept.made, outside));
    if (there === undefined || shown === undefined) continue;
    const said = there.isSuccess ? 'not listed' : `not there (${there.status})`;
    const message = `within another it is ${said}, and from there ${shown.message}`;
    steps.report(CHECK, message, [there, ...shown.steps]);
    return;
  }
  if (isUnlisted) await move(steps, kept, names[0]);
}

async function keptWithin(steps: Steps, resource: Resource): Promise<Kept | undefined> {
  const { parent, read, create, itemPath = '' } = resource;
  if (parent?.create === undefined || parent.isSingle || parent.itemPath === undefined)
    return undefined;
  if (read === undefined || create === undefined || resource.isSingle) return undefined;
  if (!isWithin(shapeOf(parent.itemPath), shapeOf(itemPath))) return undefined;
  const made = await makeItem(steps, resource);
  const other = (await makeItem(steps, parent))?.item;
  if (made?.reading === undefined || other === undefined) return undefined;
  const keys = [...other.keys, ...made.item.keys.slice(other.keys.length)];
  const isSame = keys.map(String).join() === made.item.keys.map(String).join();
  return isSame ? undefined : { made, reading: made.reading, other, keys };
}

async function listedThere(
  steps: Steps,
  { made, keys }: Pick<Kept, 'made' | 'keys'>,
): Promise<{ isThere: boolean; isWhole: boolean; step: Step } | undefined> {
  const { resource } = made.item;
  const query = largestQuery(steps, resource);
  const listing = await listAround(steps, { resource, keys }, { query });
  if (listing === undefined || made.creation === undefined) return undefined;
  const { creation } = made;
  const isThere =
    contains(listing, made.item) && listing.items.some((each) => givesBack(creation, each));
  return { isThere, isWhole: listing.total === listing.items.length, step: listing.step };
}

/** The reading within the other parent if the item is missing there, or only missing in the whole list. */
async function readElsewhere(
  steps: Steps,
  kept: Kept,
  isUnlisted: boolean,
): Promise<Step | undefined> {
  const { read } = kept.made.item.resource;
  const there = read && (await steps.call('reads it within another', read, kept.keys));
  if (there === undefined) return undefined;
  return isMissing(there) || (there.isSuccess && isUnlisted) ? there : undefined;
}

/** The members of a body that name the parent of an item. */
function parentNames(
  { loaded }: Steps,
  operation: Operation,
  parent: Resource | undefined,
): string[] {
  if (parent === undefined) return [];
  const names = referenceNames(parent);
  return [...requestMembers(loaded, operation)]
    .filter(([name, part]) => sameName(names, name) !== undefined && !isMarked(part, 'readOnly'))
    .map(([name]) => name);
}

/** Changes the parent that an item names; the other parent must list it then. */
async function move(steps: Steps, kept: Kept, name: string | undefined): Promise<void> {
  const { resource, keys } = kept.made.item;
  const { change } = resource;
  const before = await steps.repeat('reads it again', kept.reading);
  const was = unwrapped(before.json)[name ?? ''];
  if (change === undefined || name === undefined || was === undefined) return;
  const key = kept.other.keys.at(-1);
  const options = { body: { [name]: key }, headers: ifMatch(before) };
  const writing = await steps.call('names another around it', change, keys, options);
  const after = await steps.repeat('reads what was changed', before);
  const isMoved = isDone(writing) && changedNames(writing, before, after).includes(name);
  if (!isMoved) return;
  await steps.pause();
  const listing = await listedThere(steps, kept);
  if (listing === undefined || listing.isThere || !listing.isWhole) return;
  const message = `${quote(name)} was changed to ${quote(key)} (${writing.status}), where it is not listed`;
  steps.report(CHECK, message, [writing, after, listing.step]);
}

export async function createWithinRemoved(steps: Steps, resource: Resource): Promise<void> {
  const { parent, create } = resource;
  if (create === undefined || parent?.remove === undefined || parent.create === undefined) return;
  const around = await makeItem(steps, parent);
  if (around?.reading === undefined || parent.isSingle) return;
  if (!isWithin(shapeOf(around.item.path), shapeOf(create.path))) return;
  const removed = await removeItem(steps, around);
  if (removed === undefined) return;
  await steps.pause();
  const body = bodyFor(steps, create, steps.variation());
  const keys = [...around.item.keys];
  const creation = await steps.call('creates one within what was removed', create, keys, { body });
  // Some services create the parent together with the item.
  const still = await steps.repeat('reads what was removed', around.reading);
  if (creation.status !== 201 || !isMissing(still)) return;
  const message = `something was created (201) within what was removed (${still.status})`;
  const shown = [...removed, creation, still];
  steps.report('removed-takes-no-more', message, shown);
}

/** Words of operations that leave what is within the thing that they remove, or may leave it. */
const STAYS =
  /keep|kept|stay|remain|orphan|independent|retain|preserv|surviv|detach|unlink|cascad|recurs|force|soft|hid(?:e|den)|archiv|trash|restor|cancel|clos(?:e|ing)|deactivat|disabl|revok/i;

/** Collections of records and of persons, whose things may outlive them. */
const OUTLIVING =
  /(?:invoice|payment|transaction|receipt|order|audit|log|event|history|ledger|record|statement|contract|report|user|account|customer|client|member|person|people|employee|author|owner|contact|session)s?$/i;

/** How long a service may take to remove what is within a thing. */
const MANY_PAUSES = 5;

/** Removes the thing around an item, which then must not be there any more. */
export async function readWithinRemoved(steps: Steps, resource: Resource): Promise<void> {
  const { parent } = resource;
  if (parent === undefined || !goesWith(steps, parent, resource)) return;
  const around = await makeItem(steps, parent);
  if (around?.reading === undefined) return;
  steps.known.add(around.item);
  const made = await makeItem(steps, resource);
  if (made?.reading === undefined || made.creation === undefined) return;
  const { item, creation, reading } = made;
  if (!hasKeys(around.item, item.keys.slice(0, around.item.keys.length))) return;
  const removed = await removeItem(steps, around);
  if (removed === undefined) return;
  const left = await steps.twice(async () => {
    const gone = await steps.repeat('reads what was removed', removed[1]);
    const step = await steps.repeat('reads what was within it', reading);
    const listing = await listedThere(steps, { made, keys: item.keys });
    const isLeft = step.isSuccess ? hasSameJson(step, reading) : listing?.isThere;
    const last = step.isSuccess ? step : listing?.step;
    return isLeft && isMissing(gone) && last ? [gone, last] : undefined;
  }, MANY_PAUSES);
  if (left === undefined) return;
  const message = `what was created within what was removed (${removed[1].status}) is there as before`;
  steps.report('removed-with-parent', message, [creation, ...removed, ...left]);
}

/** True if nothing in the document suggests that items outlive their parent, or are elsewhere too. */
function goesWith(steps: Steps, parent: Resource, resource: Resource): boolean {
  const { loaded } = steps;
  const { read, create, list, itemPath = '', isSingle } = resource;
  const { remove, itemPath: around = '' } = parent;
  if (!read || !create || !remove || !parent.create || isSingle || parent.isSingle) return false;
  const isInside = ({ path }: Operation): boolean => isWithin(shapeOf(around), shapeOf(path));
  if (![read, create, list ?? read].every(isInside)) return false;
  const [noun = '', nounAround = ''] = [itemPath, around].map((path) =>
    shapeOf(path).split('/').at(-2),
  );
  const { summary = '', description = '' } = read.value;
  const names = remove.parameters.map(({ value }) => value.name);
  const isElsewhere = (each: Operation): boolean =>
    !isInside(each) && (returnsSame(loaded, each, read) || each.path.split('/').includes(noun));
  return (
    ![noun, nounAround].some((each) => OUTLIVING.test(each)) &&
    !STAYS.test(canonicalText([remove.value, names, summary, description])) &&
    restoring(steps, parent) === undefined &&
    !loaded.operations.some(isElsewhere)
  );
}
