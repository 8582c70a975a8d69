import { createHash, timingSafeEqual } from 'node:crypto';

/** A name, and what proves it. */
export interface NamedSecret {
  readonly name: string;
  readonly secret: string;
}

/**
 * The pairs of an environment variable: `CUSTOMERS=ada:swordfish,bob:sesame` has names and passwords,
 * `STAFF=counter+owner:token` roles and tokens, `PRESSES` names and keys.
 */
export function listed(variable: 'CUSTOMERS' | 'STAFF' | 'PRESSES'): readonly NamedSecret[] {
  const pairs = (process.env[variable] ?? '').split(',').filter((pair) => pair.includes(':'));
  return pairs.map((pair) => {
    const colon = pair.indexOf(':');
    return { name: pair.slice(0, colon), secret: pair.slice(colon + 1) };
  });
}

/** Takes as long wherever the texts differ, and whatever their lengths are. */
export function isSecret(given: string, secret: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
