import { quote } from 'openapi-trellis/tools';
import { asObject, isJsonObject } from '../../../document';
import { isMarked, memberNamed, namesOf, requestMembers, type Resource } from '../../../resources';
import { isEqual, reasons } from '../../../judge';
import { identitiesOf, isCertain, unwrapped } from '../identity';
import {
  bodyFor,
  create,
  isClientKeyed,
  idempotencyKey,
  isDone,
  keysAround,
  readCreated,
  type UsableItem,
} from '../items';
import { listAround } from '../listing';
import type { Step, Steps } from '../steps';

const CHECK = 'retry-has-one-effect';

/** Sends a creation twice, like a client without a response: with one Idempotency-Key or client-chosen id. */
export async function retry(steps: Steps, resource: Resource): Promise<void> {
  const { create: operation } = resource;
  if (operation === undefined || isClientKeyed(resource)) return;
  const headers = idempotencyKey(steps, operation, true);
  const created = await create(steps, resource, { headers });
  if (created === undefined) return;
  const { usable } = await readCreated(steps, created);
  if (usable !== undefined) steps.created.push(usable.item);
  const { creation } = created;
  if ('idempotency-key' in headers) return retryWithKey(steps, resource, creation);
  const id = chosenId(steps, creation) ?? chosenName(usable, creation);
  if (id !== undefined) await retryWithId(steps, resource, creation, usable, id);
}

/** @see https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header#section-2 */
async function retryWithKey(steps: Steps, resource: Resource, first: Step): Promise<void> {
  const second = await steps.repeat('sends the creation again, with the same key', first);
  if (!isDone(second)) return;
  const around = first.exchange.testCase.values?.parameters
    .filter(({ parameter }) => parameter.value.in === 'path')
    .map(({ value }) => value);
  const [a, b] = [first, second].map(
    ({ exchange }) => identitiesOf(steps.maker, resource, exchange, around ?? [])[0],
  );
  if (a === undefined || b === undefined || String(a.keys) === String(b.keys)) return;
  const shown = [first, second];
  for (const { keys } of resource.read === undefined ? [] : [a, b]) {
    const reading = resource.read && (await steps.call('reads one of two', resource.read, keys));
    if (reading?.isSuccess !== true) return;
    shown.push(reading);
  }
  if (resource.read === undefined && !(isCertain(a) && isCertain(b))) return;
  const ids = [a, b].map(({ keys }) => quote(String(keys.at(-1))));
  const message = `the same request with the same Idempotency-Key created two: ${ids.join(' and ')}`;
  steps.report(CHECK, message, shown);
}

/** Name of the member with which the client chose the id of the created item. */
function chosenId({ loaded }: Steps, { operation, sent, json }: Step): string | undefined {
  if (!isJsonObject(sent)) return undefined;
  const members = requestMembers(loaded, operation);
  const names = ['id', 'uuid', '_id'].filter((name) => name in sent);
  const created = unwrapped(json);
  return names.find((name) => {
    const member = members.get(name);
    const isGiven = member !== undefined && !isMarked(member, 'readOnly');
    return isGiven && (json === undefined || isEqual(created[name], sent[name]));
  });
}

/** Name of the member that is the last path parameter of an item, such as `slug`. */
function chosenName(usable: UsableItem | undefined, { sent, json }: Step): string | undefined {
  const name = namesOf(usable?.item.path ?? '').at(-1) ?? '';
  const value = asObject(sent)[name];
  const isKey = isEqual(usable?.item.keys.at(-1), value) && isEqual(unwrapped(json)[name], value);
  return isKey ? name : undefined;
}

/** Repeats the creation, then creates another item with the same id. */
async function retryWithId(
  steps: Steps,
  resource: Resource,
  first: Step,
  usable: UsableItem | undefined,
  id: string,
): Promise<void> {
  const key = asObject(first.sent)[id];
  const again = await steps.repeat('sends the creation again', first);
  const around = usable === undefined ? [] : keysAround(usable.item);
  const listing = await listAround(steps, { resource, keys: around });
  const same = listing?.items.filter((item) => isEqual(memberNamed(asObject(item), id), key)) ?? [];
  if (listing !== undefined && same.length > 1) {
    const message = `the same creation twice is listed ${same.length} times with ${quote(id)} ${quote(key)}`;
    steps.report(CHECK, message, [first, again, listing.step]);
    return;
  }
  const fresh = bodyFor(steps, first.operation, steps.variation());
  const other = { ...asObject(fresh), [id]: key };
  const second = await steps.call('creates another with the same id', first.operation, around, {
    body: other,
    headers: {},
  });
  const effect = await effectOfSecond(steps, usable, second, other);
  if (effect !== undefined) {
    steps.report(CHECK, effect.message, [first, second, ...effect.shown]);
  } else if (!statesConflict(first)) {
    const taken = [again, second].filter(({ isSuccess }) => isSuccess);
    for (const { exchange } of taken) steps.run.leave(exchange, reasons.inUse);
  }
}

/** The effect of a second creation with an id that is taken; undefined if it is allowed. */
async function effectOfSecond(
  steps: Steps,
  usable: UsableItem | undefined,
  second: Step,
  other: Readonly<Record<string, unknown>>,
): Promise<{ readonly message: string; readonly shown: readonly Step[] } | undefined> {
  const isConflictDocumented = statesConflict(second);
  const reading = usable?.reading && (await steps.repeat('reads what was there', usable.reading));
  const [was, is] = [usable?.reading, reading].map((step) => unwrapped(step?.json));
  const changed = Object.keys(other).find(
    (name) =>
      reading?.isSuccess === true &&
      isEqual(is?.[name], other[name]) &&
      was?.[name] !== undefined &&
      !isEqual(was[name], other[name]),
  );
  if (changed !== undefined && reading !== undefined) {
    // Unless the document states a conflict, replacing the item may be intended.
    if (second.isSuccess && !isConflictDocumented) return undefined;
    const verb = second.isSuccess ? 'replaced' : 'was refused and changed';
    const message = `another creation with the same id (${second.status}) ${verb} ${quote(changed)}`;
    return { message, shown: [reading] };
  }
  if (second.status !== 201 || !isConflictDocumented) return undefined;
  if (isEqual(asObject(second.json), asObject(usable?.reading?.json))) return undefined;
  const message = 'another creation with an id that is taken is answered with 201, not with 409';
  return { message, shown: [] };
}

function statesConflict({ operation }: Step): boolean {
  return '409' in asObject(operation.value.responses);
}
