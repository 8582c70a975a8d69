import type { JWTPayload } from 'jose';

/**
 * What a token allows: `scope`, names separated by spaces, or `scp`, which some issuers write in its place,
 * as such a text or as an array.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8693#section-4.2
 */
export function scopesOf({ scope, scp }: JWTPayload): readonly string[] {
  return namesOf(scope ?? scp);
}

function namesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.split(' ').filter((name) => name !== '');
  if (!Array.isArray(value)) return [];
  return value.filter((name): name is string => typeof name === 'string');
}
