import type { SecurityScheme } from '../contract';

/**
 * Where the credentials of a security scheme have an access token: they are one, or their password is.
 *
 * @param scheme undefined for one that the document does not describe
 * @returns undefined for credentials of another kind, such as certificates and digests
 */
export function tokenPlace(
  scheme: SecurityScheme | undefined,
): 'credentials' | 'password' | undefined {
  if (scheme === undefined || scheme.type === 'mutualTLS') return undefined;
  if (scheme.type !== 'http') return 'credentials';
  const name = scheme.scheme.toLowerCase();
  if (name === 'basic') return 'password';
  return name === 'bearer' ? 'credentials' : undefined;
}
