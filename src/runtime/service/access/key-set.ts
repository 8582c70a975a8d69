import { setTimeout as sleep } from 'node:timers/promises';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  type JWTVerifyGetKey,
  type RemoteJWKSet,
} from '#jose';
import { UnavailableError } from '../../contract';

/** Times of a key set, in milliseconds. */
const TIMES = {
  /** Between the starts of two requests: an issuer gets twelve a minute at most, whatever clients send. */
  cooldownMs: 5_000,
  /** The age from which using the keys fetches them again: the longest time until a withdrawn key is refused. */
  maxAgeMs: 600_000,
  /** Longer than an outage that somebody is fixing; it also limits the use of a stolen key. */
  maxStaleMs: 86_400_000,
  /** Longer than the response of any reliable issuer. */
  timeoutMs: 5_000,
};

export type KeySetTimes = Readonly<typeof TIMES>;

/** The most requests that wait for a fetch of the keys: a tenth of the default limit of pending requests. */
const MAX_WAITING = 100;

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
  private keys: RemoteJWKSet | undefined;
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
      const keys = await this.inUse();
      try {
        return await keys(header, token);
      } catch (error) {
        if (looks === 0 || !(error instanceof errors.JWKSNoMatchingKey)) throw error;
      }
      await this.lookAgain();
    }
  };

  /**
   * The keys in use: another object after each fetch, so that those of before serve until it has succeeded.
   *
   * @throws UnavailableError when there are temporarily none
   */
  async inUse(): Promise<RemoteJWKSet> {
    const age = this.now() - this.fetchedAt;
    if (age > this.times.maxStaleMs) await this.refresh();
    else if (age > this.times.maxAgeMs) void this.start();
    if (this.keys === undefined) throw this.unavailable(this.times.cooldownMs);
    return this.keys;
  }

  /** Aborts a fetch in progress. */
  close(): void {
    this.closing.abort();
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
      const keys = remoteKeys(this.options.url, this.times.timeoutMs, signal);
      await keys.reload();
      this.keys = keys;
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

/** The keys at a URL, which nothing but `reload` fetches. jose follows no redirect, which could leave https. */
function remoteKeys(url: URL, timeoutMs: number, closing: AbortSignal): RemoteJWKSet {
  return createRemoteJWKSet(url, {
    timeoutDuration: timeoutMs,
    cooldownDuration: Infinity,
    cacheMaxAge: Infinity,
    [customFetch]: (href, init) =>
      fetchUsable(href, { ...init, signal: AbortSignal.any([init.signal, closing]) }),
  });
}

/** The largest key set in bytes: some hundred keys, with certificates. */
const MAX_BYTES = 262_144;

/**
 * Fetches a key set, and leaves out the keys that cannot verify signatures.
 *
 * @throws Error when there is no set within the limit, or no such key in it
 */
const fetchUsable: FetchImplementation = async (url, init) => {
  const response = await fetch(url, init);
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`the status is ${response.status}, not 200`);
  }
  const set = parseSet(await readText(response));
  // Members are unchecked, so this may throw any error.
  const usable = await Promise.all(set.map((jwk) => isUsable(jwk).catch(() => false)));
  const keys = set.filter((_, index) => usable[index]);
  if (keys.length === 0) throw new Error('it has no key that signatures can be verified with');
  return Response.json({ keys });
};

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
  try {
    return createLocalJWKSet(JSON.parse(text) as JSONWebKeySet).jwks().keys;
  } catch {
    // The parser's own message holds part of the text.
    throw new Error('it is not a JSON Web Key Set');
  }
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

/** Algorithms to import keys that name none, by curve or type. */
const DEFAULT_ALGORITHMS: ReadonlyMap<string | undefined, string> = new Map([
  ['RSA', 'RS256'],
  ['P-256', 'ES256'],
  ['P-384', 'ES384'],
  ['P-521', 'ES512'],
  ['Ed25519', 'EdDSA'],
]);

/** RFC 7518, section 3.3 */
const MIN_RSA_BITS = 2_048;

/**
 * True for a public key that can verify a signature of the allowed algorithms.
 *
 * @throws errors for a member of a wrong type, or an invalid key
 */
async function isUsable(jwk: JWK): Promise<boolean> {
  const algorithm = jwk.alg ?? DEFAULT_ALGORITHMS.get(jwk.crv ?? jwk.kty) ?? '';
  if (!SIGNATURE_ALGORITHMS.includes(algorithm) || (jwk.use ?? 'sig') !== 'sig') return false;
  const key = await importJWK(jwk, algorithm);
  // A private key signs, and has no such usage.
  if (!('usages' in key) || !key.usages.includes('verify')) return false;
  const { modulusLength = MIN_RSA_BITS } = key.algorithm as { modulusLength?: number };
  return modulusLength >= MIN_RSA_BITS;
}
