/** The header of a JSON Web Signature, as its sender wrote it: nothing of it is verified. */
export type JwsHeader = Readonly<Record<string, unknown>>;

/**
 * The header of a token in the compact serialization of JWS: three parts in base64url, the first of which
 * is a JSON object that names an algorithm.
 *
 * @returns undefined for any other token, such as an opaque one
 * @see https://www.rfc-editor.org/rfc/rfc7515#section-7.1
 */
export function readJwsHeader(token: string): JwsHeader | undefined {
  const [first, ...others] = token.split('.', MAX_PARTS);
  if (first === undefined || others.length !== 2) return undefined;
  try {
    const header: unknown = JSON.parse(Buffer.from(first, 'base64url').toString('utf8'));
    return isHeader(header) ? header : undefined;
  } catch {
    // Opaque tokens need not be JSON.
    return undefined;
  }
}

/** One more than a JWS has. */
const MAX_PARTS = 4;

function isHeader(value: unknown): value is JwsHeader {
  return typeof value === 'object' && value !== null && 'alg' in value;
}
