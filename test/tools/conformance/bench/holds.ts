import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from './exact-json';
import { type Call, type Context, type Handler, Refusal, type Response, textOf } from './exchange';
import type { StoredHold } from './store';

/** The handlers of holds. */
export const holdHandlers: Readonly<Record<string, Handler>> = { listHolds, createHold, getHold };

function listHolds({ user, parameters }: Call, { store, has }: Context): Response {
  const { minDays = 0 } = parameters;
  const own = [...store.holds.values()].filter(
    ({ owner, fields }) => owner === user && Number(fields.days) >= Number(minDays),
  );
  const total = has('header-type') ? 'many' : String(own.length);
  const latest = own.slice(-100).reverse();
  const cached = has('directives-by-semicolon') ? 'private; max-age=0' : 'private, max-age=0';
  return {
    status: 200,
    headers: { 'X-Total-Count': total, 'Cache-Control': cached },
    body: latest.map(view),
  };
}

function createHold({ user, body, parameters }: Call, { store, has, is }: Context): Response {
  const key = parameters['Idempotency-Key'];
  const known = key === undefined ? undefined : store.holdsByKey.get(`${user} ${textOf(key)}`);
  if (is('key-of-one-request') && known !== undefined && !isDeepStrictEqual(known.fields, body)) {
    throw new Refusal(400, 'The Idempotency-Key came with another request');
  }
  const isNew = known === undefined || has('retry-repeats');
  const hold = isNew ? store.addHold(user, body as JsonObject) : known;
  if (key !== undefined) store.holdsByKey.set(`${user} ${textOf(key)}`, hold);
  const place = has('location-unresolvable') ? `./${hold.id}` : `/holds/${hold.id}`;
  return {
    status: has('undocumented-success') ? 202 : 201,
    headers: has('location-missing') ? {} : { Location: place },
    body: view(hold),
  };
}

function getHold({ user, parameters }: Call, { store, has, is }: Context): Response {
  const hold = store.holds.get(String(parameters.holdId));
  const isForeign = hold !== undefined && hold.owner !== user;
  if (isForeign && has('foreign-403')) throw new Refusal(403, 'The hold is not yours');
  if (hold === undefined || (isForeign && !is('shared-holds'))) {
    throw new Refusal(404, 'There is no such hold');
  }
  return { status: 200, body: view(hold) };
}

/** The hold for a response. */
function view({ id, fields, createdAt }: StoredHold): JsonObject {
  return { id, ...fields, createdAt };
}
