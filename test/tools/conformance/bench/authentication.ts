import type { IncomingHttpHeaders } from 'node:http';
import { Refusal, type Context } from './exchange';
import type { Operation } from './library';

interface Caller {
  readonly user: string;
  readonly scopes: readonly string[];
}

const ALL_SCOPES = ['books:read', 'books:write', 'books:admin'];
const BENCH: Caller = { user: 'bench', scopes: ALL_SCOPES };

const CALLERS: Readonly<Record<string, Caller>> = {
  'bench-token': BENCH,
  'bench-reader': { user: 'reader', scopes: ['books:read'] },
  'bench-other': { user: 'other', scopes: ALL_SCOPES },
};

const DESK_KEY = 'bench-key';

/** @returns the user @throws Refusal with 401 or 403 if no alternative of the operation is met */
export function authenticate(
  operation: Operation,
  headers: IncomingHttpHeaders,
  context: Context,
): string {
  const { has } = context;
  if (operation.security.length === 0) return 'anybody';
  if (operation.id === 'listMembers' && has('no-authentication')) return 'anybody';
  const bearer = bearerCaller(operation, headers.authorization, context);
  const desk = hasDeskKey(headers['x-desk-key'], context) ? BENCH : undefined;
  const callers = operation.security.map((alternative) =>
    'deskKey' in alternative
      ? { caller: desk, scopes: [] }
      : { caller: bearer, scopes: Object.values(alternative).flat() },
  );
  const known = callers.filter(({ caller }) => caller !== undefined);
  if (operation.id === 'createMember' && desk !== undefined && has('any-scheme')) return desk.user;
  if (known.length === 0) throw unauthorized(operation, headers, context);
  const allowed = known.find(
    ({ caller, scopes }) =>
      isScopeIgnored(operation, caller, context) ||
      scopes.every((scope) => caller?.scopes.includes(scope)),
  );
  if (allowed?.caller !== undefined) return allowed.caller.user;
  throw new Refusal(403, 'The token lacks a scope', {
    'WWW-Authenticate': 'Bearer error="insufficient_scope"',
  });
}

function isScopeIgnored({ id }: Operation, caller: Caller | undefined, { has }: Context): boolean {
  if (id === 'deleteBook') return has('scope-ignored');
  return (
    id === 'changeBook' &&
    has('read-scope-writes') &&
    caller?.scopes.includes('books:read') === true
  );
}

/** @see https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
function bearerCaller(
  { id }: Operation,
  authorization: string | undefined,
  { has }: Context,
): Caller | undefined {
  if (id === 'getMember' && has('empty-bearer') && authorization === 'Bearer') return BENCH;
  const [, token] = /^bearer +([^ ]+) *$/i.exec(authorization ?? '') ?? [];
  if (token === undefined) return undefined;
  if (Object.hasOwn(CALLERS, token)) return CALLERS[token];
  if (id === 'getBook' && has('garbage-token')) return BENCH;
  const isTaken = (known: string): boolean =>
    (id === 'listHolds' && has('longer-token') && token.startsWith(known)) ||
    (id === 'putSummary' && has('shorter-token') && known.startsWith(token)) ||
    (id === 'listMembers' && has('token-in-any-case') && known === token.toLowerCase());
  const like = Object.keys(CALLERS).find(isTaken);
  if (like !== undefined) return CALLERS[like];
  if (id.endsWith('Hold') && has('token-tail-ignored')) {
    const known = Object.keys(CALLERS).find((each) => each.slice(0, 8) === token.slice(0, 8));
    return CALLERS[known ?? ''];
  }
  return undefined;
}

function hasDeskKey(key: unknown, { has }: Context): boolean {
  return key === DESK_KEY || (key !== undefined && has('any-desk-key'));
}

function unauthorized(
  operation: Operation,
  { authorization }: IncomingHttpHeaders,
  { has, is }: Context,
): Refusal {
  if (authorization === undefined && has('bad-request-without-token')) {
    return new Refusal(400, 'Credentials are missing');
  }
  // RFC 6750, section 3.1: invalid_request.
  const isMalformed = authorization !== undefined && !/^bearer +[^ ]/i.test(authorization);
  if (is('malformed-credentials') && isMalformed && '400' in operation.responses) {
    return new Refusal(400, 'Authorization is malformed');
  }
  const schemes = operation.security.map((each) => ('deskKey' in each ? 'DeskKey' : 'Bearer'));
  const challenges = schemes.map((scheme) => `${scheme} realm="library"`);
  const sent = is('absolute-location') ? [...challenges, 'Negotiate'] : challenges.slice(0, 1);
  const challenge = has('challenge-missing') ? {} : { 'WWW-Authenticate': sent.join(', ') };
  return new Refusal(401, 'Credentials are missing or not valid', challenge);
}
