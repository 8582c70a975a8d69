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
 * The decision of an authenticator.
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
 *
 * @example
 * ```ts
 * import type { Authenticator } from 'plant-store/contract';
 *
 * const users = new Map([['a-token', { name: 'gardener', scopes: ['write'] }]]);
 *
 * export const bearerAuth: Authenticator = (token, { scopes }) => {
 *   const user = users.get(token);
 *   if (user === undefined) return { outcome: 'rejected' };
 *   const isAllowed = scopes.every((scope) => user.scopes.includes(scope));
 *   return isAllowed ? { outcome: 'accepted', principal: user } : { outcome: 'forbidden' };
 * };
 * ```
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

/** The principals of authenticators, or of the function that makes them, by security scheme. */
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
 * Decides who sends a request.
 *
 * @returns who calls, or the failure of the alternative that came closest; a promise only where an authenticator
 *   gives one
 * @throws what an authenticator throws, when no alternative holds without it
 */
export type Authenticate = (
  source: CredentialSource,
) => Promise<Admission | Failure> | Admission | Failure;

/**
 * Makes what authenticates the callers of an operation. It tries the alternatives in the document's order and stops
 * at the first that holds. That nothing is needed comes last, so that a caller who sends credentials all the same is
 * known.
 */
export function authenticateFor<Dependencies>(
  options: AuthenticationOptions<Dependencies>,
  { operationId, security }: CompiledOperation,
): Authenticate {
  const alternatives = security.map((requirement) =>
    Object.entries(requirement).map(
      ([name, scopes]) => new SchemeCheck(options, operationId, name, scopes),
    ),
  );
  const [[only] = []] = alternatives;
  const isOne = alternatives.length === 1 && alternatives[0]?.length === 1;
  return isOne && only !== undefined
    ? authenticateBy(only)
    : (source) => tryAlternatives(alternatives, source);
}

/** Decides on the credentials of one scheme for an operation. */
class SchemeCheck<Dependencies> {
  /** The failure of who sends no credentials. */
  readonly missing: Failure;
  private readonly scheme: SecurityScheme;
  private readonly authenticator: Authenticator<Dependencies, unknown, never>;
  private readonly dependencies: Dependencies;
  private readonly rejected: Failure;
  private readonly forbidden: Failure;

  constructor(
    { contract, authenticators, dependencies }: AuthenticationOptions<Dependencies>,
    private readonly operationId: string,
    readonly name: string,
    private readonly scopes: readonly string[],
  ) {
    this.scheme = schemeOf(contract, name);
    this.authenticator = authenticatorOf(authenticators, name);
    this.dependencies = dependencies;
    this.missing = missingCredentials(this.scheme);
    this.rejected = invalidCredentials(this.scheme);
    this.forbidden = forbidden(this.scheme, scopes);
  }

  /** The credentials, or why there are none. */
  read(source: CredentialSource): string | Failure {
    return readCredentials(this.scheme, source) ?? this.missing;
  }

  ask(
    credentials: string,
    { request }: CredentialSource,
  ): ReturnType<Authenticator<Dependencies, unknown>> {
    const { authenticator, operationId, scopes, scheme, dependencies } = this;
    // Which application the service is for is not known to the compiler.
    const locals = request.locals as never;
    const context = { operationId, scopes, scheme, dependencies, locals };
    return authenticator(credentials, context);
  }

  /** @returns undefined for credentials that are accepted @throws Error for any other outcome than a documented one */
  refusalOf(result: AuthenticationResult<unknown>): Failure | undefined {
    switch (result.outcome) {
      case 'accepted':
        return undefined;
      case 'forbidden':
        return this.forbidden;
      case 'rejected':
        return result.reason === undefined
          ? this.rejected
          : invalidCredentials(this.scheme, result.reason);
      default:
        throw new Error(`The authenticator of "${this.name}" returned no documented outcome`);
    }
  }

  callerOf(credentials: string, result: AuthenticationResult<unknown>): Caller | undefined {
    return 'principal' in result
      ? callerOf({ scheme: this.name, credentials, ...result })
      : undefined;
  }
}

/** By the one scheme that an operation asks for, as most do. */
function authenticateBy<Dependencies>(only: SchemeCheck<Dependencies>): Authenticate {
  const missing = closest([only.missing]) ?? only.missing;
  const decide = (
    credentials: string,
    result: AuthenticationResult<unknown>,
  ): Admission | Failure =>
    only.refusalOf(result) ?? {
      principals: principalOf(only.name, result),
      caller: only.callerOf(credentials, result),
    };
  return (source) => {
    const credentials = only.read(source);
    if (typeof credentials !== 'string')
      return credentials === only.missing ? missing : credentials;
    const result = only.ask(credentials, source);
    return isPromise(result)
      ? Promise.resolve(result).then((each) => decide(credentials, each))
      : decide(credentials, result);
  };
}

/** True for the promises of other libraries too. */
function isPromise<Value extends object>(value: Promise<Value> | Value): value is Promise<Value> {
  return 'then' in value;
}

function principalOf(
  name: string,
  result: AuthenticationResult<unknown>,
): Readonly<Record<string, unknown>> {
  return 'principal' in result ? { [name]: result.principal } : {};
}

async function tryAlternatives<Dependencies>(
  alternatives: readonly (readonly SchemeCheck<Dependencies>[])[],
  source: CredentialSource,
): Promise<Admission | Failure> {
  const failures: Failure[] = [];
  const faults: unknown[] = [];
  for (const checks of alternatives.filter(({ length }) => length > 0)) {
    try {
      const decided = await tryAll(checks, source);
      if (!(decided instanceof Failure)) return decided;
      failures.push(decided);
    } catch (error) {
      faults.push(error);
    }
  }
  // Who could not be decided on is not let in as nobody.
  if (faults.length > 0) throw faults[0];
  const isOptional = alternatives.some(({ length }) => length === 0);
  return (isOptional ? undefined : closest(failures)) ?? NOBODY;
}

/** All schemes of an alternative must hold. */
async function tryAll<Dependencies>(
  checks: readonly SchemeCheck<Dependencies>[],
  source: CredentialSource,
): Promise<Admission | Failure> {
  let principals = {};
  let caller: Caller | undefined;
  for (const check of checks) {
    const credentials = check.read(source);
    if (typeof credentials !== 'string') return credentials;
    const result = await check.ask(credentials, source);
    const refusal = check.refusalOf(result);
    if (refusal !== undefined) return refusal;
    principals = { ...principals, ...principalOf(check.name, result) };
    caller ??= check.callerOf(credentials, result);
  }
  return { principals, caller };
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
