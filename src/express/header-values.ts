import type { IncomingMessage } from 'node:http';

const NO_VALUES: readonly string[] = [];

/**
 * The values of a header field, one for each time that it was sent. Node's `headers` joins or drops
 * repeated ones, and takes longer to make than all that a request asks for.
 *
 * @param name in lower case
 */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): readonly string[] {
  let values: string[] | undefined;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const other = rawHeaders[at] ?? '';
    // Most names differ in their lengths.
    if (other.length !== name.length || other.toLowerCase() !== name) continue;
    const value = rawHeaders[at + 1] ?? '';
    if (values === undefined) values = [value];
    else values.push(value);
  }
  return values ?? NO_VALUES;
}

/** The names of the header fields that were sent, in lower case, each once. */
export function headerNames({ rawHeaders }: IncomingMessage): readonly string[] {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  return [...new Set(names.map((name) => name.toLowerCase()))];
}
