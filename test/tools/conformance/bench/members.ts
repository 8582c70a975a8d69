import { isDeepStrictEqual } from 'node:util';
import { type JsonObject, without } from './exact-json';
import { type Call, type Context, type Handler, Refusal, type Response } from './exchange';
import { now } from './store';

/** The handlers of members. */
export const memberHandlers: Readonly<Record<string, Handler>> = {
  listMembers,
  createMember,
  getMember,
};

const DECLARED = ['id', 'name', 'email', 'password', 'phone', 'birthYear', 'labels'];

function listMembers({ parameters: { limit = 100 } }: Call, { store }: Context): Response {
  const latest = store.members.slice(-Number(limit)).reverse();
  const headers = { 'X-Total-Count': String(store.members.length) };
  return { status: 200, headers, body: latest.map(view) };
}

function createMember({ body }: Call, { store, has, is }: Context): Response {
  const given = Object.entries(body as JsonObject);
  const kept = given.filter(([name]) => is('lenient') || DECLARED.includes(name));
  const member: JsonObject = Object.fromEntries(kept);
  if (has('text-normalized')) member.name = String(member.name).normalize('NFC');
  const id = String(member.id);
  const known = store.membersById.get(id);
  if (has('conflict-for-new') && member.birthYear !== undefined) throw taken(has);
  if (known !== undefined) {
    const { joinedAt, ...before } = known;
    if (isDeepStrictEqual(before, member)) {
      if (has('member-twice')) store.addMember(known);
      return { status: 200, body: has('write-only-leaked-on-retry') ? known : view(known) };
    }
    if (has('taken-overwritten')) store.membersById.set(id, { ...member, joinedAt });
    throw taken(has);
  }
  const added = { ...member, joinedAt: now() };
  store.addMember(added);
  return { status: 201, headers: { Location: `/members/${id}` }, body: view(added) };
}

function taken(has: Context['has']): Refusal {
  const sql =
    'duplicate key value violates "members_pkey": INSERT INTO members (id, name) VALUES ($1, $2)';
  return new Refusal(409, has('sql-leaked') ? sql : 'Another member has the id');
}

function getMember({ parameters }: Call, { store, has }: Context): Response {
  const member = store.membersById.get(String(parameters.memberId));
  if (member === undefined || has('always-404')) throw new Refusal(404, 'There is no such member');
  return { status: 200, body: has('write-only-leaked') ? member : view(member) };
}

/** The member for a response. */
const view = (member: JsonObject): JsonObject => without(member, 'password');
