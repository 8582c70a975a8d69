import type { CompiledContract, CompiledOperation, SecurityScheme } from '../compiled-contract';
import { challengeOf, instructionOf, takesBearerToken } from './challenge';
import { invalidCredentials, readCredentials, type CredentialSource } from './credentials';
import { Failure, failureKinds } from '../failure';
import type { Principal } from './principal';
import { responseHeaders } from '../http-semantics';

/**
 * Who may call: the document's security requirements, decided by authenticators.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#security-requirement-object
 */

/** What an authenticator says of credentials. */
export type AuthenticationResult =
  | { readonly outcome: 'accepted'; readonly principal: Principal }
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
 * @param credentials what the client sent, as readCredentials gives it, such as the bearer token;
 *   never to be logged
 * @throws UnavailableError when it cannot decide for now, which is answered with 503
 */
export type Authenticator<Dependencies = unknown> = (
  credentials: string,
  context: {
    readonly operationId: string;
    readonly scopes: readonly string[];
    /** What the composition gave to the handlers, such as the store that knows who may call. */
    readonly dependencies: Dependencies;
  },
) => Promise<AuthenticationResult> | AuthenticationResult;

/** Authenticators by the name of their scheme in the document. */
export type Authenticators<Dependencies = unknown> = Readonly<
  Record<string, Authenticator<Dependencies>>
>;

/** What decides on credentials, and by what. */
interface AuthenticationOptions<Dependencies> {
  readonly contract: CompiledContract;
  readonly authenticators: Authenticators<Dependencies>;
  readonly dependencies: Dependencies;
}

/** The callers by scheme, empty for an operation that is open; or why the call is refused. */
export type Authentication = Readonly<Record<string, Principal>> | Failure;

/**
 * Tries the alternatives in the document's order and stops at the first that holds. That nothing is
 * needed comes last, so that a caller who sends credentials all the same is known.
 *
 * @returns the callers, or the failure of the alternative that came closest
 * @throws what an authenticator throws, when no alternative holds without it
 */
export async function authenticate<Dependencies>(
  { contract, authenticators, dependencies }: AuthenticationOptions<Dependencies>,
  operation: CompiledOperation,
  source: CredentialSource,
): Promise<Authentication> {
  const failures: Failure[] = [];
  const faults: unknown[] = [];
  let isOptional = operation.security.length === 0;
  for (const requirement of operation.security) {
    const names = Object.keys(requirement);
    if (names.length === 0) {
      isOptional = true;
      continue;
    }
    const principals: Record<string, Principal> = {};
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
                dependencies,
              })
            : (credentials ?? missingCredentials(scheme));
        failure = result instanceof Failure ? result : failureOf(result, scheme, scopes);
        if (failure !== undefined) break;
        if ('principal' in result) principals[name] = result.principal;
      }
    } catch (error) {
      faults.push(error);
      continue;
    }
    if (failure === undefined) return principals;
    failures.push(failure);
  }
  // Who could not be decided on is not let in as nobody.
  if (faults.length > 0) throw faults[0];
  return isOptional ? {} : (closest(failures) ?? {});
}

function schemeOf({ securitySchemes }: CompiledContract, name: string): SecurityScheme {
  const scheme = securitySchemes[name];
  if (scheme === undefined) throw new Error(`The document has no security scheme "${name}"`);
  return scheme;
}

function authenticatorOf<Dependencies>(
  authenticators: Authenticators<Dependencies>,
  name: string,
): Authenticator<Dependencies> {
  const authenticator = authenticators[name];
  if (authenticator !== undefined) return authenticator;
  throw new Error(`No authenticator can decide on the security scheme "${name}"`);
}

function failureOf(
  result: AuthenticationResult,
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
  const [first, ...others] = [...failures].sort((a, b) => b.kind.number - a.kind.number);
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
