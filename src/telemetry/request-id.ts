import { randomUUID } from 'node:crypto';

/**
 * What a client may call its request: long enough for the identifiers in use (UUID, ULID, those of proxies),
 * and of characters that mean nothing in a header, a log or a shell.
 */
const REQUEST_ID = /^[\w.:+/=@-]{1,128}$/;

/** The client's name of a request, if it sent one that is well-formed; else a new one. */
export function requestIdOf(values: readonly string[]): string {
  const [value] = values;
  const isUsable = value !== undefined && values.length === 1 && REQUEST_ID.test(value);
  return isUsable ? value : randomUUID();
}
