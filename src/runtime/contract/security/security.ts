import type { CompiledContract, CompiledOperation, SecurityScheme } from '../compiled-contract';
import { challengeOf, instructionOf, takesBearerToken } from './challenge';
import { invalidCredentials, readCredentials, type CredentialSource } from './credentials';
import { Failure, failureKinds } from '../failure';
import { type Caller, callerOf, type Principal } from './principal';
import { responseHeaders } from '../http-semantics';

/**
 * Authentication: authenticators decide on the document's security requirements.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#security-requirement-object
 */

/**
 * The decision of an authenticator.
 *
 * @typeParam Accepted the principal of the scheme, which handlers get
 */
export type AuthenticationResult<Accepted = Principal> =
  | {
      readonly outcome: 'accepted';
      readonly principal: Accepted;
      /** The caller for logs and quotas, where the principal has no `name`, or they should use another one. */
      readonly caller?: Principal;
    }
  /**
   * Unknown, expired or revoked: 401.
   *
   * `reason` is a sentence for the client, such as "The token has expired", without a full stop and in printable ASCII;
   * it never holds any part of the credentials.
   */
  | { readonly outcome: 'rejected'; readonly reason?: string }
  /** Valid, but without a scope that the operation requires: 403. */
  | { readonly outcome: 'forbidden' };

/**
 * Decides on the credentials of one security scheme.
 *
 * @typeParam Accepted the principal of the scheme, which handlers get
 * @typeParam Locals the application's data about a request
 * @param credentials the client's credentials, as readCredentials returns them, such as the bearer token; never log
 *   them
 * @throws UnavailableError when it temporarily cannot decide, which becomes 503
 *
 * @example
 * ```ts
 * import type { Authenticator } from 'openapi-trellis/contract';
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
    /** The dependencies given to the handlers at composition, such as the store of tokens. */
    readonly dependencies: Dependencies;
    /** The application's data about the request, such as its session; undefined where it provides none. */
    readonly locals: Locals;
  },
) => Promise<AuthenticationResult<Accepted>> | AuthenticationResult<Accepted>;

/**
 * Authenticators by the name of their scheme in the document. The compiler infers the principal of each where they are
 * written with `satisfies`.
 *
 * @example
 * ```ts
 * import type { Authenticators, PrincipalsOf } from 'openapi-trellis/contract';
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

export interface AuthenticationOptions<Dependencies> {
  readonly contract: CompiledContract;
  readonly authenticators: Authenticators<Dependencies, unknown, never>;
  readonly dependencies: Dependencies;
}

/** The security alternative that a caller meets. */
export interface Admission {
  /** The principals by scheme; empty for an open operation. */
  readonly principals: Readonly<Record<string, unknown>>;
  /** The caller by the first of its schemes; absent where none is required. */
  readonly caller?: Caller | undefined;
}

/**
 * Authenticates the sender of a request.
 *
 * @returns the caller, or the failure that says what each alternative lacks; a promise only where an authenticator
 *   returns one
 * @throws errors of an authenticator, when no alternative holds without it
 */
export type Authenticate = (
  source: CredentialSource,
) => Promise<Admission | Failure> | Admission | Failure;

/**
 * Makes the function that authenticates the callers of an operation. It tries the alternatives in the document's order
 * and stops at the first that holds. An empty alternative is tried last, so optional credentials still identify the
 * caller.
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

class SchemeCheck<Dependencies> {
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

  /** The challenge of a failure; a 401 has no code for scopes that lack. */
  challengeOf({ kind, details }: Failure, status: number): string | undefined {
    const isByScopes = status === 401 && kind === failureKinds.forbidden;
    const { scheme, scopes } = this;
    const headers = isByScopes ? challengeOf(scheme, { scopes }) : details.headers;
    return headers?.[responseHeaders.wwwAuthenticate];
  }

  read(source: CredentialSource): string | Failure {
    return readCredentials(this.scheme, source) ?? this.missing;
  }

  ask(
    credentials: string,
    { request }: CredentialSource,
  ): ReturnType<Authenticator<Dependencies, unknown>> {
    const { authenticator, operationId, scopes, scheme, dependencies } = this;
    // The compiler cannot know the application's type.
    const locals = request.locals as never;
    const context = { operationId, scopes, scheme, dependencies, locals };
    return authenticator(credentials, context);
  }

  /** @returns undefined for accepted credentials @throws Error for an undocumented outcome */
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

/** Authenticates by a single scheme, the most common case. */
function authenticateBy<Dependencies>(only: SchemeCheck<Dependencies>): Authenticate {
  const missing = refusalOf([[{ check: only, failure: only.missing }]]);
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

/** Recognizes the promises of other libraries too. */
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
  const refusals: Lacks[] = [];
  const faults: unknown[] = [];
  for (const checks of alternatives.filter(({ length }) => length > 0)) {
    try {
      const decided = await tryAll(checks, source);
      if ('principals' in decided) return decided;
      refusals.push(decided);
    } catch (error) {
      faults.push(error);
    }
  }
  // A caller whose authentication failed with an error must not count as anonymous.
  if (faults.length > 0) throw faults[0];
  const isOptional = refusals.length < alternatives.length || alternatives.length === 0;
  return isOptional ? NOBODY : refusalOf(refusals);
}

/** What the schemes of an alternative lack. */
type Lacks = readonly {
  readonly check: Pick<SchemeCheck<unknown>, 'challengeOf'>;
  readonly failure: Failure;
}[];

/** All schemes of an alternative must hold. No authenticator is asked once credentials are missing or wrong. */
async function tryAll<Dependencies>(
  checks: readonly SchemeCheck<Dependencies>[],
  source: CredentialSource,
): Promise<Admission | Lacks> {
  let principals = {};
  let caller: Caller | undefined;
  const lacks: Lacks[number][] = [];
  for (const check of checks) {
    const credentials = check.read(source);
    if (typeof credentials !== 'string') {
      lacks.push({ check, failure: credentials });
      continue;
    }
    if (lacks.some(({ failure }) => failure.kind !== failureKinds.forbidden)) continue;
    const result = await check.ask(credentials, source);
    const failure = check.refusalOf(result);
    if (failure !== undefined) lacks.push({ check, failure });
    principals = { ...principals, ...principalOf(check.name, result) };
    caller ??= check.callerOf(credentials, result);
  }
  return lacks.length > 0 ? lacks : { principals, caller };
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

/**
 * The failure of a caller for whom no alternative holds: 403 where each fails on scopes alone, since no other
 * credentials are asked for, else 401 with the challenges of all that lacks.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1 and https://www.rfc-editor.org/rfc/rfc6750#section-3.1
 */
function refusalOf(alternatives: readonly Lacks[]): Failure {
  const lacks = alternatives.flat();
  const { forbidden, invalidCredentials, missingCredentials } = failureKinds;
  const kinds = [invalidCredentials, missingCredentials];
  const kind =
    kinds.find((each) => lacks.some(({ failure }) => failure.kind === each)) ?? forbidden;
  const ways = alternatives.map((each) =>
    joined(
      each.map(({ failure }) => inside(failure.message)),
      ', and ',
    ),
  );
  const message = joined(ways, ', or ');
  const challenges = lacks.map(({ check, failure }) => check.challengeOf(failure, kind.status));
  const challenge = joined(challenges, ', ');
  const headers = challenge === '' ? {} : { [responseHeaders.wwwAuthenticate]: challenge };
  return new Failure(kind, message.charAt(0).toUpperCase() + message.slice(1), { headers });
}

function joined(texts: readonly (string | undefined)[], by: string): string {
  return [...new Set(texts)].filter((text) => text !== undefined).join(by);
}

/** A sentence as a part of another one: "The token" in lower case, "JWT" as it is. */
function inside(sentence: string): string {
  return sentence.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}
