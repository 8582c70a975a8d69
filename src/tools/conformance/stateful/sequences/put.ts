import { quote } from 'openapi-trellis/tools';
import { asObject, isJsonObject, type JsonObject, without } from '../../../document';
import { isMarked, keywordOf, membersOf, requestSchema, type Resource } from '../../../resources';
import {
  describeDifference,
  headerValues,
  isDamage,
  isEmpty,
  isEqual,
  isState,
  shown,
  thingIn,
} from '../../../judge';
import { changedNames, tellOfTag } from '../entity-tags';
import { keysIn } from '../identity';
import { bodyFor, isDone, parentKeys, makeItem, clientChosenKeys, readCreated } from '../items';
import { compareSteps, damages, tellOfRoundTrip } from '../round-trip';
import { ifMatch, isMissing, responsePart, type Step, type Steps } from '../steps';
import { tellMissing } from './read-back';

/**
 * Replaces an item by PUT: with all members, with the same body again, and without the optional members.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-9.3.4
 */
export async function replace(steps: Steps, resource: Resource): Promise<void> {
  const { replace: put, read } = resource;
  if (put === undefined || read === undefined) return;
  const made = await makeItem(steps, resource);
  if (made?.reading === undefined) return;
  const { keys } = made.item;
  const perform = async (body: unknown, before: Step): Promise<[Step, Step] | undefined> => {
    const headers = ifMatch(before);
    const writing = await steps.call('replaces it', put, keys, { body, headers });
    if (!isDone(writing)) return undefined;
    const reading = await steps.call('reads what was replaced', read, keys);
    if (!reading.isSuccess) return undefined;
    tellOfTag(steps, [before, writing, reading]);
    return [writing, reading];
  };
  const whole = keepingKeys(bodyFor(steps, put, steps.variation()), asObject(made.reading.json));
  const first = await perform(whole, made.reading);
  if (first === undefined) return;
  const [difference] = damages(steps, resource, ...first);
  if (difference !== undefined) {
    const check = isDamage(difference) ? 'round-trip-exact' : 'put-replaces';
    steps.report(check, `PUT: ${describeDifference(difference)}`, first);
    return;
  }
  const second = await perform(whole, first[1]);
  if (second === undefined) return;
  compareTwice(steps, first, second);
  const less = withoutOptional(steps, resource, whole);
  if (less === undefined) return;
  const third = await perform(less.body, second[1]);
  if (third !== undefined) compareLess(steps, less, made.reading, second, third);
}

function keepingKeys(body: unknown, item: JsonObject): unknown {
  if (!isJsonObject(body)) return body;
  const ids = ['id', '_id', 'uuid'].filter((name) => name in body && name in item);
  return { ...body, ...Object.fromEntries(ids.map((name) => [name, item[name]])) };
}

/** Reports an effect of the second request that the first one did not have. */
function compareTwice(
  steps: Steps,
  first: readonly [Step, Step],
  second: readonly [Step, Step],
): void {
  const before = new Set(compareSteps(steps, ...first).map(({ place }) => place));
  const changed = compareSteps(steps, ...second).filter(({ place }) => !before.has(place));
  const [difference] = changed;
  if (difference === undefined) return;
  const message = `after the same PUT twice, ${describeDifference(difference)}`;
  steps.report('put-idempotent', message, [...first, ...second]);
}

interface Less {
  readonly body: JsonObject;
  readonly left: readonly string[];
}

/** A body without its optional members, as far as it stays valid. */
function withoutOptional(
  { loaded, maker }: Steps,
  { replace: put }: Resource,
  whole: unknown,
): Less | undefined {
  const pointer = put && requestSchema(loaded, put);
  if (pointer === undefined || !isJsonObject(whole)) return undefined;
  let body: JsonObject = whole;
  for (const name of Object.keys(whole)) {
    const rest = without(body, name);
    if (maker.takes(pointer, 'request', rest)) body = rest;
  }
  const left = Object.keys(whole).filter((name) => !(name in body));
  return left.length > 0 ? { body, left } : undefined;
}

/**
 * Reports a member that PUT changed and that remains after a PUT without it: the service merges. A member that
 * PUT does not change, or one with a small set of values, may be set by the service.
 */
function compareLess(
  steps: Steps,
  { left }: Less,
  created: Step,
  [whole, before]: readonly [Step, Step],
  [less, after]: readonly [Step, Step],
): void {
  const { loaded } = steps;
  const root = responsePart(steps, after);
  if (root === undefined) return;
  const members = membersOf(loaded, root);
  const thing = (step: Step): JsonObject =>
    asObject(thingIn(loaded, root, step.json, whole.sent).value);
  const kept = left.find((name) => {
    const part = members.get(name);
    if (part === undefined || isMarked(part, 'readOnly')) return false;
    const [first, sent, was, is] = [
      thing(created)[name],
      asObject(whole.sent)[name],
      thing(before)[name],
      thing(after)[name],
    ];
    if (isState(part, is) || keywordOf(part, 'default').some((each) => isEqual(each, is)))
      return false;
    const isWritten = isEqual(sent, was) && !isEqual(first, was);
    return isWritten && !isEmpty(is) && isEqual(is, was);
  });
  if (kept === undefined) return;
  const value = shown(thing(after)[kept]);
  const message = `PUT without ${quote(kept)} leaves it as the PUT before had it: ${value}`;
  steps.report('put-replaces', message, [whole, before, less, after]);
}

/**
 * Puts an item at an unused path, then replaces it, if the document states 201. The first response must have the
 * status 201, and the second another one.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-9.3.4
 */
export async function createByPut(steps: Steps, resource: Resource): Promise<void> {
  const { replace: put, read, itemPath } = resource;
  if (put === undefined || read === undefined || itemPath === undefined) return;
  if (resource.isSingle || !('201' in asObject(put.value.responses))) return;
  const around = await parentKeys(steps, resource);
  const keys = clientChosenKeys(steps, put, around);
  const before = await steps.call('reads what is not there', read, keys);
  if (!isMissing(before)) return;
  const body = keepingKeys(bodyFor(steps, put, steps.variation()), { id: keys.at(-1) });
  const creation = await steps.call('puts it there', put, keys, { body });
  if (!isDone(creation)) return;
  const created = { resource, creation, identities: [{ keys, signs: new Set(['path'] as const) }] };
  const { usable, failed } = await readCreated(steps, created);
  const after = usable?.reading;
  if (usable === undefined || after === undefined) {
    if (creation.status === 201) await tellMissing(steps, created, failed);
    return;
  }
  steps.created.push(usable.item);
  tellOfRoundTrip(steps, usable);
  if ([200, 204].includes(creation.status)) {
    const message = `PUT has created what was not there (${before.status}), and says ${creation.status}, not 201`;
    steps.report('put-says-created', message, [before, creation, after]);
  }
  await putAgain(steps, resource, keys, after);
}

async function putAgain(
  steps: Steps,
  resource: Resource,
  keys: readonly unknown[],
  before: Step,
): Promise<void> {
  const { replace: put, read, itemPath = '' } = resource;
  if (put === undefined || read === undefined) return;
  const body = keepingKeys(bodyFor(steps, put, steps.variation()), { id: keys.at(-1) });
  const options = { body, headers: ifMatch(before) };
  const replacing = await steps.call('puts something else in its place', put, keys, options);
  // A new item created by the request, such as another version, has another Location.
  const [location = ''] = headerValues(replacing.response, 'location');
  const isOther = location !== '' && keysIn(itemPath, location)?.join() !== keys.join();
  if (replacing.status !== 201 || isOther) return;
  const after = await steps.call('reads what was put there', read, keys);
  if (changedNames(replacing, before, after).length === 0) return;
  const message = 'PUT has replaced what was there, and says 201';
  steps.report('put-says-created', message, [before, replacing, after]);
}
