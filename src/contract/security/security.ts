import type { CompiledContract, CompiledOperation, SecurityScheme } from '../compiled-contract';
import { challengeOf, instructionOf, takesBearerToken } from './challenge';
import { invalidCredentials, readCredentials, type CredentialSource } from './credentials';
import { Failure, failureKinds } from '../failure';
import { type Caller, callerOf, type Principal } from './principal';
import { responseHeaders } from '../http-semantics';

/**
 * Who may call: the document's security requirements, decided by authenticators.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#security-requirement-object
 */

/**
 * What an authenticator says of credentials.
 *
 * @typeParam Accepted what handlers get as the principal of the scheme
 */
export type AuthenticationResult<Accepted = Principal> =
  | {
      readonly outcome: 'accepted';
      readonly principal: Accepted;
      /** Who calls, for logs and quotas, where the principal has no `name`, or another one than these are to have. */
      readonly caller?: Principal;
    }
  /**
   * Unknown, expired or revoked: 401.
   *
   * `reason` is a sentence for the client, such as "The token has expired", without a full stop and in
   * printable ASCII; it never holds anything of the credentials.
   */
  | { readonly outcome: 'rejected'; readonly reason?: string }
  /** Known, but not allowed to call the operation, for want of a scope: 403. */
  | { readonly outcome: 'forbidden' };

/**
 * Decides on the credentials of one security scheme.
 *
 * @typeParam Accepted what handlers get as the principal of the scheme
 * @typeParam Locals what the application says of a request
 * @param credentials what the client sent, as readCredentials gives it, such as the bearer token;
 *   never to be logged
 * @throws UnavailableError when it cannot decide for now, which is answered with 503
 */
export type Authenticator<Dependencies = unknown, Accepted = Principal, Locals = unknown> = (
  credentials: string,
  context: {
    readonly operationId: string;
    readonly scopes: readonly string[];
    /** The security scheme, as the document describes it. */
    readonly scheme: SecurityScheme;
    /** What the composition gave to the handlers, such as the store that knows who may call. */
    readonly dependencies: Dependencies;
    /** What the application says of the request, such as its session; undefined where it says nothing. */
    readonly locals: Locals;
  },
) => Promise<AuthenticationResult<Accepted>> | AuthenticationResult<Accepted>;

/**
 * Authenticators by the name of their scheme in the document. What each accepts with is inferred where they are
 * written with `satisfies`.
 *
 * @example
 * ```ts
 * import type { Authenticators, PrincipalsOf } from 'plant-store/contract';
 *
 * const users = new Map([['a-token', { id: 7, roles: ['editor'] }]]);
 *
 * export const authenticators = {
 *   bearerAuth: (token) => {
 *     const user = users.get(token);
 *     if (user === undefined) return { outcome: 'rejected' };
 *     return { outcome: 'accepted', principal: user, caller: { name: `user ${user.id}` } };
 *   },
 * } satisfies Authenticators<unknown, unknown>;
 *
 * export const rolesOf = ({ bearerAuth }: PrincipalsOf<typeof authenticators>): string[] => bearerAuth.roles;
 * ```
 */
export type Authenticators<
  Dependencies = unknown,
  Accepted = Principal,
  Locals = unknown,
> = Readonly<Record<string, Authenticator<Dependencies, Accepted, Locals>>>;

/** What authenticators accept with, by security scheme; also those that a function makes. */
export type PrincipalsOf<All> = All extends (...parameters: never) => infer Made
  ? PrincipalsOf<Made>
  : {
      readonly [Scheme in keyof All]: All[Scheme] extends (...parameters: never) => infer Result
        ? AcceptedBy<Awaited<Result>>
        : never;
    };

type AcceptedBy<Result> = Result extends {
  readonly outcome: 'accepted';
  readonly principal: infer Accepted;
}
  ? Accepted
  : never;

/** What decides on credentials, and by what. */
export interface AuthenticationOptions<Dependencies> {
  readonly contract: CompiledContract;
  readonly authenticators: Authenticators<Dependencies, unknown, never>;
  readonly dependencies: Dependencies;
}

/** The alternative that a caller meets. */
export interface Admission {
  /** What its authenticators accepted with, by scheme; none for an operation that is open. */
  readonly principals: Readonly<Record<string, unknown>>;
  /** By the first of its schemes; absent for one who need not say. */
  readonly caller?: Caller | undefined;
}

/**
 * Tries the alternatives in the document's order and stops at the first that holds. That nothing is
 * needed comes last, so that a caller who sends credentials all the same is known.
 *
 * @returns who calls, or the failure of the alternative that came closest
 * @throws what an authenticator throws, when no alternative holds without it
 */
export async function authenticate<Dependencies>(
  { contract, authenticators, dependencies }: AuthenticationOptions<Dependencies>,
  operation: CompiledOperation,
  source: CredentialSource,
): Promise<Admission | Failure> {
  const failures: Failure[] = [];
  const faults: unknown[] = [];
  let isOptional = operation.security.length === 0;
  for (const requirement of operation.security) {
    const names = Object.keys(requirement);
    if (names.length === 0) {
      isOptional = true;
      continue;
    }
    const principals: Record<string, unknown> = {};
    let caller: Caller | undefined;
    let failure: Failure | undefined;
    try {
      for (const name of names) {
        const scheme = schemeOf(contract, name);
        const credentials = readCredentials(scheme, source);
        const scopes = requirement[name] ?? [];
        const result =
          typeof credentials === 'string'
            ? await authenticatorOf(authenticators, name)(credentials, {
                operationId: operation.operationId,
                scopes,
                scheme,
                dependencies,
                // Which application the service is for is not known to the compiler.
                locals: source.request.locals as never,
              })
            : (credentials ?? missingCredentials(scheme));
        failure = result instanceof Failure ? result : failureOf(result, scheme, scopes);
        if (failure !== undefined) break;
        if (typeof credentials === 'string' && 'principal' in result) {
          principals[name] = result.principal;
          caller ??= callerOf({ scheme: name, credentials, ...result });
        }
      }
    } catch (error) {
      faults.push(error);
      continue;
    }
    if (failure === undefined) return { principals, caller };
    failures.push(failure);
  }
  // Who could not be decided on is not let in as nobody.
  if (faults.length > 0) throw faults[0];
  return (isOptional ? undefined : closest(failures)) ?? NOBODY;
}

const NOBODY: Admission = { principals: Object.freeze({}) };

function schemeOf({ securitySchemes }: CompiledContract, name: string): SecurityScheme {
  const scheme = securitySchemes[name];
  if (scheme === undefined) throw new Error(`The document has no security scheme "${name}"`);
  return scheme;
}

function authenticatorOf<Dependencies>(
  authenticators: Authenticators<Dependencies, unknown, never>,
  name: string,
): Authenticator<Dependencies, unknown, never> {
  const authenticator = authenticators[name];
  if (authenticator !== undefined) return authenticator;
  throw new Error(`No authenticator can decide on the security scheme "${name}"`);
}

function failureOf(
  result: AuthenticationResult<unknown>,
  scheme: SecurityScheme,
  scopes: readonly string[],
): Failure | undefined {
  if (result.outcome === 'rejected') return invalidCredentials(scheme, result.reason);
  return result.outcome === 'forbidden' ? forbidden(scheme, scopes) : undefined;
}

function missingCredentials(scheme: SecurityScheme): Failure {
  const headers = challengeOf(scheme);
  return new Failure(failureKinds.missingCredentials, instructionOf(scheme), { headers });
}

function forbidden(scheme: SecurityScheme, scopes: readonly string[]): Failure {
  const wanted = scopes.length > 0 ? `; it takes the scopes ${scopes.join(', ')}` : '';
  const message = `The credentials do not allow the operation${wanted}`;
  const isBearer = takesBearerToken(scheme);
  const headers = isBearer ? challengeOf(scheme, { error: 'insufficient_scope', scopes }) : {};
  return new Failure(failureKinds.forbidden, message, { headers });
}

/** Forbidden is closer than invalid, invalid closer than missing; all ways to send what is missing are named. */
function closest(failures: readonly Failure[]): Failure | undefined {
  const [first, ...others] = [...failures].sort((a, b) => b.number - a.number);
  if (first?.kind !== failureKinds.missingCredentials) return first;
  const all = [first, ...others];
  const unique = (texts: readonly string[]): string[] => [...new Set(texts)];
  const ways = unique(all.map(({ message }) => message)).join(' or ');
  const challenges = unique(
    all.map(({ details }) => details.headers?.[responseHeaders.wwwAuthenticate] ?? ''),
  );
  return new Failure(first.kind, ways.charAt(0).toUpperCase() + ways.slice(1), {
    headers: { [responseHeaders.wwwAuthenticate]: challenges.join(', ') },
  });
}
