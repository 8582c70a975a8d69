/**
 * Texts for each format: unusual ones that every reading of the standard accepts, and plausible invalid ones. Disputed
 * cases are left out: leap seconds, hosts that end in a dot, a space instead of the "T" of a date-time.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3
 */
interface FormatTexts {
  readonly valid: readonly string[];
  readonly broken: readonly string[];
}

export function formatTexts(format: string): FormatTexts {
  return Object.hasOwn(TEXTS, format) ? (TEXTS[format] ?? NONE) : NONE;
}

const NONE: FormatTexts = { valid: [], broken: [] };

const BROKEN_DATES = [
  ...['2023-02-30', '2023-13-01', '2023-00-10', '2023-01-32', '2023-02-29', '1900-02-29'],
  ...['2023-1-1', '20230101', '01/02/2023', '2023-01-01 ', 'yesterday', ''],
];
const BROKEN_TIMES = ['25:00:00Z', '23:60:00Z', '23:59:61Z', '12:00Z', '12:00:00', '1:00:00Z', ''];
const URIS = {
  valid: [
    'urn:isbn:9780141036144',
    'http://[2001:db8::7]:8080/a?b=c#d',
    'mailto:leaf@example.com',
    'https://example.com/%C3%A9?x=%20',
  ],
  broken: ['https://example.com/a b', '//example.com/no-scheme', 'no-scheme', 'http://[::1', ''],
};

const TEXTS: Readonly<Record<string, FormatTexts>> = {
  date: { valid: ['2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'], broken: BROKEN_DATES },
  time: {
    valid: ['00:00:00Z', '23:59:59.999999999Z', '12:00:00+05:30', '12:00:00-00:00', '12:00:00z'],
    broken: BROKEN_TIMES,
  },
  'date-time': {
    valid: [
      '2024-02-29T23:59:59.999999999Z',
      '1985-04-12T23:20:50.52+14:00',
      '1937-01-01T12:00:27.87-00:20',
      '2023-01-01t00:00:00z',
    ],
    broken: [
      ...['2023-02-30T00:00:00Z', '2023-01-01T25:00:00Z', '2023-01-01T00:60:00Z'],
      ...['2023-01-01T00:00:00', '2023-01-01', '2023-01-01T00:00Z', '2023-1-1T00:00:00Z'],
      ...['2023-01-01T00:00:00+25:00', '1672531200', 'now', ''],
    ],
  },
  duration: {
    valid: ['P1Y2M3DT4H5M6S', 'PT0S', 'P4W', 'P1D'],
    broken: ['P', 'PT', '1D', 'P1', 'P1D2H', 'PT1D', 'P2D1Y', ''],
  },
  email: {
    valid: ['a@example.com', "o'leaf+tag@sub.example.com", '1234567890@example.com'],
    broken: ['example.com', 'a@', '@example.com', 'a b@example.com', 'a@b@example.com', ''],
  },
  'idn-email': { valid: ['a@example.com'], broken: ['example.com', '@example.com', ''] },
  hostname: {
    valid: ['example.com', 'a', 'xn--nxasmq6b.example', '1host.example', `${'a'.repeat(63)}.com`],
    broken: ['-a.example', 'a-.example', 'a_b.example', `${'a'.repeat(64)}.com`, 'a b', ''],
  },
  'idn-hostname': { valid: ['example.com'], broken: ['-a.example', 'a b'] },
  ipv4: {
    valid: ['0.0.0.0', '255.255.255.255', '192.0.2.1'],
    broken: ['256.0.0.1', '192.0.2', '192.0.2.1.1', '192.0.2.01', '0x7f.0.0.1', '1', ''],
  },
  ipv6: {
    valid: ['::', '::1', '2001:DB8::1', '::ffff:192.0.2.1', '1:2:3:4:5:6:7:8'],
    broken: ['12345::', ':::1', '1:2:3:4:5:6:7', '1::2::3', '192.0.2.1', '[::1]', '::g', ''],
  },
  uri: URIS,
  iri: { valid: [...URIS.valid, 'https://example.com/\u00e9'], broken: URIS.broken },
  'uri-reference': {
    valid: ['', '#a', '?b=c', '//example.com/a', '../a', ...URIS.valid],
    broken: ['a b', '\\\\windows\\path', 'http://[::1', '%zz'],
  },
  'iri-reference': { valid: ['', '#a', '../\u00e9'], broken: ['a b', '\\\\windows\\path'] },
  'uri-template': {
    valid: ['https://example.com/{id}', '/{+path}{?query*}', 'plain'],
    broken: ['https://example.com/{id', 'https://example.com/id}', '{ }'],
  },
  url: {
    valid: ['http://example.com', 'https://example.com:8080/a?b=c#d'],
    broken: ['example.com', 'http://', '//example.com/', 'https://example.com/a b', ''],
  },
  uuid: {
    valid: [
      '00000000-0000-0000-0000-000000000000',
      '2EB8AA08-AA98-11EA-B4AA-73B441D16380',
      '2eb8aa08-aa98-11ea-b4aa-73b441d16380',
    ],
    broken: [
      ...['2eb8aa08-aa98-11ea-b4aa-73b441d1638', '2eb8aa08-aa98-11ea-b4ga-73b441d16380'],
      ...['2eb8aa08aa9811eab4aa73b441d16380', '2eb8aa08-aa98-11ea-73b441d16380', 'text', ''],
    ],
  },
  'json-pointer': {
    valid: ['', '/', '/a~1b/~0/0', '/ '],
    broken: ['a', '/~', '/~2', '#/a'],
  },
  'relative-json-pointer': {
    valid: ['0', '1/a', '2#', '10/'],
    broken: ['/a', '-1/a', '01/a', '+1', ''],
  },
  regex: { valid: ['', '^a+$', '(?:a|b)', '\\d'], broken: ['(', '[a', 'a{2,1}', '*'] },
  byte: { valid: ['', 'AA==', '+/8='], broken: ['A', 'AA=', '****', 'AA= ='] },
  base64url: { valid: ['', 'AA', '-_8'], broken: ['A', '+/8=', '****'] },
  'date-time-local': {
    valid: ['2024-02-29T23:59:59', '2024-01-01T00:00:00.5'],
    broken: ['2023-02-29T00:00:00', '2024-01-01T00:00:00Z', '2024-01-01', '2024-01-01T24:00:00'],
  },
  'time-local': { valid: ['00:00:00', '23:59:59.9'], broken: ['23:59:59Z', '24:00:00', '12:00'] },
  'http-date': {
    valid: ['Sun, 06 Nov 1994 08:49:37 GMT'],
    broken: ['Sun, 6 Nov 1994 08:49:37 GMT', 'Sun, 06 Nov 1994 08:49:37 UTC', '1994-11-06', ''],
  },
  'media-range': {
    valid: ['*/*', 'text/html;q=0.5'],
    broken: ['text', 'text/', 'a/b;c', 'a b/c', ''],
  },
  decimal: { valid: ['0', '-12.50'], broken: ['1,5', '0x10', 'one', '.', ''] },
  decimal128: { valid: ['0', '1.5E+10', 'NaN'], broken: ['1,5', '1E', 'one', ''] },
  int64: { valid: ['9223372036854775807'], broken: ['9223372036854775808', '1.5', 'one', ''] },
  uint64: { valid: ['18446744073709551615'], broken: ['18446744073709551616', '-1', 'one', ''] },
  unixtime: { valid: ['0', '2147483648'], broken: ['1970-01-01', 'now', ''] },
  'sf-binary': { valid: ['::', ':AA==:'], broken: ['AA==', ':AA==', ':-_:', ''] },
  'sf-boolean': { valid: ['?0', '?1'], broken: ['true', '?2', '1', ''] },
  'sf-string': { valid: ['""', '"a"'], broken: ['a', '"a', '"\\a"', '"\u00e9"', ''] },
  'sf-token': { valid: ['a', '*a/b:c'], broken: ['1a', 'a b', '"a"', ''] },
  char: { valid: ['a', '\u{1F33F}'], broken: ['', 'ab'] },
};

const SUFFIX = '.org';
const START = 'https://example.com/';

/** Maximum lengths by RFC 5321, section 4.5.3.1, and RFC 1035, section 2.3.4. */
const MAX_EMAIL = 254;
const MAX_HOSTNAME = 253;

/** Length of labels and local parts; some systems allow fewer than the standard 63 and 64 characters. */
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
 * A text of a format that every validator accepts.
 *
 * @param length in characters
 * @returns undefined for a format without such a text of this length
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
