import { createToken } from './opaque-token';
import type { TokenStore } from './token-store';

/** What the operator finds in the list of tokens. */
const FIRST_TOKEN_LABEL = 'first start';

/** What decides whether a first token is wanted. */
export interface FirstTokenOptions {
  readonly staticTokens: readonly string[];
  readonly tokens: TokenStore;
  /** What it allows. */
  readonly scopes: readonly string[];
  /** Milliseconds to its end; undefined: it does not expire. */
  readonly expiresInMs: number | undefined;
  /** The present moment. */
  readonly now: Date;
}

/** A token that was made for whoever starts the service. */
export interface FirstToken {
  readonly id: string;
  /** To be shown once, or kept where only its owner may read it. */
  readonly secret: string;
  /** Absent: it does not expire. */
  readonly expiresAt?: Date;
  /** Makes it invalid: one that could not be shown. @throws UnavailableError when the store is away */
  revoke(): Promise<void>;
}

/**
 * Makes the token with which a fresh service can be tried: only when no static tokens are configured
 * and the store has never held a token. A revoked or expired one counts, so a second start makes none.
 * Two services that start at once on an empty store may make one each.
 *
 * @returns undefined when none was made
 * @throws UnavailableError when the store cannot be read or written for now
 */
export async function ensureFirstToken(
  options: FirstTokenOptions,
): Promise<FirstToken | undefined> {
  const { staticTokens, tokens, scopes, expiresInMs, now } = options;
  if (staticTokens.length > 0 || (await tokens.list()).length > 0) return undefined;
  const { secret, record } = createToken({
    label: FIRST_TOKEN_LABEL,
    scopes,
    now,
    ...(expiresInMs !== undefined && { expiresInMs }),
  });
  await tokens.add(record);
  const { id, expiresAt } = record;
  const revoke = async (): Promise<void> => {
    await tokens.revoke(id, new Date());
  };
  return { id, secret, ...(expiresAt !== undefined && { expiresAt }), revoke };
}
