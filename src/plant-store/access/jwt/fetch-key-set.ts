import { importJWK, type JSONWebKeySet, type JWK } from 'jose';

/** Bytes of a key set: some hundred keys, with certificates. */
const MAX_BYTES = 262_144;
/** RFC 7518, section 3.3: a key of 2048 bits or more. */
const MIN_RSA_BYTES = 256;

/** What a request for a key set is bounded by. */
export interface FetchOptions {
  /** Milliseconds for the whole response. */
  readonly timeoutMs: number;
  /** Ends it before. */
  readonly signal: AbortSignal;
}

/**
 * Fetches the keys of an issuer. Redirects are not followed, since they could lead away from https.
 *
 * @returns the public keys that can verify signatures; others of the set are left out
 * @throws Error when there is no such set within the bounds
 * @see https://www.rfc-editor.org/rfc/rfc7517#section-5
 */
export async function fetchKeySet(
  url: URL,
  { timeoutMs, signal }: FetchOptions,
): Promise<JSONWebKeySet> {
  const timeout = AbortSignal.timeout(timeoutMs);
  let text: string;
  try {
    text = await fetchText(url, AbortSignal.any([signal, timeout]));
  } catch (error) {
    if (timeout.aborted) throw new Error(`there is no response within ${timeoutMs} ms`);
    throw error;
  }
  const set = parseSet(text);
  const usable = await Promise.all(set.map(isUsable));
  return { keys: set.filter((_, index) => usable[index]) };
}

async function fetchText(url: URL, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, {
    headers: { accept: 'application/jwk-set+json, application/json' },
    redirect: 'manual',
    signal,
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`the status is ${response.status}, not 200`);
  }
  return readText(response);
}

async function readText({ body }: Response): Promise<string> {
  const stream: AsyncIterable<Uint8Array> | null = body;
  if (stream === null) return '';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the rest.
    if (bytes > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseSet(text: string): readonly JWK[] {
  let set: unknown;
  try {
    set = JSON.parse(text);
  } catch {
    // The parser's own message holds part of the text.
    throw new Error('it is not JSON');
  }
  if (isObject(set) && Array.isArray(set.keys) && set.keys.every(isJwk)) return set.keys;
  throw new Error('it is not a JSON Web Key Set');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isJwk(value: unknown): value is JWK {
  return isObject(value) && typeof value.kty === 'string';
}

/** True for a public key that a signature of the allowed algorithms can be verified with. */
async function isUsable(jwk: JWK): Promise<boolean> {
  const algorithm = jwk.alg ?? usualAlgorithm(jwk);
  if (algorithm === undefined || jwk.d !== undefined || jwk.k !== undefined) return false;
  if (jwk.kty === 'RSA' && Buffer.from(jwk.n ?? '', 'base64url').length < MIN_RSA_BYTES) {
    return false;
  }
  return importJWK(jwk, algorithm).then(
    () => true,
    () => false,
  );
}

/** An algorithm that a key which names none can be imported for. */
function usualAlgorithm({ kty, crv }: JWK): string | undefined {
  if (kty === 'RSA') return 'RS256';
  return kty === 'EC' || kty === 'OKP' ? ALGORITHMS.get(crv ?? '') : undefined;
}

const ALGORITHMS: ReadonlyMap<string, string> = new Map([
  ['P-256', 'ES256'],
  ['P-384', 'ES384'],
  ['P-521', 'ES512'],
  ['Ed25519', 'EdDSA'],
]);
