import { findResources, type Resource } from '../../resources';
import { identitiesOf } from './identity';
import { create, type CreationResult, givesBack, keysSent } from './items';
import { type KnownItems, Observations } from './known-items';
import { attempt, type StatefulRun, Steps } from './steps';

/**
 * The resources of a document. Operations for one resource may have different paths, such as
 * `POST /projects/{id}/attachments` and `GET /attachments/{id}`: they are joined if a link or the id of a created
 * item leads to the second path, and reading it returns the item.
 */
export async function relatedResources(
  run: StatefulRun,
  known: KnownItems,
): Promise<readonly Resource[]> {
  known.resources ??= await relate(run, known);
  return known.resources;
}

async function relate(run: StatefulRun, known: KnownItems): Promise<readonly Resource[]> {
  let resources = findResources(run.judged.loaded);
  const unread = resources.filter((each) => each.create && each.itemPath === undefined);
  for (const creation of unread) {
    const uncreated = resources.filter((each) => !each.isSingle && !each.create && each.read);
    if (uncreated.length === 0) break;
    const steps = new Steps(run, known, new Observations(), `relate ${creation.create?.path}`);
    const isOver = await attempt(async () => {
      const created = await create(steps, creation);
      const found = created && (await findRead(steps, created, uncreated));
      if (found !== undefined) resources = joined(resources, creation, found);
    });
    if (isOver) break;
  }
  return resources;
}

/** Maximum number of readings to try for one creation. */
const MOST_TRIED = 4;

async function findRead(
  steps: Steps,
  { creation, resource }: CreationResult,
  uncreated: readonly Resource[],
): Promise<Resource | undefined> {
  const tried = uncreated.flatMap((each) =>
    identitiesOf(steps.maker, joint(resource, each), creation.exchange, keysSent(creation))
      .filter(
        ({ signs }) => isAlike(resource, each) || !(signs.has('usual name') && signs.size === 1),
      )
      .map(({ keys, signs }) => ({ found: each, keys, isNamed: signs.has('location') })),
  );
  for (const { found, keys, isNamed } of tried.slice(0, MOST_TRIED)) {
    if (found.read === undefined) continue;
    const reading = await steps.call('reads what may have been created', found.read, keys);
    // A file says nothing that the reading could give back.
    const isCreated = isNamed && creation.status === 201 && creation.sent === undefined;
    if (!reading.isSuccess || !(isCreated || givesBack(creation, reading.json))) continue;
    const item = { resource: joint(resource, found), path: found.itemPath ?? '', keys };
    steps.known.add({ ...item, around: keysSent(creation) });
    return found;
  }
  return undefined;
}

/** True if both collections have the same last path segment. */
export function isAlike(
  { create: operation }: Pick<Resource, 'create'>,
  { itemPath = '' }: Resource,
): boolean {
  return itemPath.split('/').at(-2) === operation?.path.split('/').at(-1);
}

/** Combines a resource that creates items with the resource that has all other operations on them. */
function joint({ create: operation, list, parent }: Resource, item: Resource): Resource {
  return { ...item, create: operation, list: list ?? item.list, parent };
}

/** Joins two resources; resources within the items become children of the joined one. */
function joined(resources: readonly Resource[], creation: Resource, item: Resource): Resource[] {
  const instead = new Map([[item, joint(creation, item)]]);
  const order = resources.filter((each) => each !== creation);
  return order.map((each) => {
    const parent = (each.parent && instead.get(each.parent)) ?? each.parent;
    const same = instead.get(each) ?? (parent === each.parent ? each : { ...each, parent });
    instead.set(each, same);
    return same;
  });
}
