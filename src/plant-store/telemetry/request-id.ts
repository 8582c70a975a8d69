import { randomBytes } from 'node:crypto';

/**
 * What a client may call its request: long enough for the identifiers in use (UUID, ULID, those of proxies),
 * and of characters that mean nothing in a header, a log or a shell.
 */
const REQUEST_ID = /^[\w.:+/=@-]{1,128}$/;

/** The client's name of a request, if it sent one that is well-formed; else a new one. */
export function requestIdOf(values: readonly string[]): string {
  const value = values.length === 1 ? values[0] : undefined;
  return value !== undefined && REQUEST_ID.test(value) ? value : newId();
}

const ID_DIGITS = 32;
/** Digits of as many are asked of the system at once, which costs as much as for one. */
const IDS_AT_ONCE = 256;
let digits = '';
let used = 0;

/**
 * 32 hexadecimal digits. A UUID of Node costs a microsecond more, as a string of many pieces; to write each from
 * bytes of its own costs a third of one.
 */
function newId(): string {
  if (used === digits.length) {
    digits = randomBytes((IDS_AT_ONCE * ID_DIGITS) / 2).toString('hex');
    used = 0;
  }
  used += ID_DIGITS;
  return digits.slice(used - ID_DIGITS, used);
}
