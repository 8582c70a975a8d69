import { randomBytes } from 'node:crypto';
import { isScopeToken } from '../../contract';
import { hashToken, type TokenRecord } from '../../service';

/** Lets people and secret scanners recognise a token. */
const TOKEN_PREFIX = 'plant_';
/** 256 bits: no list of guesses makes a dent in it, so a plain SHA-256 keeps it safe at rest. */
const SECRET_BYTES = 32;

/** 32 letters that are hard to confuse, so five bits of a random byte choose one without bias. */
const ID_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const ID_LENGTH = 10;

/** What a token is made from. */
export interface TokenRequest {
  /** What the operator calls it; any string. */
  readonly label: string;
  /** What it allows; by default no scope. */
  readonly scopes?: readonly string[];
  /** Milliseconds from `now` to its end, a positive whole number; absent: it does not expire. */
  readonly expiresInMs?: number;
  /** The present moment. */
  readonly now: Date;
}

/** A new token: the secret for its holder, shown once, and the record to keep. */
interface NewToken {
  readonly secret: string;
  readonly record: TokenRecord;
}

/**
 * Makes an opaque access token: `plant_` and 43 characters of base64url, which fits the `b64token`
 * syntax of a bearer credential. It stores nothing.
 *
 * @throws RangeError when `expiresInMs` is not a positive whole number, or ends beyond what a Date holds
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-2.1
 */
export function createToken({ label, scopes = [], expiresInMs, now }: TokenRequest): NewToken {
  const secret = TOKEN_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
  const record = { id: createId(), hash: hashToken(secret), label, scopes, createdAt: now };
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

/** A hundred years: beyond any use, and far within what a Date holds. */
const MAX_DAYS = 36_500;
const MAX_DURATION_MS = MAX_DAYS * MS_PER_UNIT.d;

/**
 * Reads a duration such as `30d`: a whole number from 1 and a unit, `s`, `m`, `h`, `d` or `w`.
 *
 * @returns milliseconds, 1,000 to 36,500 days
 * @throws RangeError that says what is allowed
 */
export function parseDuration(text: string): number {
  const [, digits, unit] = /^([0-9]+)([smhdw])$/.exec(text) ?? [];
  const durationMs = Number(digits) * MS_PER_UNIT[unit as keyof typeof MS_PER_UNIT];
  if (durationMs > 0 && durationMs <= MAX_DURATION_MS) return durationMs;
  throw new RangeError(
    `Duration ${JSON.stringify(text)} is not a whole number from 1 and a unit (s, m, h, d or w), such as 30d, of at most ${MAX_DAYS}d`,
  );
}

/**
 * Reads scopes that are written in one or more texts, separated by spaces.
 *
 * @returns each once, in their order
 * @throws RangeError that says what is allowed
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-3.3
 */
export function parseScopes(texts: readonly string[]): readonly string[] {
  const scopes = texts.flatMap((text) => text.split(' ')).filter((scope) => scope !== '');
  const wrong = scopes.find((scope) => !isScopeToken(scope));
  if (wrong === undefined) return [...new Set(scopes)];
  throw new RangeError(
    `Scope ${JSON.stringify(wrong)} has characters other than printable ASCII without quotes and backslashes`,
  );
}
