/** What a valid token gives its bearer. */
export interface AccessGrant {
  /** Who calls, for the log: never the token itself. */
  readonly name: string;
  /** Which of their tokens it is: the ID of a stored token, as `token list` shows it, or the `jti` of a JWT. */
  readonly id?: string;
  /** Who holds it, where that is known: the tokens of a client that an issuer gives count as one. */
  readonly client?: string;
  /** What it allows, by name; `all` is for tokens that the operator gave without a limit. */
  readonly scopes: readonly string[] | 'all';
}

/**
 * Why a token is refused. All but `unknown` follow from a token that is genuine, so that its bearer, and
 * nobody else, is told of it.
 */
export type Refusal =
  | 'unknown'
  | 'expired'
  | 'revoked'
  | 'notYetValid'
  | 'otherIssuer'
  | 'otherAudience'
  | 'otherType'
  | 'incomplete';

export type TokenVerdict = { readonly grant: AccessGrant } | { readonly refusal: Refusal };

/**
 * Decides on a bearer token.
 *
 * @throws UnavailableError when it cannot decide for now: a token that could not be looked up is not a
 *   wrong one
 */
export type TokenVerifier = (token: string) => Promise<TokenVerdict>;
