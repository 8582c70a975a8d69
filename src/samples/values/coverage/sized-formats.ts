const SUFFIX = '.org';
const START = 'https://example.com/';

/** Longest of an address and of a name, by RFC 5321, section 4.5.3.1, and RFC 1035, section 2.3.4. */
const MAX_EMAIL = 254;
const MAX_HOSTNAME = 253;

/** Some labels and local parts are shorter in practice than the 63 and 64 characters that they may have. */
const USUAL = 60;

const SIZED: Readonly<Record<string, (length: number) => string | undefined>> = {
  email,
  'idn-email': email,
  hostname,
  'idn-hostname': hostname,
  uri,
  url: uri,
  'uri-reference': uri,
  iri: uri,
  'iri-reference': uri,
};

/**
 * A text of a format that every validator takes for one.
 *
 * @param length in characters
 * @returns undefined for a format without such a text of the length
 */
export function textOfLength(format: string, length: number): string | undefined {
  return Object.hasOwn(SIZED, format) ? SIZED[format]?.(length) : undefined;
}

function email(length: number): string | undefined {
  if (length > MAX_EMAIL) return undefined;
  const local = Math.min(USUAL, length - '@a'.length - SUFFIX.length);
  if (local < 1) return undefined;
  return `${'a'.repeat(local)}@${hostname(length - local - 1) ?? ''}`;
}

function hostname(length: number): string | undefined {
  const rest = length - SUFFIX.length;
  return rest < 1 || length > MAX_HOSTNAME ? undefined : labels(rest) + SUFFIX;
}

function labels(length: number): string {
  if (length <= USUAL) return 'a'.repeat(length);
  const half = USUAL / 2;
  return `${'a'.repeat(half)}.${labels(length - half - 1)}`;
}

function uri(length: number): string | undefined {
  return length < START.length ? undefined : START + 'a'.repeat(length - START.length);
}
