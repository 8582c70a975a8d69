import type { Resource } from '../../../resources';
import { isDone, makeItem } from '../items';
import { contains, largestQuery, listAround } from '../listing';
import { hasSameJson, ifMatch, isMissing, type Step, type Steps } from '../steps';

/**
 * Removes an item and looks for it. An item that is returned changed, such as cancelled or archived, is no fault.
 */
export async function remove(steps: Steps, resource: Resource): Promise<void> {
  if (resource.remove === undefined || resource.create === undefined) return;
  const made = await makeItem(steps, resource);
  if (made?.reading === undefined || made.creation === undefined) return;
  const { item, reading } = made;
  const headers = ifMatch(reading);
  const removal = await steps.call('removes it', resource.remove, item.keys, { headers });
  if (!isDone(removal)) return;
  const isThere = async (): Promise<Step | undefined> => {
    const step = await steps.repeat('reads what was removed', reading);
    return step.isSuccess && hasSameJson(reading, step) ? step : undefined;
  };
  if ((await isThere()) === undefined) return lookInList(steps, made.item, removal);
  await steps.pause();
  const later = await isThere();
  if (later === undefined) return;
  const message = `what was removed (${removal.status}) is read as before: ${later.status}`;
  steps.report('deleted-is-gone', message, [made.creation, removal, later]);
}

async function lookInList(
  steps: Steps,
  item: Parameters<typeof contains>[1],
  removal: Step,
): Promise<void> {
  const { resource } = item;
  const { read } = resource;
  const isListed = async (): Promise<Step | undefined> => {
    const listing = await listAround(steps, item, { query: largestQuery(steps, resource) });
    return listing && contains(listing, item) ? listing.step : undefined;
  };
  if (read === undefined || (await isListed()) === undefined) return;
  await steps.pause();
  const reading = await steps.call('reads what was removed', read, item.keys);
  const list = await isListed();
  if (list === undefined || !isMissing(reading)) return;
  const message = `what was removed (${removal.status}) is still in the collection`;
  steps.report('deleted-is-gone', message, [removal, reading, list]);
}
