import { isJsonObject, type LoadedContract } from '../../generate/index';
import { describeDifference, differences, isDamage, type Difference } from './compare';
import type { Made } from './items';
import { memberOf, partAt, requestSchema, responseSchema, type Part } from './members';
import type { Resource } from './resources';
import type { Step, Steps } from './steps';
import { tell } from './verdict';

/** Reports what did not come back of what was sent to create an item. */
export function tellOfRoundTrip(steps: Steps, { item, creation, reading }: Made): void {
  if (creation === undefined || reading === undefined) return;
  const [difference] = damages(steps, item.resource, creation, reading);
  if (difference === undefined) return;
  const message = describeDifference(difference);
  tell(steps, item.resource, 'round-trip-exact', message, [creation, reading]);
}

/**
 * What of the body of one step came back damaged in another. A member may be the service's own to set; so
 * one that came back otherwise counts where it did come back as sent before, or shows what it was.
 */
export function damages(
  steps: Steps,
  resource: Resource,
  writing: Step,
  reading: Step,
): Difference[] {
  const { beliefs } = steps;
  const found = compareSteps(steps, writing, reading, (place) => {
    beliefs.echo(resource, place);
  });
  return found.filter((each) => isDamage(each) || beliefs.isEchoed(resource, each.place));
}

/** All differences between what one step sent and what another one read. */
export function compareSteps(
  { run }: Steps,
  writing: Step,
  reading: Step,
  same: (place: string) => void = () => undefined,
): Difference[] {
  const { loaded } = run.judged;
  const sent = requestSchema(loaded, writing.operation);
  const came = responseSchema(loaded, reading.operation, reading.status);
  if (sent === undefined || came === undefined || reading.json === undefined) return [];
  const thing = thingIn(loaded, partAt(loaded, came), reading.json, writing.sent);
  const sides = { loaded, sent: partAt(loaded, sent), came: thing.part };
  return differences(sides, writing.sent, thing.value, same);
}

/** What a response tells of an item: itself, or what its only member holds, such as `data`. */
export function thingIn(
  loaded: LoadedContract,
  part: Part,
  json: unknown,
  like: unknown,
): { readonly value: unknown; readonly part: Part } {
  const whole = { value: json, part };
  if (!isJsonObject(json) || !isJsonObject(like)) return whole;
  const inner = Object.entries(json).filter(([, member]) => isJsonObject(member));
  const [name, value] = inner[0] ?? [];
  if (name === undefined || inner.length > 1) return whole;
  if (Object.keys(like).some((each) => each in json)) return whole;
  const member = memberOf(loaded, part, name);
  return member === undefined ? whole : { value, part: member };
}
