import { BYTES } from './byte-size';

/**
 * The limits that an operator or a document sets, such as `token=100/s,address=20/s,token-bytes=10MiB/m`: the counted
 * subject, the quota and its window.
 */

/** The subjects of limits: requests and body bytes, by caller and by address, and failed credentials. */
const LIMITED = ['token', 'address', 'token-bytes', 'address-bytes', 'failures'] as const;

export type Limited = (typeof LIMITED)[number];

/** A quota within a window. */
export interface RateLimit {
  readonly name: Limited;
  /** Requests, bytes or failures, 1 to 2^40. */
  readonly quota: number;
  /** Seconds, 1 to 86,400. */
  readonly windowSeconds: number;
}

/** The allowed syntax, as the end of a sentence. */
export const RATE_LIMIT_SYNTAX =
  'limits such as "token=100/s,address=20/s,token-bytes=10MiB/m": each of token, address, token-bytes, ' +
  'address-bytes and failures once, with a whole number from 1 (bytes in B, KiB, MiB or GiB) in a time of ' +
  'up to a day (s, 10s, m, 15m, h or d); "100/s" alone is for token and for address';

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

const MAX_QUOTA = 2 ** 40;
const MAX_SECONDS = 86_400;

const LIMIT = /^(?:([a-z-]+)=)?(\d{1,13})([KMG]iB|B)?\/(\d{0,5})([smhd])$/;

/** @returns undefined where the text is not {@link RATE_LIMIT_SYNTAX} */
export function parseRateLimits(text: string): readonly RateLimit[] | undefined {
  const limits = text.split(',').flatMap((each) => parseLimit(each.trim()));
  const known = limits.filter((limit) => limit !== undefined);
  const names = new Set(known.map(({ name }) => name));
  return names.size === limits.length ? known : undefined;
}

/**
 * The limits of one operation. Failed credentials are counted only for the whole service.
 *
 * @returns undefined where the value is not {@link OPERATION_LIMIT_SYNTAX}
 */
export function parseOperationLimits(value: unknown): readonly RateLimit[] | undefined {
  const limits = typeof value === 'string' ? parseRateLimits(value) : undefined;
  return limits?.some(({ name }) => name === 'failures') === true ? undefined : limits;
}

/** The allowed syntax, as the end of a sentence. */
export const OPERATION_LIMIT_SYNTAX =
  'limits such as "token=10/m", as in RATE_LIMIT, but none of failures';

/** A limit without a name applies to requests of each token, and of each address. */
function parseLimit(text: string): (RateLimit | undefined)[] {
  const [match, subject, digits, unit, count, time = ''] = LIMIT.exec(text) ?? [];
  if (match === undefined) return [undefined];
  const names = LIMITED.filter((name) =>
    subject === undefined ? name === 'token' || name === 'address' : name === subject,
  );
  if (names.length === 0 || names.some((name) => isOfBytes(name) !== (unit !== undefined))) {
    return [undefined];
  }
  const quota = Number(digits) * (BYTES[unit ?? 'B'] ?? NaN);
  const windowSeconds = (count === '' ? 1 : Number(count)) * (SECONDS[time] ?? NaN);
  const isPossible =
    quota >= 1 && quota <= MAX_QUOTA && windowSeconds >= 1 && windowSeconds <= MAX_SECONDS;
  return isPossible ? names.map((name) => ({ name, quota, windowSeconds })) : [undefined];
}

/** True for a limit of bytes; the others count requests or failures. */
export function isOfBytes(name: Limited): boolean {
  return name.endsWith('-bytes');
}
