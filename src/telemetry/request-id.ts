import { randomFillSync } from 'node:crypto';

/**
 * What a client may call its request: long enough for the identifiers in use (UUID, ULID, those of proxies),
 * and of characters that mean nothing in a header, a log or a shell.
 */
const REQUEST_ID = /^[\w.:+/=@-]{1,128}$/;

/** The client's name of a request, if it sent one that is well-formed; else a new one. */
export function requestIdOf(values: readonly string[]): string {
  const [value] = values;
  const isUsable = value !== undefined && values.length === 1 && REQUEST_ID.test(value);
  return isUsable ? value : newId();
}

const ID_BYTES = 16;
/** As many are asked of the system at once, which costs as much as for one. */
const randomBytes = Buffer.allocUnsafeSlow(256 * ID_BYTES);
let used = randomBytes.length;

/** 32 hexadecimal digits. A UUID of Node costs a microsecond more, as a string of many pieces. */
function newId(): string {
  if (used === randomBytes.length) {
    randomFillSync(randomBytes);
    used = 0;
  }
  used += ID_BYTES;
  return randomBytes.toString('hex', used - ID_BYTES, used);
}
