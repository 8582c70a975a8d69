import type { Choices } from './choices';

/**
 * Generates strings of the formats of JSON Schema and OpenAPI's registry. Other formats get any text.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3
 */
export const stringFormats: Readonly<Record<string, (choices: Choices) => string>> = {
  binary: words,
  byte: (choices) => Buffer.from(words(choices)).toString('base64'),
  base64url: (choices) => Buffer.from(words(choices)).toString('base64url'),
  char: (choices) => word(choices).slice(0, 1),
  date,
  'date-time': (choices) => `${date(choices)}T${time(choices)}`,
  'date-time-local': (choices) => `${date(choices)}T${localTime(choices)}`,
  decimal,
  decimal128: decimal,
  duration: (choices) => `P${choices.integer(1, 30)}DT${choices.integer(1, 23)}H`,
  email: (choices) => `${word(choices)}@example.com`,
  hostname: (choices) => `${word(choices)}.example.com`,
  'http-date': (choices) => new Date(`${date(choices)}T${time(choices)}`).toUTCString(),
  'idn-email': (choices) => `${word(choices)}@example.com`,
  'idn-hostname': (choices) => `${word(choices)}.example.com`,
  int64: (choices) => String(choices.integer(1, 100)),
  ipv4: (choices) => `192.0.2.${choices.integer(1, 254)}`,
  ipv6: (choices) => `2001:db8::${choices.integer(1, 0xffff).toString(16)}`,
  iri: uri,
  'iri-reference': (choices) => `/${word(choices)}`,
  'iso-date-time': (choices) => `${date(choices)}T${time(choices)}`,
  'iso-time': time,
  'json-pointer': (choices) => `/${word(choices)}`,
  'json-pointer-uri-fragment': (choices) => `#/${word(choices)}`,
  'media-range': (choices) => choices.pick(['text/plain', 'image/*', 'application/json;q=0.5']),
  password: (choices) => `${word(choices)}-${choices.integer(1000, 9999)}`,
  regex: () => '^[a-z]+$',
  'relative-json-pointer': (choices) => `${choices.integer(0, 2)}/${word(choices)}`,
  'sf-binary': (choices) => `:${Buffer.from(words(choices)).toString('base64')}:`,
  'sf-boolean': (choices) => choices.pick(['?0', '?1']),
  'sf-string': (choices) => `"${words(choices)}"`,
  'sf-token': word,
  time,
  'time-local': localTime,
  uint64: (choices) => String(choices.integer(1, 100)),
  unixtime: (choices) => String(choices.integer(1_000_000_000, 2_000_000_000)),
  uri,
  'uri-reference': (choices) => `/${word(choices)}`,
  'uri-template': (choices) => `https://example.com/${word(choices)}/{id}`,
  url: uri,
  uuid,
};

const WORDS = [
  ...['acorn', 'alder', 'amber', 'aspen', 'birch', 'briar', 'cedar', 'clover', 'cypress', 'dune'],
  ...['ember', 'fern', 'fjord', 'grove', 'heath', 'iris', 'ivy', 'juniper', 'larch', 'laurel'],
  ...['linden', 'maple', 'meadow', 'moss', 'oak', 'olive', 'pine', 'poplar', 'reed', 'river'],
  ...['rowan', 'sage', 'sorrel', 'spruce', 'stone', 'thistle', 'thyme', 'willow', 'yarrow', 'yew'],
];

export function word(choices: Choices): string {
  return choices.pick(WORDS);
}

export function words(choices: Choices): string {
  return `${word(choices)} ${word(choices)}`;
}

function uri(choices: Choices): string {
  return `https://example.com/${word(choices)}`;
}

/** Days up to 28 are valid in every month. */
function date(choices: Choices): string {
  return `20${padded(choices.integer(0, 29))}-${padded(choices.integer(1, 12))}-${padded(choices.integer(1, 28))}`;
}

function time(choices: Choices): string {
  const parts = [choices.integer(0, 23), choices.integer(0, 59), choices.integer(0, 59)];
  return `${parts.map(padded).join(':')}Z`;
}

function localTime(choices: Choices): string {
  return time(choices).slice(0, -1);
}

function decimal(choices: Choices): string {
  return `${choices.integer(0, 99)}.${padded(choices.integer(0, 99))}`;
}

function padded(value: number): string {
  return String(value).padStart(2, '0');
}

/** Version 4, variant 1 (RFC 9562, section 5.4). */
function uuid(choices: Choices): string {
  const digits = (count: number): string =>
    Array.from({ length: count }, () => choices.integer(0, 15).toString(16)).join('');
  return `${digits(8)}-${digits(4)}-4${digits(3)}-${choices.pick(['8', '9', 'a', 'b'])}${digits(3)}-${digits(12)}`;
}

/** Unusual but valid texts for each enforced format. */
export const UNUSUAL_FORMS: Readonly<Record<string, readonly string[]>> = {
  byte: ['', 'AA==', 'AAA=', '////', '+/+/', 'gICA'],
  base64url: ['', 'AA', 'AAA', '____', '-_-_', 'gICA'],
  char: ['a', ' ', '0', '"', '\\', '\u00e9', '\u{1f600}', '\u0000', '\n'],
  date: ['2000-02-29', '2024-02-29', '0001-01-01', '1999-12-31', '9999-12-31'],
  'date-time': moments(),
  'iso-date-time': moments(),
  'date-time-local': moments().map((moment) => moment.slice(0, '2000-01-01T00:00:00'.length)),
  decimal: ['0', '-0', '0.10', '12345678901234567890.12345678901234567890'],
  decimal128: ['NaN', 'INF', '-INF', '-0.0', '1E+6111', `0.${'9'.repeat(34)}`],
  duration: ['PT0S', 'P0D', 'P1Y', 'P1M', 'PT1M', 'P4W', 'PT36H', 'P1Y2M3DT4H5M6S'],
  email: ['a@b', 'a.b+c@example.com', "o'hara@example.co.uk", '!#$%&*/=?^_`{|}~-@a-b.example'],
  hostname: ['a', '0', 'a.b.c', 'EXAMPLE.com', 'xn--nxasmq6b', 'a-1', `${'a'.repeat(63)}.example`],
  'http-date': [
    'Sun, 06 Nov 1994 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
  ],
  'idn-email': ['a@b', '\uc2e4\ub840@\uc2e4\ub840.\ud14c\uc2a4\ud2b8', '\u00e9@example.com'],
  'idn-hostname': ['a', '\uc2e4\ub840.\ud14c\uc2a4\ud2b8', 'b\u00fccher.example', 'xn--nxasmq6b'],
  int64: ['0', '-1', '9223372036854775807', '-9223372036854775808'],
  ipv4: ['0.0.0.0', '127.0.0.1', '192.168.0.255', '255.255.255.255'],
  ipv6: ['::', '::1', '1::', 'FE80::A', '1:2:3:4:5:6:7:8', '::ffff:192.0.2.1', '2001:DB8:0:0::1'],
  iri: [...uris(), 'http://\u0192\u00f8\u00f8.\u00df\u00e5r/?\u2202=\u03c0#\u03c0\u00ee\u00fcx'],
  'iri-reference': [...references(), '/\u00e2\u03c0\u03c0', '#\u0192r\u00e4g'],
  'iso-time': times(),
  'json-pointer': [
    '',
    '/',
    '//',
    '/0',
    '/-',
    '/~0',
    '/a~1b',
    '/~01',
    '/ ',
    '/"',
    '/\u00e9',
    '/a/b',
  ],
  'media-range': ['*/*', 'text/*', 'text/html;level=2;q=0.4', 'A/B ;c="d;\\"e" ; ', 'a/b+c;d=e'],
  regex: ['', '.', '^$', '[^a]', '\\d+\\s', '(?:a|b)*?', '(?=a)', '\\u0041', '\\p{L}', 'a{2,3}'],
  'relative-json-pointer': ['0', '0#', '1/0', '0/', '12/a~1b', '2#'],
  'sf-binary': ['::', ':cHJldGVuZA==:'],
  'sf-boolean': ['?0', '?1'],
  'sf-string': ['""', '"a b"', '"\\"\\\\"'],
  'sf-token': ['*', 'a', 'a/b:c', "A!#$%&'*+-.^_`|~9"],
  time: times(),
  'time-local': ['00:00:00', '23:59:59.999999999', '23:59:60'],
  uint64: ['0', '18446744073709551615'],
  unixtime: ['0', '-1', '2147483648', '1.5'],
  uri: uris(),
  'uri-reference': references(),
  'uri-template': ['', 'a', '{a}', '/{a:1}', '{?a,b}', '{+a*}', '{/a:1,b*}', '{#a}', '{&a}', '%20'],
  url: ['http://a', 'https://example.com:65535/?a=b#c', 'ftp://user:pw@example.com/'],
  uuid: [
    '00000000-0000-0000-0000-000000000000',
    'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
    '2eb8aa08-AA98-11ea-b4aa-73b441d16380',
  ],
};

/** @see https://www.rfc-editor.org/rfc/rfc3339#section-5.8 */
function moments(): string[] {
  return [
    '2000-01-01T00:00:00Z',
    '1985-04-12T23:20:50.52Z',
    '1937-01-01T12:00:27.87+00:20',
    '1990-12-31T15:59:60-08:00',
    '2024-02-29t12:00:00z',
    '0001-01-01T00:00:00-00:00',
    '9999-12-31T23:59:59.999999999+23:59',
  ];
}

function times(): string[] {
  return moments().map((moment) => moment.slice('2000-01-01T'.length));
}

/** @see https://www.rfc-editor.org/rfc/rfc3986 */
function uris(): string[] {
  return [
    ...['a:b', 'urn:a:b', 'http://a', 'HTTP://EXAMPLE.com', 'file:///a', 'mailto:a@example.com'],
    ...['http://[2001:db8::7]:8080/', 'http://user:pw@example.com:65535/a;b=c?d=e&f#g'],
    ...['http://example.com/%00', "http://-.~_!$&'()*+,;=:%40:80%2f@example.com", 'tel:+1-816'],
  ];
}

function references(): string[] {
  return ['', '#', '?', '/', '.', '../a', '//a/b', '?a=b', '#a', '%20', './a:b', ...uris()];
}
