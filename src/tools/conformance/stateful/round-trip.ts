import { quote } from 'openapi-trellis/tools';
import { asObject, plainText, valueAt } from '../../document';
import {
  keywordOf,
  membersOf,
  partAt,
  requestSchema,
  type Resource,
  responseSchema,
} from '../../resources';
import {
  describeDifference,
  type Difference,
  differences,
  isDamage,
  isEmpty,
  isState,
  shown,
  thingIn,
} from '../../judge';
import { unwrapped } from './identity';
import { keysSent, type UsableItem } from './items';
import { responsePart, type Step, type Steps } from './steps';

/** Reports a value that was sent to create an item and did not come back. */
export function tellOfRoundTrip(steps: Steps, { item, creation, reading }: UsableItem): void {
  if (creation === undefined || reading === undefined) return;
  const [difference] = damages(steps, item.resource, creation, reading);
  if (difference === undefined) return;
  const message = describeDifference(difference);
  steps.report('round-trip-exact', message, [creation, reading]);
}

/**
 * Values of one step's body that came back damaged in another step. A service may set a member itself: a
 * different value only counts if the member came back as sent before, or if it is a damaged form of the sent one.
 * Ignores path keys; default values such as 0, 1 or '' coming back prove nothing.
 */
export function damages(
  steps: Steps,
  resource: Resource,
  writing: Step,
  reading: Step,
): Difference[] {
  const { observations } = steps;
  const keys = keysSent(reading).map(String);
  const found = compareSteps(steps, writing, reading, (place) => {
    const value = valueAt(writing.sent, place);
    const isFirst = isEmpty(value) || Number(plainText(value)) === 1;
    if (!isFirst && !keys.includes(plainText(value))) observations.addEchoed(resource, place);
  });
  return found
    .filter(({ came }) => !keys.includes(plainText(came)))
    .filter((each) => isDamage(each) || observations.isEchoed(resource, each.place));
}

export function compareSteps(
  { loaded, maker }: Steps,
  writing: Step,
  reading: Step,
  same: (place: string) => void = () => undefined,
): Difference[] {
  const sent = requestSchema(loaded, writing.operation);
  const came = responseSchema(loaded, reading.operation, reading.status);
  if (sent === undefined || came === undefined || reading.json === undefined) return [];
  // Another check reports an invalid response.
  if (!maker.takes(came, 'response', reading.json)) return [];
  const thing = thingIn(loaded, partAt(loaded, came), reading.json, writing.sent);
  const sides = { loaded, sent: partAt(loaded, sent), came: thing.part };
  return differences(sides, writing.sent, thing.value, same);
}

/** Names of members that a service changes on its own. */
export const VOLATILE =
  /version|revision|etag|count|status|state|time|date|at$|token|url|href|link/i;

/**
 * Reports a member set by the service whose value in the response to the creation differs from the one read.
 *
 * @param again a second reading; a member that differs in it changes on its own
 */
export function tellOfCreation(steps: Steps, { creation, reading }: UsableItem, again: Step): void {
  if (creation === undefined || reading === undefined) return;
  const { loaded } = steps;
  const root = responsePart(steps, reading);
  if (root === undefined) return;
  const { value, part } = thingIn(loaded, root, reading.json, {});
  const [is, later, said] = [value, unwrapped(again.json), unwrapped(creation.json)].map(asObject);
  for (const [name, member] of membersOf(loaded, part)) {
    const isOwn = !(name in asObject(creation.sent)) && !VOLATILE.test(name);
    if (!isOwn || isState(member, is?.[name]) || keywordOf(member, 'format').length > 0) continue;
    const [was, now, then] = [said?.[name], is?.[name], later?.[name]];
    if (!isScalar(was) || typeof was !== typeof now || now !== then || was === now) continue;
    const message = `the creation is answered with ${quote(name)} ${shown(was)}, and ${shown(now)} is read`;
    steps.report('read-matches-created', message, [creation, reading, again]);
    return;
  }
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'bigint'].includes(typeof value);
}
