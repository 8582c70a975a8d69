import { canonicalText, memoize, quote } from 'openapi-trellis/tools';
import {
  asObject,
  isJsonObject,
  type JsonObject,
  type Operation,
  without,
  plainText,
} from '../../../document';
import { isPlainlyValid } from '../../../schema';
import { membersOf, partAt, requestSchema, type Resource } from '../../../resources';
import { isState, otherStates, shown } from '../../../judge';
import { unwrapped } from '../identity';
import {
  bodyFor,
  isClientKeyed,
  keysAround,
  type UsableItem,
  makeItem,
  clientChosenKeys,
  TELLING_LENGTH,
} from '../items';
import { changedNames } from '../entity-tags';
import type { Item } from '../known-items';
import { listAround, type Listing } from '../listing';
import {
  ifMatch,
  isMissing,
  responsePart,
  type StatefulRun,
  type Step,
  type Steps,
} from '../steps';

/** Sends creations that must be refused, and looks for items they have left. */
export async function refuseCreation(steps: Steps, resource: Resource): Promise<void> {
  const { create: operation } = resource;
  if (operation === undefined) return;
  const made = await makeItem(steps, resource);
  if (made === undefined) return;
  const fresh = bodyFor(steps, operation, steps.variation());
  for (const body of brokenBodies(steps.run, operation, fresh)) {
    const around = keysAround(made.item);
    const own = clientChosenKeys(steps, operation, around);
    const keys = isClientKeyed(resource) ? own : around;
    const place = chosenPlace(made, body, own);
    const earlier = place && (await readAt(steps, resource, place));
    const before = await listAround(steps, made.item);
    const refusal = await steps.call('sends what must be refused', operation, keys, { body });
    if (!isRefused(refusal)) return;
    const wasFree = earlier !== undefined && isMissing(earlier);
    const reading = wasFree ? await readAt(steps, resource, place ?? []) : undefined;
    const trace =
      reading?.isSuccess === true
        ? reading
        : before && (await findInList(steps, made, refusal, before));
    if (trace === undefined) continue;
    const message = `the creation was refused (${refusal.status}), and what it sent is there`;
    steps.report('refused-create-leaves-nothing', message, [refusal, trace]);
    return;
  }
}

/** True if the request must be refused, and was. */
function isRefused({ status, exchange }: Step): boolean {
  return exchange.judgement.expected === 'refusal' && status >= 400 && status < 500;
}

/**
 * Path parameters of a creation whose id the client chooses.
 *
 * @returns undefined unless the service is known to adopt such ids
 */
function chosenPlace(
  { item, creation }: UsableItem,
  body: JsonObject,
  own: readonly unknown[],
): readonly unknown[] | undefined {
  const key = String(item.keys.at(-1));
  const sent = Object.entries(asObject(creation?.sent)).find(
    ([, value]) => plainText(value) === key,
  );
  const chosen = isClientKeyed(item.resource) ? own.at(-1) : sent && body[sent[0]];
  const isKey = typeof chosen === 'string' || typeof chosen === 'number';
  if (item.resource.read === undefined || !isKey || String(chosen) === key) return undefined;
  return [...item.keys.slice(0, -1), chosen];
}

async function readAt(
  steps: Steps,
  { read }: Resource,
  keys: readonly unknown[],
): Promise<Step | undefined> {
  return read && steps.call('reads what is refused', read, keys);
}

/** Finds a text of the request in the list, or finds that the list grows with each request. */
async function findInList(
  steps: Steps,
  { item, reading }: UsableItem,
  refusal: Step,
  before: Listing,
): Promise<Step | undefined> {
  const after = await listAround(steps, item);
  if (after === undefined) return undefined;
  // What was created may be listed late, and others may have the texts of the document.
  const had = canonicalText([before.items, reading?.json ?? null]);
  const is = canonicalText(after.items);
  const isMark = (text: string): boolean =>
    is.includes(text) && !had.includes(text) && !documentText(steps).includes(text);
  if (textsIn(refusal.sent).some((text) => isMark(canonicalText(text)))) return after.step;
  if (before.total === undefined || after.total !== before.total + 1) return undefined;
  await steps.repeat('sends it again', refusal);
  const [again, later] = [await listAround(steps, item), await listAround(steps, item)];
  const isGrowing = again?.total === after.total + 1 && later?.total === again.total;
  return isGrowing ? later.step : undefined;
}

const textOf = memoize((document: object) => canonicalText(document));

function documentText({ loaded }: Steps): string {
  return textOf(loaded.resolver.document);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length >= TELLING_LENGTH ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** Sends changes that must be refused, and looks for their effects. */
export async function refuseChange(steps: Steps, resource: Resource): Promise<void> {
  const { replace, change } = resource;
  if (resource.read === undefined || (replace ?? change) === undefined) return;
  const made = await makeItem(steps, resource);
  if (made?.reading === undefined) return;
  let before = made.reading;
  for (const operation of [replace, change]) {
    if (operation === undefined) continue;
    const fresh = withOtherStates(steps, operation, before);
    for (const body of brokenBodies(steps.run, operation, fresh)) {
      const refused = await sendRefused(steps, made.item, operation, body, before);
      if (refused === undefined) break;
      const { refusal, after } = refused;
      const name = await effectOf(steps, made.item, refused);
      if (name !== undefined) {
        const value = shown(asObject(refusal.sent)[name]);
        const message = `the change was refused (${refusal.status}), and ${quote(name)} is now as it was sent: ${value}`;
        const trace = [before, refusal, after];
        steps.report('refused-change-leaves-nothing', message, trace);
        return;
      }
      before = after;
    }
  }
}

interface RefusedChange {
  readonly before: Step;
  readonly refusal: Step;
  readonly after: Step;
}

/** @returns undefined if the change was not refused, or if reading the item afterwards fails */
async function sendRefused(
  steps: Steps,
  { resource, keys }: Item,
  operation: Operation,
  body: JsonObject,
  before: Step,
): Promise<RefusedChange | undefined> {
  const { read } = resource;
  const options = { body, headers: ifMatch(before) };
  const refusal = await steps.call('sends a change that must be refused', operation, keys, options);
  if (read === undefined || !isRefused(refusal)) return undefined;
  const after = await steps.call('reads what was to stay', read, keys);
  return after.isSuccess ? { before, refusal, after } : undefined;
}

/** A body in which members with a small set of values differ from their current values. */
function withOtherStates(steps: Steps, operation: Operation, reading: Step): unknown {
  const { maker, loaded } = steps;
  const pointer = requestSchema(loaded, operation);
  let body = bodyFor(steps, operation, steps.variation());
  if (pointer === undefined || !isJsonObject(body)) return body;
  const members = membersOf(loaded, partAt(loaded, pointer));
  const now = unwrapped(reading.json);
  for (const [name, value] of Object.entries(body)) {
    const part = members.get(name);
    if (part === undefined || !isState(part, value)) continue;
    const changed = otherStates(part, now[name] ?? false)
      .map((other) => ({ ...asObject(body), [name]: other }))
      .find((each) => maker.takes(pointer, 'request', each));
    body = changed ?? body;
  }
  return body;
}

/**
 * Name of a member that now has the value of the refused request, and had another one before. A member with a
 * small set of values may have changed on its own: it counts only if another refused request reverts it.
 */
async function effectOf(
  steps: Steps,
  item: Item,
  refused: RefusedChange,
): Promise<string | undefined> {
  const { before, refusal, after } = refused;
  const names = changedNames(refusal, before, after);
  const root = responsePart(steps, after);
  const { loaded } = steps;
  const parts = root === undefined ? undefined : membersOf(loaded, root);
  const [sent, was] = [asObject(refusal.sent), unwrapped(before.json)];
  const isMovable = (name: string): boolean => {
    const part = parts?.get(name);
    return part !== undefined && isState(part, sent[name]);
  };
  const sure = names.find((name) => !isMovable(name));
  const [name] = names;
  if (sure !== undefined || name === undefined || was[name] === undefined) return sure;
  const body = { ...sent, [name]: was[name] };
  const again = await sendRefused(steps, item, refusal.operation, body, after);
  const isBack = again && changedNames(again.refusal, after, again.after).includes(name);
  return isBack === true ? name : undefined;
}

/** Values that most members do not accept. */
const WRONG: readonly unknown[] = [{}, [], 'wrong value', -1.5, null];

/**
 * Bodies that an operation must refuse because of one member, which has a wrong type or is missing. The other
 * members are valid, so a service that does not refuse the whole body would store them.
 */
function brokenBodies(
  { maker, judged }: StatefulRun,
  operation: Operation,
  body: unknown,
): JsonObject[] {
  const pointer = requestSchema(judged.loaded, operation);
  if (pointer === undefined || !isJsonObject(body)) return [];
  const isWrong = (value: JsonObject): boolean =>
    !maker.takes(pointer, 'request', value) &&
    !isPlainlyValid(judged.loaded.resolver, pointer, 'request', value);
  const names = Object.keys(body).filter((name) => name !== 'id');
  // Last members first: a service that stores member by member has stored the others by then.
  const retyped = names.toReversed().flatMap((name) => {
    const wrong = WRONG.map((value) => ({ ...body, [name]: value })).find(isWrong);
    return wrong === undefined ? [] : [wrong];
  });
  const lacking = names.map((name) => without(body, name)).filter(isWrong);
  return [...retyped.slice(0, 2), ...lacking.slice(0, 1)];
}
