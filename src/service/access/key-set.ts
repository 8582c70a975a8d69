import { setTimeout as sleep } from 'node:timers/promises';
import {
  createLocalJWKSet,
  errors,
  type JWTVerifyGetKey,
  importJWK,
  type JSONWebKeySet,
  type JWK,
} from 'jose';
import { UnavailableError } from '../../contract';

/** Times of a key set, in milliseconds. */
export interface KeySetTimes {
  /** The minimum time between the starts of two requests for the keys. */
  readonly cooldownMs: number;
  /** The age from which using the keys fetches them again, while they stay in use. */
  readonly maxAgeMs: number;
  /** The age at which keys that could not be fetched again are no longer used. */
  readonly maxStaleMs: number;
  /** The timeout of a request. */
  readonly timeoutMs: number;
}

const TIMES: KeySetTimes = {
  /** An issuer gets at most twelve requests a minute from each instance, whatever clients send. */
  cooldownMs: 5_000,
  /** The longest time until a withdrawn key is refused. */
  maxAgeMs: 600_000,
  /** Longer than an outage that somebody is fixing; it also limits the use of a stolen key. */
  maxStaleMs: 86_400_000,
  /** Longer than the response of any reliable issuer. */
  timeoutMs: 5_000,
};

/** The most requests that wait for a fetch of the keys: a tenth of the default limit of pending requests. */
const MAX_WAITING = 100;

/** Options of a key set. */
export interface KeySetOptions {
  readonly url: URL;
  /** Called with the reason when the keys cannot be fetched, and with undefined when they can again; once each. */
  readonly onChange: (problem: Error | undefined) => void;
  readonly times?: KeySetTimes;
  /** The current time in milliseconds; by default a monotonic clock. */
  readonly now?: () => number;
}

/**
 * The keys of an issuer, fetched on first use and kept. An unknown key triggers another fetch, which finds a key that
 * the issuer has begun to use; concurrent lookups wait for the same response. While fetching fails, the known keys stay
 * in use. They also do while the set has no usable key, since an issuer that withdraws a key publishes another one
 * first.
 */
export class KeySet {
  private readonly times: KeySetTimes;
  private readonly now: () => number;
  private readonly closing = new AbortController();
  private keys: { readonly find: JWTVerifyGetKey } | undefined;
  private fetchedAt = -Infinity;
  private triedAt = -Infinity;
  private hasFailed = false;
  private refreshing: Promise<void> | undefined;
  private isFetching = false;
  private waiting = 0;

  constructor(private readonly options: KeySetOptions) {
    this.times = options.times ?? TIMES;
    this.now = options.now ?? (() => performance.now());
  }

  /** Fetches the keys. A failure is only reported to `onChange`. */
  async start(): Promise<void> {
    await this.refresh().catch(() => undefined);
  }

  /**
   * Finds the key that a header names; a key function for `jwtVerify` of jose.
   *
   * @throws JOSEError when the issuer has no such key, or several
   * @throws UnavailableError when the keys temporarily cannot be fetched
   */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    // A response in progress may be older than the token.
    for (let looks = this.isFetching ? 2 : 1; ; looks--) {
      const { find } = await this.freshKeys();
      try {
        return await find(header, token);
      } catch (error) {
        if (looks === 0 || !(error instanceof errors.JWKSNoMatchingKey)) throw error;
      }
      await this.lookAgain();
    }
  };

  /**
   * An object that identifies the keys in use: another one after each fetch.
   *
   * @throws UnavailableError when there are temporarily none
   */
  inUse(): Promise<object> {
    return this.freshKeys();
  }

  /** Aborts a fetch in progress. */
  close(): void {
    this.closing.abort();
  }

  private async freshKeys(): Promise<NonNullable<typeof this.keys>> {
    const age = this.now() - this.fetchedAt;
    if (age > this.times.maxStaleMs) await this.refresh();
    else if (age > this.times.maxAgeMs) void this.start();
    if (this.keys === undefined) throw this.unavailable(this.times.cooldownMs);
    return this.keys;
  }

  /** Waits for another fetch of the keys. */
  private async lookAgain(): Promise<void> {
    if (this.waiting >= MAX_WAITING) {
      throw new UnavailableError('Too many tokens wait for keys that are not known yet');
    }
    this.waiting++;
    try {
      await this.refresh();
    } finally {
      this.waiting--;
    }
  }

  private refresh(): Promise<void> {
    if (this.refreshing !== undefined) return this.refreshing;
    const waitMs = Math.max(0, this.triedAt + this.times.cooldownMs - this.now());
    if (this.hasFailed && waitMs > 0) return Promise.reject(this.unavailable(waitMs));
    this.refreshing = this.fetchAfter(waitMs).finally(() => {
      this.refreshing = undefined;
      this.isFetching = false;
    });
    return this.refreshing;
  }

  private async fetchAfter(waitMs: number): Promise<void> {
    const { signal } = this.closing;
    try {
      if (waitMs > 0) await sleep(waitMs, undefined, { signal, ref: false });
      this.triedAt = this.now();
      this.isFetching = true;
      const set = await fetchKeySet(this.options.url, { timeoutMs: this.times.timeoutMs, signal });
      this.keys = { find: createLocalJWKSet(set) };
      this.fetchedAt = this.now();
    } catch (cause) {
      const error = this.unavailable(this.times.cooldownMs, cause);
      if (!this.hasFailed && !signal.aborted) this.options.onChange(error);
      this.hasFailed = true;
      throw error;
    }
    if (this.hasFailed) this.options.onChange(undefined);
    this.hasFailed = false;
  }

  private unavailable(waitMs: number, cause?: unknown): UnavailableError {
    const reason = cause instanceof Error ? `: ${messageOf(cause)}` : '';
    return new UnavailableError(`${this.name} cannot be fetched${reason}`, {
      cause,
      retryAfterSeconds: Math.ceil(waitMs / 1_000),
    });
  }

  /** Without the query, which may hold a secret. */
  private get name(): string {
    const { origin, pathname } = this.options.url;
    return `The key set ${origin}${pathname}`;
  }
}

/** fetch throws "fetch failed", with the reason in the cause. */
function messageOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** The largest key set in bytes: some hundred keys, with certificates. */
const MAX_BYTES = 262_144;
/** RFC 7518, section 3.3: a key of 2048 bits or more. */
const MIN_RSA_BYTES = 256;

/** The limits of a request for a key set. */
interface FetchOptions {
  /** Milliseconds for the whole response. */
  readonly timeoutMs: number;
  /** Aborts the request. */
  readonly signal: AbortSignal;
}

/**
 * Fetches the keys of an issuer. Redirects are not followed, since they could leave https.
 *
 * @returns the public keys that can verify signatures; others of the set are left out
 * @throws Error when there is no such set within the limits, or no such key in it
 * @see https://www.rfc-editor.org/rfc/rfc7517#section-5
 */
async function fetchKeySet(url: URL, { timeoutMs, signal }: FetchOptions): Promise<JSONWebKeySet> {
  const timeout = AbortSignal.timeout(timeoutMs);
  let text: string;
  try {
    text = await fetchText(url, AbortSignal.any([signal, timeout]));
  } catch (error) {
    if (timeout.aborted) throw new Error(`there is no response within ${timeoutMs} ms`);
    throw error;
  }
  const set = parseSet(text);
  // Members are unchecked, so this may throw any error.
  const usable = await Promise.all(set.map((jwk) => isUsable(jwk).catch(() => false)));
  const keys = set.filter((_, index) => usable[index]);
  if (keys.length === 0) throw new Error('it has no key that signatures can be verified with');
  return { keys };
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

/** Only asymmetric ones: a key that verifies tokens must not be able to sign them. */
export const SIGNATURE_ALGORITHMS: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/**
 * True for a public key that can verify a signature of the allowed algorithms.
 *
 * @throws errors for a member of a wrong type, or an invalid key
 */
async function isUsable(jwk: JWK): Promise<boolean> {
  const algorithm = jwk.alg ?? usualAlgorithm(jwk) ?? '';
  if (!SIGNATURE_ALGORITHMS.includes(algorithm)) return false;
  const isForSignatures = (jwk.use ?? 'sig') === 'sig' && (jwk.key_ops?.includes('verify') ?? true);
  if (!isForSignatures || jwk.d !== undefined || jwk.k !== undefined) return false;
  if (jwk.kty === 'RSA' && Buffer.from(jwk.n ?? '', 'base64url').length < MIN_RSA_BYTES) {
    return false;
  }
  await importJWK(jwk, algorithm);
  return true;
}

/** An algorithm to import a key that names none. */
function usualAlgorithm({ kty, crv }: JWK): string | undefined {
  if (kty === 'RSA') return 'RS256';
  return kty === 'EC' || kty === 'OKP' ? CURVE_ALGORITHMS.get(crv ?? '') : undefined;
}

const CURVE_ALGORITHMS: ReadonlyMap<string, string> = new Map([
  ['P-256', 'ES256'],
  ['P-384', 'ES384'],
  ['P-521', 'ES512'],
  ['Ed25519', 'EdDSA'],
]);
