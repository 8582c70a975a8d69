import { createHash, randomBytes } from 'node:crypto';
import type { TokenRecord } from './token-store';

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
export interface NewToken {
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

/** SHA-256 of the token's UTF-8 bytes, 32 bytes: the only form in which a token is kept or compared. */
export function hashToken(secret: string): Buffer {
  return createHash('sha256').update(secret, 'utf8').digest();
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
