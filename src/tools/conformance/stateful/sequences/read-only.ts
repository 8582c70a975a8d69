import { quote } from 'openapi-trellis/tools';
import { asObject, isJsonObject, type Operation } from '../../../document';
import { isMarked, membersOf, type ValuePart, type Resource } from '../../../resources';
import { isEqual, isState, otherStates, shown } from '../../../judge';
import { unwrapped } from '../identity';
import { bodyFor, isDone, type UsableItem, makeItem } from '../items';
import { ifMatch, responsePart, type Step, type Steps } from '../steps';

/**
 * Sends values for readOnly members. A service may refuse or ignore them, but must not store them.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#schema-object
 */
export async function sendReadOnly(steps: Steps, resource: Resource): Promise<void> {
  const made = await makeItem(steps, resource);
  if (made?.reading === undefined) return;
  const { keys } = made.item;
  for (const operation of [resource.replace, resource.change]) {
    if (operation === undefined) continue;
    const before = await steps.repeat('reads it', made.reading);
    if (!before.isSuccess) return;
    const body = bodyFor(steps, operation, steps.variation());
    const { forged, names } = forge(steps, before, operation, body);
    if (names.length === 0) continue;
    const options = { body: forged, headers: ifMatch(before) };
    const writing = await steps.call('sends members that are readOnly', operation, keys, options);
    if (!isDone(writing)) continue;
    const after = await steps.repeat('reads what was to stay', made.reading);
    if (tellOfForged(steps, names, [before, writing, after])) return;
  }
  await createForged(steps, resource, made.reading);
}

async function createForged(steps: Steps, resource: Resource, before: Step): Promise<void> {
  if (resource.create === undefined || resource.isSingle) return;
  const plain = bodyFor(steps, resource.create, steps.variation());
  const { forged, names } = forge(steps, before, resource.create, plain);
  if (names.length === 0) return;
  const made = await makeItem(steps, resource, { body: forged });
  if (made?.creation === undefined || made.reading === undefined) return;
  tellOfForged(steps, names, [before, made.creation, made.reading]);
}

/** @param steps the item before, the request, and the item after; @returns true if a finding was reported */
function tellOfForged(
  steps: Steps,
  names: readonly string[],
  [before, writing, after]: readonly [Step, Step, Step],
): boolean {
  const sent = asObject(writing.sent);
  const is = unwrapped(after.json);
  const stored = names.find((name) => isEqual(is[name], sent[name]));
  if (stored === undefined) return false;
  const message = `${quote(stored)} is readOnly, and is now what was sent: ${shown(sent[stored])}`;
  steps.report('read-only-kept', message, [before, writing, after]);
  return true;
}

/** A body with forged values for the readOnly members of the reading. */
function forge(steps: Steps, reading: Step, operation: Operation, body: unknown) {
  const root = responsePart(steps, reading);
  if (root === undefined || !isJsonObject(body)) return { forged: {}, names: [] };
  const was = unwrapped(reading.json);
  const members = [...membersOf(steps.loaded, root)];
  const values = members.flatMap(([name, part]): [string, unknown][] => {
    if (!isMarked(part, 'readOnly') || was[name] === undefined || name in body) return [];
    if (operation.path === reading.operation.path && /^(?:id|_id|uuid)$/.test(name)) return [];
    const value = otherValue(steps, part, was[name]);
    return value === undefined ? [] : [[name, value]];
  });
  return {
    forged: { ...body, ...Object.fromEntries(values) },
    names: values.map(([name]) => name),
  };
}

/** Greater than any change of the service's own numbers between two requests. */
const FAR = 100_003;
const MAX_TRIES = 5;

/** A value that the service would not choose itself; undefined if there is none. */
function otherValue(steps: Steps, part: ValuePart, value: unknown): unknown {
  const { maker } = steps;
  const [place] = part.places;
  if (place === undefined || isState(part, value)) return undefined;
  const isRight = (other: unknown): boolean => maker.takes(place.pointer, 'response', other);
  if (typeof value === 'number' || typeof value === 'bigint') {
    return [Number(value) + FAR, Number(value) - FAR].find(isRight);
  }
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const { value: made } = maker.make(place.pointer, 'response', { vary: steps.variation() });
    if (typeof made === typeof value && isRight(made) && !isEqual(made, value)) return made;
  }
  return undefined;
}

/**
 * Which of a series of creations send a forged state. One creation proves nothing, since a service may choose
 * states itself, such as `isDefault` for the first item. It would not choose them in this pattern.
 */
const TURNS = [false, true, true, false, false, true, false, true];

/** Forged values of readOnly states, by member. */
type States = ReadonlyMap<string, unknown>;

/**
 * Creates items with forged values for readOnly members with a small set of values, such as `isAdmin`.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#schema-object
 */
export async function sendReadOnlyStates(steps: Steps, resource: Resource): Promise<void> {
  if (resource.create === undefined || resource.isSingle) return;
  const before = (await makeItem(steps, resource))?.reading;
  if (before === undefined) return;
  let states: States = forgedStates(steps, before);
  const exchanges: Step[] = [];
  for (const isForged of TURNS) {
    if (states.size === 0) return;
    const made = await createWith(steps, resource, isForged ? states : new Map());
    if (made?.creation === undefined || made.reading === undefined) return;
    const came = unwrapped(made.reading.json);
    states = new Map(
      [...states].filter(([name, value]) => isEqual(came[name], value) === isForged),
    );
    exchanges.push(made.creation, made.reading);
  }
  const [state] = states;
  if (state === undefined) return;
  const [name, value] = state;
  const message = `${quote(name)} is readOnly, and is what is sent whenever it is: ${shown(value)}`;
  steps.report('read-only-kept', message, exchanges.slice(0, 4));
}

async function createWith(
  steps: Steps,
  resource: Resource,
  states: States,
): Promise<UsableItem | undefined> {
  const plain = resource.create && bodyFor(steps, resource.create, steps.variation());
  if (!isJsonObject(plain)) return undefined;
  return makeItem(steps, resource, { body: { ...plain, ...Object.fromEntries(states) } });
}

/** Another value than the current one for each readOnly member with a small set of values. */
function forgedStates(steps: Steps, reading: Step): States {
  const root = responsePart(steps, reading);
  if (root === undefined) return new Map();
  const was = asObject(unwrapped(reading.json));
  const members = [...membersOf(steps.loaded, root)];
  const found = members.flatMap(([name, part]): [string, unknown][] => {
    const value = was[name];
    if (value === undefined || !isMarked(part, 'readOnly') || !isState(part, value)) return [];
    const [other] = otherStates(part, value);
    return other === undefined ? [] : [[name, other]];
  });
  return new Map(found);
}
