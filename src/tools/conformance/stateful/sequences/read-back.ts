import { canonicalText, quote } from 'openapi-trellis/tools';
import { asObject } from '../../../document';
import { ID_NAMES, membersOf, type Resource } from '../../../resources';
import { headerValues, isEqual, isState, mediaTypeOf } from '../../../judge';
import { isCertain, keysIn, unwrapped } from '../identity';
import { create, type CreationResult, type UsableItem, readCreated } from '../items';
import { contains, largestQuery, listAround, type Listing, mayContain } from '../listing';
import { targetOf } from '../links';
import { tellOfCreation, tellOfRoundTrip } from '../round-trip';
import { declaresHeader, isMissing, responsePart, type Step, type Steps } from '../steps';

/** Creates an item and reads it in every available way. */
export async function readBack(steps: Steps, resource: Resource): Promise<void> {
  const created = await create(steps, resource);
  if (created === undefined) return;
  const { usable, failed } = await readCreated(steps, created);
  if (usable === undefined) return tellMissing(steps, created, failed);
  steps.created.push(usable.item);
  tellOfRoundTrip(steps, usable);
  await followLocation(steps, created, usable);
  await readAgain(steps, usable);
  await compareHead(steps, usable);
  await lookInList(steps, created, usable);
}

/** Reports a created item that is missing. A guessed id must be confirmed first. */
export async function tellMissing(
  steps: Steps,
  { resource, creation, identities }: CreationResult,
  failed: readonly Step[],
): Promise<void> {
  const index = Math.max(0, identities.findIndex(isCertain));
  const [identity, reading] = [identities[index], failed[index]];
  if (identity === undefined || reading === undefined || !failed.every(isMissing)) return;
  // The response may be a recorded one for this key, whose item has been removed since.
  if (declaresHeader(creation.operation, 'idempotency-key')) return;
  const item = { resource, path: resource.itemPath ?? '', keys: identity.keys };
  const isKnown = isCertain(identity) || steps.observations.isRetrievable(resource);
  if (!isKnown) {
    const listing = await listAround(steps, item);
    if (listing === undefined || !contains(listing, item)) return;
  }
  await steps.pause();
  const later = await steps.repeat('reads what was created, later', reading);
  if (!isMissing(later)) return;
  const message = `what was created (${creation.status}) is not there when it is read: ${later.status}`;
  steps.report('created-is-retrievable', message, [creation, later]);
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.2 */
async function followLocation(
  steps: Steps,
  { creation }: CreationResult,
  { item, reading }: UsableItem,
): Promise<void> {
  const [location] = headerValues(creation.response, 'location');
  if (creation.status !== 201 || location === undefined || reading === undefined) return;
  const keys = keysIn(item.path, location);
  if (keys?.map(String).join() === item.keys.map(String).join()) return;
  const { request } = reading.exchange.testCase;
  const target = targetOf(location, creation.exchange.testCase.request.target);
  if (target === undefined) return;
  const read = await steps.send('reads what Location names', reading.operation, {
    request: { ...request, target },
  });
  const other = read.isSuccess ? otherId(reading, read) : undefined;
  if (!isMissing(read) && other === undefined) return;
  const found = other === undefined ? `nothing is: ${read.status}` : `${quote(other)} is`;
  const message = `Location is ${quote(location)}, where ${found}`;
  steps.report('location-leads-to-created', message, [creation, reading, read]);
}

/** The id that was read, if it differs from that of the created item. */
function otherId(created: Step, read: Step): string | undefined {
  const [wanted, found] = [created, read].map(({ json }) => unwrapped(json));
  const name = ID_NAMES.find((each) => wanted?.[each] !== undefined && found?.[each] !== undefined);
  const [id, other] = [wanted, found].map((thing) => canonicalText(thing?.[name ?? ''] ?? null));
  return name === undefined || id === other ? undefined : other;
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1 */
async function readAgain(steps: Steps, usable: UsableItem): Promise<void> {
  const { reading } = usable;
  if (reading === undefined) return;
  const again = await steps.repeat('reads it again', reading);
  if (again.isSuccess) {
    tellOfCreation(steps, usable, again);
    await compareVersions(steps, usable, again);
  }
  if (!isMissing(again)) return;
  await steps.pause();
  const later = await steps.repeat('reads it once more', reading);
  if (!isMissing(later)) return;
  const message = `the first GET is answered with ${reading.status}, the next with ${later.status}`;
  steps.report('safe-request-changes-nothing', message, [reading, again, later]);
}

/** Members that count changes; reading must not increase them. */
const VERSION = /^(?:revision|version|generation|resourceVersion|lock_?version)$/i;

async function compareVersions(steps: Steps, { reading }: UsableItem, again: Step): Promise<void> {
  if (reading === undefined) return;
  const name = Object.keys(unwrapped(reading.json)).find((each) => VERSION.test(each));
  if (name === undefined) return;
  const version = ({ json }: Step): number => Number(unwrapped(json)[name]);
  if (!(version(again) > version(reading))) return;
  const later = await steps.repeat('reads it once more', reading);
  const shown = [reading, again, later];
  if (!(version(later) > version(again))) return;
  const message = `each GET changes ${quote(name)}: ${shown.map(version).join(', ')}`;
  steps.report('safe-request-changes-nothing', message, shown);
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-9.3.2 */
async function compareHead(steps: Steps, { item, reading }: UsableItem): Promise<void> {
  if (reading === undefined) return;
  const { testCase } = reading.exchange;
  const operation = item.resource.head ?? reading.operation;
  const head = await steps.send('asks with HEAD', operation, {
    request: { ...testCase.request, method: 'HEAD' },
  });
  const isDocumented = item.resource.head !== undefined;
  if (!head.isSuccess && !(isDocumented && isMissing(head))) return;
  const [type, wanted] = [head, reading].map((step) => mediaTypeOf(step.response)?.essence);
  if (head.status !== reading.status) {
    const message = `GET is answered with ${reading.status}, HEAD with ${head.status}`;
    steps.report('head-equals-get', message, [reading, head]);
  } else if (type !== undefined && type !== wanted) {
    const message = `GET is answered with ${wanted ?? 'no media type'}, HEAD with ${type}`;
    steps.report('head-equals-get', message, [reading, head]);
  }
}

async function lookInList(
  steps: Steps,
  { resource, creation }: CreationResult,
  { item, reading }: UsableItem,
): Promise<void> {
  if (reading === undefined) return;
  const query = largestQuery(steps, resource);
  const isAbsent = async (): Promise<Step | undefined> => {
    const listing = await listAround(steps, item, { query });
    const isWhole = listing !== undefined && listing.total === listing.items.length;
    const isLeftOut =
      isWhole && Object.keys(query).length > 0 && hasOwnState(steps, reading, listing);
    return isWhole && !isLeftOut && !mayContain(listing, item) ? listing.step : undefined;
  };
  const list = await steps.twice(isAbsent);
  if (list === undefined) return;
  const message = 'the collection is listed whole, and what was created is not in it';
  steps.report('list-contains-created', message, [creation, list]);
}

/** True if the item has a state that no listed item has, such as a draft: the list may leave it out. */
function hasOwnState(steps: Steps, reading: Step, { items }: Listing): boolean {
  const root = responsePart(steps, reading);
  if (root === undefined) return false;
  const members = membersOf(steps.loaded, root);
  return Object.entries(unwrapped(reading.json)).some(([name, value]) => {
    const part = members.get(name);
    const isShown = items.some((each) => isEqual(asObject(each)[name], value));
    return part !== undefined && isState(part, value) && !isShown;
  });
}
