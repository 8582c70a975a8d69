import { createHash, randomBytes } from 'node:crypto';
import type { TokenRecord } from 'openapi-trellis/service';

/** Makes a token recognisable to people and secret scanners. */
const TOKEN_PREFIX = 'plant_';
/** 256 bits cannot be guessed, so a plain SHA-256 keeps the secret safe at rest. */
const SECRET_BYTES = 32;

/** 32 characters that are hard to confuse; five bits of a random byte select one without bias. */
const ID_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const ID_LENGTH = 10;

/** The properties of a token to be created. */
export interface TokenRequest {
  /** The operator's name for it; any string. */
  readonly label: string;
  /** The scopes that it grants; by default none. */
  readonly scopes?: readonly string[];
  /** Milliseconds from `now` to its expiry, a positive whole number; absent: it does not expire. */
  readonly expiresInMs?: number;
  /** The current time. */
  readonly now: Date;
}

/** A new token: the secret for its holder, shown once, and the record to keep. */
interface NewToken {
  readonly secret: string;
  readonly record: TokenRecord;
}

/**
 * Creates an opaque access token: `plant_` and 43 characters of base64url, which match the `b64token` syntax of a
 * bearer credential. It stores nothing.
 *
 * @throws RangeError when `expiresInMs` is not a positive whole number, or exceeds the range of a Date
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-2.1
 */
export function createToken({ label, scopes = [], expiresInMs, now }: TokenRequest): NewToken {
  const secret = TOKEN_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
  const hash = createHash('sha256').update(secret).digest();
  const record = { id: createId(), hash, label, scopes, createdAt: now };
  if (expiresInMs === undefined) return { secret, record };
  return { secret, record: { ...record, expiresAt: endOf(now, expiresInMs) } };
}

function endOf(now: Date, expiresInMs: number): Date {
  const end = new Date(now.getTime() + expiresInMs);
  if (!Number.isSafeInteger(expiresInMs) || expiresInMs < 1 || Number.isNaN(end.getTime())) {
    throw new RangeError(`expiresInMs is ${expiresInMs}; expected a positive whole number`);
  }
  return end;
}

function createId(): string {
  return Array.from(randomBytes(ID_LENGTH), (byte) => ID_ALPHABET.charAt(byte % 32)).join('');
}

const MS_PER_UNIT = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
} as const;

/** A hundred years: more than any practical use, and far within the range of a Date. */
const MAX_DAYS = 36_500;
const MAX_DURATION_MS = MAX_DAYS * MS_PER_UNIT.d;

/**
 * Parses a duration such as `30d`: a whole number from 1 and a unit, `s`, `m`, `h`, `d` or `w`.
 *
 * @returns milliseconds, 1,000 to 36,500 days
 * @throws RangeError stating the allowed values
 */
export function parseDuration(text: string): number {
  const [, digits, unit] = /^([0-9]+)([smhdw])$/.exec(text) ?? [];
  const durationMs = Number(digits) * MS_PER_UNIT[unit as keyof typeof MS_PER_UNIT];
  if (durationMs > 0 && durationMs <= MAX_DURATION_MS) return durationMs;
  throw new RangeError(
    `Duration ${JSON.stringify(text)} is not a whole number from 1 and a unit (s, m, h, d or w), such as 30d, of at most ${MAX_DAYS}d`,
  );
}

/** A scope-token: printable ASCII without the space, quotes and backslashes. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/**
 * Parses scopes from one or more texts, separated by spaces.
 *
 * @returns each once, in their order
 * @throws RangeError stating the allowed characters
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-3.3
 */
export function parseScopes(texts: readonly string[]): readonly string[] {
  const scopes = texts.flatMap((text) => text.split(' ')).filter((scope) => scope !== '');
  const wrong = scopes.find((scope) => !SCOPE.test(scope));
  if (wrong === undefined) return [...new Set(scopes)];
  throw new RangeError(
    `Scope ${JSON.stringify(wrong)} has characters other than printable ASCII without quotes and backslashes`,
  );
}
