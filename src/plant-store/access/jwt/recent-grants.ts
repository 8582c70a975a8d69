import { Latest } from '../latest';
import { hashToken } from '../opaque-token';
import type { AccessGrant } from '../token-verdict';

interface Recent {
  readonly grant: AccessGrant;
  /** The keys by which its signature was verified. */
  readonly keys: object;
  /** First moment at which it is no longer valid, in milliseconds since 1970 UTC. */
  readonly endsAtMs: number;
}

/**
 * What tokens were found to grant, so that the signature of one that is sent again is not verified again: that
 * takes several times as long as all else about a request. It holds until the token ends or the keys are
 * fetched again, so that a withdrawn key is taken no longer than without it. Tokens are kept as SHA-256.
 */
export class RecentGrants {
  private readonly recent = new Latest<Recent>();

  /** @param keys those that are in use @returns undefined when the signature is to be verified */
  find(token: string, keys: object, now: Date): AccessGrant | undefined {
    const known = this.recent.get(keyOf(token));
    if (known?.keys !== keys || now.getTime() >= known.endsAtMs) return undefined;
    return known.grant;
  }

  keep(token: string, recent: Recent): void {
    this.recent.put(keyOf(token), recent);
  }
}

function keyOf(token: string): string {
  return hashToken(token).toString('latin1');
}
