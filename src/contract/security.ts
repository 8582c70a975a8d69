import type { CompiledContract, CompiledOperation, SecurityRequirement } from './compiled-contract';
import { invalidCredentials, missingCredentials, readAuthorization } from './credentials';
import { Failure, failureKinds } from './failure';
import type { HttpRequest } from './http-message';

/**
 * Who may call: the document's security requirements, decided by authenticators.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#security-requirement-object
 */

/** Who calls, as an authenticator knows it. */
export interface Principal {
  /** A name for logs; never a credential. */
  readonly name: string;
}

/** What an authenticator says of credentials. */
export type Verdict =
  | { readonly outcome: 'accepted'; readonly principal: Principal }
  /** Unknown, expired or revoked: 401. */
  | { readonly outcome: 'rejected' }
  /** Known, but not allowed to call the operation, for want of a scope: 403. */
  | { readonly outcome: 'forbidden' };

/**
 * Decides on the credentials of one security scheme.
 *
 * @param credentials what the client sent, such as the bearer token; never to be logged
 * @throws UnavailableError when it cannot decide for now, which is answered with 503
 */
export type Authenticator = (
  credentials: string,
  context: { readonly operationId: string; readonly scopes: readonly string[] },
) => Promise<Verdict>;

/** Authenticators by the name of their scheme in the document. */
export type Authenticators = Readonly<Record<string, Authenticator>>;

/** The callers by scheme, empty for an operation that is open; or why the call is refused. */
export type Authentication = Readonly<Record<string, Principal>> | Failure;

/**
 * Tries the alternatives in the document's order and stops at the first that holds.
 *
 * @returns the callers, or the failure of the alternative that came closest
 */
export async function authenticate(
  contract: CompiledContract,
  operation: CompiledOperation,
  authenticators: Authenticators,
  request: HttpRequest,
): Promise<Authentication> {
  let closest: Failure | undefined;
  for (const requirement of operation.security) {
    const result = await satisfy(contract, operation, requirement, authenticators, request);
    if (!(result instanceof Failure)) return result;
    closest = closest === undefined || isCloser(result, closest) ? result : closest;
  }
  return closest ?? {};
}

async function satisfy(
  contract: CompiledContract,
  operation: CompiledOperation,
  requirement: SecurityRequirement,
  authenticators: Authenticators,
  request: HttpRequest,
): Promise<Authentication> {
  const principals: Record<string, Principal> = {};
  for (const [name, scopes] of Object.entries(requirement)) {
    const scheme = contract.securitySchemes[name];
    const authenticator = authenticators[name];
    if (scheme?.type !== 'http' || authenticator === undefined) {
      throw new Error(`No authenticator can decide on the security scheme "${name}"`);
    }
    const credentials = readAuthorization(scheme, request);
    if (credentials === undefined) return missingCredentials(scheme);
    if (credentials instanceof Failure) return credentials;
    const verdict = await authenticator(credentials, {
      operationId: operation.operationId,
      scopes,
    });
    if (verdict.outcome === 'rejected') return invalidCredentials(scheme);
    if (verdict.outcome === 'forbidden') return forbidden(scopes);
    principals[name] = verdict.principal;
  }
  return principals;
}

function forbidden(scopes: readonly string[]): Failure {
  const wanted = scopes.length > 0 ? `; it takes the scopes ${scopes.join(', ')}` : '';
  return new Failure(failureKinds.forbidden, `The credentials do not allow the operation${wanted}`);
}

/** Forbidden is closer than invalid, invalid closer than missing. */
function isCloser(candidate: Failure, current: Failure): boolean {
  return candidate.kind.number > current.kind.number;
}
