import type { Resource } from '../../resources/index';
import { identitiesIn, identitiesOf } from './identity';
import { parentKeys, makeItem } from './items';
import { Observations, type Item, KnownItems } from './known-items';
import { listAround } from './listing';
import { relatedResources } from './relate';
import { attempt, declaresHeader, ifMatch, isMissing, type StatefulRun, Steps } from './steps';

/**
 * Finds or makes one item of each resource, so that operations behind ids are reached: a few requests for
 * each.
 *
 * @param known what was found before, of which some may be gone
 * @param time tells the values of what is made from those of other times
 */
export async function discover(
  run: StatefulRun,
  known = new KnownItems(run.maker),
  time = 'first',
): Promise<KnownItems> {
  if (await attempt(() => forgetMissing(run, known))) return known;
  const resources = await relatedResources(run, known);
  // What refers to others can be made once these are there.
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
 * What the response to a request that was only taken on says to be its status.
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
    steps.run,
    { ...resource, create: start },
    exchange,
    around,
  )) {
    const reading = await steps.call('reads how it stands', read, keys);
    if (reading.isSuccess) return { resource, path: itemPath, keys, isFound: true };
  }
  return undefined;
}

/** Listed things that are looked at: some cannot be read. */
const MOST_LISTED = 3;

/** Something that is there already, by the list; what nothing reads is taken as it is listed. */
async function findItem(steps: Steps, resource: Resource): Promise<Item | undefined> {
  const { read, list, itemPath } = resource;
  if (list === undefined || itemPath === undefined) return undefined;
  const parent = resource.parent && steps.known.of(resource.parent);
  const around = parent?.keys ?? [];
  const listing = await listAround(steps, { resource, keys: around });
  const listed = listing?.items.slice(0, MOST_LISTED) ?? [];
  for (const keys of listed.flatMap((each) => identitiesIn(steps.run, resource, each, around))) {
    const item = { resource, path: itemPath, keys, isFound: true } as const;
    if (read === undefined) return item;
    const reading = await steps.call('reads what is listed', read, keys);
    if (reading.isSuccess) return item;
  }
  return undefined;
}

/** Removes what was created, the latest first, where the document lets it be removed. */
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
