import { isOfBytes, type Limited, type RateLimit } from './rate-limits';
import type { Usage } from './usage-counter';

/**
 * The header fields that tell clients of limits, as lists of structured fields.
 *
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-10
 * @see https://www.rfc-editor.org/rfc/rfc9651#section-3.1
 */

export const RATE_LIMIT_FIELD = 'RateLimit';
export const RATE_LIMIT_POLICY_FIELD = 'RateLimit-Policy';

/** The limits as clients are told of them: the quota, its unit unless it is requests, the window in seconds. */
export function policyField(limits: readonly RateLimit[]): string {
  return limits
    .map(({ name, quota, windowSeconds }) => {
      const unit = isOfBytes(name) ? ';qu="content-bytes"' : '';
      return `"${name}";q=${quota}${unit};w=${windowSeconds}`;
    })
    .join(', ');
}

/** What is left of limits, and the seconds until there is more. */
export function usageField(usages: ReadonlyMap<Limited, Usage>): string {
  return Array.from(
    usages,
    ([name, { left, msLeft }]) => `"${name}";r=${left};t=${wholeSeconds(msLeft)}`,
  ).join(', ');
}

/** Seconds after which a moment is surely past: no fraction, and at least one. */
export function wholeSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000));
}
