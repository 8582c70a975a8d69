import type { Resource } from '../../resources';
import { identitiesIn, identitiesOf } from './identity';
import { parentKeys, makeItem } from './items';
import { Observations, type Item, KnownItems } from './known-items';
import { listAround } from './listing';
import { relatedResources } from './relate';
import { attempt, declaresHeader, ifMatch, isMissing, type StatefulRun, Steps } from './steps';

/**
 * Finds or creates one item of each resource with a few requests, to reach operations with ids in their paths.
 *
 * @param known items found before, some of which may be gone
 * @param time varies the values of created items from call to call
 */
export async function discover(
  run: StatefulRun,
  known = new KnownItems(run.maker),
  time = 'first',
): Promise<KnownItems> {
  if (await attempt(() => forgetMissing(run, known))) return known;
  const resources = await relatedResources(run, known);
  // The second round creates items that refer to items of the first.
  for (const round of [1, 2]) {
    for (const resource of resources) {
      if (known.of(resource) !== undefined || resource.itemPath === undefined) continue;
      const steps = new Steps(
        run,
        known,
        new Observations(),
        `discover ${time} ${round} ${resource.itemPath}`,
      );
      const isOver = await attempt(async () => {
        const item =
          (await makeItem(steps, resource))?.item ??
          (await startItem(steps, resource)) ??
          (await findItem(steps, resource));
        if (item !== undefined) known.add(item);
      });
      if (isOver) return known;
    }
  }
  return known;
}

async function forgetMissing(run: StatefulRun, known: KnownItems): Promise<void> {
  for (const item of known.all) {
    const steps = new Steps(run, known, new Observations(), `look again ${item.path}`);
    const { read } = item.resource;
    if (read === undefined) continue;
    if (isMissing(await steps.call('looks whether it is there', read, item.keys)))
      known.delete(item);
  }
}

/**
 * Follows the status that a 202 response refers to.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.3.3
 */
async function startItem(steps: Steps, resource: Resource): Promise<Item | undefined> {
  const { read, start, itemPath } = resource;
  if (read === undefined || start === undefined || itemPath === undefined) return undefined;
  const around = await parentKeys(steps, resource);
  const { status, exchange } = await steps.call('starts what takes time', start, around);
  if (status !== 202) return undefined;
  for (const { keys } of identitiesOf(
    steps.maker,
    { ...resource, create: start },
    exchange,
    around,
  )) {
    const reading = await steps.call('reads how it stands', read, keys);
    if (reading.isSuccess) return { resource, path: itemPath, keys, isFound: true };
  }
  return undefined;
}

/** Number of listed items that are tried, since some may not be readable. */
const MOST_LISTED = 3;

/** An existing item from the list. If no operation reads it, it is taken as listed. */
async function findItem(steps: Steps, resource: Resource): Promise<Item | undefined> {
  const { read, list, itemPath } = resource;
  if (list === undefined || itemPath === undefined) return undefined;
  const parent = resource.parent && steps.known.of(resource.parent);
  const around = parent?.keys ?? [];
  const listing = await listAround(steps, { resource, keys: around });
  const listed = listing?.items.slice(0, MOST_LISTED) ?? [];
  for (const keys of listed.flatMap((each) => identitiesIn(steps.maker, resource, each, around))) {
    const item = { resource, path: itemPath, keys, isFound: true } as const;
    if (read === undefined) return item;
    const reading = await steps.call('reads what is listed', read, keys);
    if (reading.isSuccess) return item;
  }
  return undefined;
}

/** Removes created items, the latest first, as far as the document has an operation for that. */
export async function cleanUp(
  run: StatefulRun,
  known: KnownItems,
  items = known.all,
): Promise<void> {
  for (const item of items) {
    const steps = new Steps(run, known, new Observations(), `clean up ${item.path}`);
    const { read, remove, create } = item.resource;
    known.delete(item);
    if (remove === undefined || create === undefined || item.isFound === true) continue;
    const isOver = await attempt(async () => {
      const needsTag = declaresHeader(remove, 'if-match');
      const reading = needsTag && read ? await steps.call('reads it', read, item.keys) : undefined;
      const headers = reading === undefined ? {} : ifMatch(reading);
      await steps.call('removes what was created', remove, item.keys, { headers });
    });
    if (isOver) return;
  }
}
