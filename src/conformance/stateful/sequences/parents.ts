import { quote } from '../../../contract';
import { asObject, isJsonObject, type Operation, without } from '../../../generate/index';
import {
  isMarked,
  isWithin,
  membersOf,
  partAt,
  referenceNames,
  requestSchema,
  type Resource,
  shapeOf,
} from '../../../resources/index';
import { isEqual } from '../compare';
import { changedNames } from '../entity-tags';
import { unwrapped } from '../identity';
import { bodyFor, givesBack, isDone, makeItem, type UsableItem } from '../items';
import type { Item } from '../known-items';
import { contains, largestQuery, listAround } from '../listing';
import { ifMatch, isMissing, type Step, type Steps, tell } from '../steps';

/** What was made within one thing, and another thing that it was not made in. */
interface Kept {
  readonly made: UsableItem;
  readonly reading: Step;
  readonly other: Item;
  /** Where it would be within the other one. */
  readonly keys: readonly unknown[];
}

interface Shown {
  readonly message: string;
  readonly steps: readonly Step[];
}

const CHECK = 'kept-within-parent';

/**
 * Looks within something new for what was made within something else. That it can be read there may be meant,
 * where ids are those of the whole service; but it must not be listed, nor changed or removed from there
 * unless it is.
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
    tell(steps, resource, CHECK, message, [kept.reading, again.step]);
    return;
  }
  for (const attempt of [moved, changedThere, removedThere]) {
    const shown = await attempt(steps, kept, listing?.isWhole === true);
    if (shown === undefined) continue;
    tell(steps, resource, CHECK, shown.message, shown.steps);
    return;
  }
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
  { made, keys }: Kept,
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

/** True where it is not there, or where it can be read and the whole list says that it is not there. */
async function isElsewhere(
  steps: Steps,
  kept: Kept,
  isUnlisted: boolean,
): Promise<Step | undefined> {
  const { read } = kept.made.item.resource;
  const there = read && (await steps.call('reads it within another', read, kept.keys));
  if (there === undefined) return undefined;
  return isMissing(there) || (there.isSuccess && isUnlisted) ? there : undefined;
}

async function changedThere(
  steps: Steps,
  kept: Kept,
  isUnlisted: boolean,
): Promise<Shown | undefined> {
  const { change, replace, parent } = kept.made.item.resource;
  const operation = change ?? replace;
  const there = operation && (await isElsewhere(steps, kept, isUnlisted));
  if (operation === undefined || there === undefined) return undefined;
  const before = await steps.repeat('reads it again', kept.reading);
  const fresh = asObject(bodyFor(steps, operation, steps.variation()));
  const body = without(fresh, ...parentNames(steps, operation, parent));
  const options = { body, headers: ifMatch(before) };
  const writing = await steps.call('changes it within another', operation, kept.keys, options);
  const after = await steps.repeat('reads what was to stay', kept.reading);
  const [name] = isDone(writing) ? changedNames(writing, before, after) : [];
  if (name === undefined) return undefined;
  const message = `within another it is ${saidOf(there)}, and ${quote(name)} was changed from there (${writing.status})`;
  return { message, steps: [there, before, writing, after] };
}

async function removedThere(
  steps: Steps,
  kept: Kept,
  isUnlisted: boolean,
): Promise<Shown | undefined> {
  const { remove } = kept.made.item.resource;
  const there = remove && (await isElsewhere(steps, kept, isUnlisted));
  if (remove === undefined || there === undefined) return undefined;
  const before = await steps.repeat('reads it again', kept.reading);
  const options = { headers: ifMatch(before) };
  const removal = await steps.call('removes it within another', remove, kept.keys, options);
  if (!before.isSuccess || !isDone(removal)) return undefined;
  await steps.pause();
  const after = await steps.repeat('reads what was to stay', kept.reading);
  if (!isMissing(after)) return undefined;
  const message = `within another it is ${saidOf(there)}, and it was removed from there (${removal.status})`;
  return { message, steps: [there, before, removal, after] };
}

function saidOf({ isSuccess, status }: Step): string {
  return isSuccess ? 'not listed' : `not there (${status})`;
}

/** The members of a body that name the thing around an item. */
function parentNames({ run }: Steps, operation: Operation, parent: Resource | undefined): string[] {
  const pointer = requestSchema(run.judged.loaded, operation);
  if (pointer === undefined || parent === undefined) return [];
  const plain = (name: string): string => name.replace(/[-_]/g, '').toLowerCase();
  const names = referenceNames(parent).map(plain);
  const members = [...membersOf(run.judged.loaded, partAt(run.judged.loaded, pointer))];
  return members
    .filter(([name, part]) => names.includes(plain(name)) && !isMarked(part, 'readOnly'))
    .map(([name]) => name);
}

/** An item that says to be within another has to be listed there. */
async function moved(steps: Steps, kept: Kept, isUnlisted: boolean): Promise<Shown | undefined> {
  const { change, parent } = kept.made.item.resource;
  const [name] = change === undefined ? [] : parentNames(steps, change, parent);
  const was = name && unwrapped(kept.reading.json)[name];
  if (change === undefined || name === undefined || was === undefined || !isUnlisted)
    return undefined;
  const key = kept.other.keys.at(-1);
  const options = { body: { [name]: key }, headers: ifMatch(kept.reading) };
  const writing = await steps.call('names another around it', change, kept.made.item.keys, options);
  const after = await steps.repeat('reads what was changed', kept.reading);
  const is = unwrapped(after.json)[name];
  if (!isDone(writing) || !isJsonObject(writing.sent) || isEqual(is, was) || !isEqual(is, key))
    return undefined;
  await steps.pause();
  const listing = await listedThere(steps, kept);
  if (listing === undefined || listing.isThere || !listing.isWhole) return undefined;
  const message = `${quote(name)} was changed to ${quote(key)} (${writing.status}), where it is not listed`;
  return { message, steps: [writing, after, listing.step] };
}

/** Creates something within what was removed. */
export async function createWithinRemoved(steps: Steps, resource: Resource): Promise<void> {
  const { parent, create } = resource;
  if (create === undefined || parent?.remove === undefined || parent.create === undefined) return;
  const around = await makeItem(steps, parent);
  if (around?.reading === undefined || parent.isSingle) return;
  if (!isWithin(shapeOf(around.item.path), shapeOf(create.path))) return;
  const headers = ifMatch(around.reading);
  const removal = await steps.call('removes it', parent.remove, around.item.keys, { headers });
  const gone = await steps.repeat('reads what was removed', around.reading);
  if (!isDone(removal) || !isMissing(gone)) return;
  await steps.pause();
  const body = bodyFor(steps, create, steps.variation());
  const keys = [...around.item.keys];
  const creation = await steps.call('creates one within what was removed', create, keys, { body });
  // Some services make what is around a thing together with it.
  const still = await steps.repeat('reads what was removed', around.reading);
  if (creation.status !== 201 || !isMissing(still)) return;
  const message = `something was created (201) within what was removed (${still.status})`;
  tell(steps, resource, 'removed-takes-no-more', message, [removal, gone, creation, still]);
}
