import type { Random } from '../../random';

/**
 * Strings of the formats of JSON Schema and of OpenAPI's registry. What is not here takes any text.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3
 * @see https://spec.openapis.org/registry/format/
 */
export const stringFormats: Readonly<Record<string, (random: Random) => string>> = {
  binary: words,
  byte: (random) => Buffer.from(words(random)).toString('base64'),
  base64url: (random) => Buffer.from(words(random)).toString('base64url'),
  date,
  'date-time': (random) => `${date(random)}T${time(random)}`,
  duration: (random) => `P${random.integer(1, 30)}DT${random.integer(1, 23)}H`,
  email: (random) => `${word(random)}@example.com`,
  hostname: (random) => `${word(random)}.example.com`,
  'idn-email': (random) => `${word(random)}@example.com`,
  'idn-hostname': (random) => `${word(random)}.example.com`,
  ipv4: (random) => `192.0.2.${random.integer(1, 254)}`,
  ipv6: (random) => `2001:db8::${random.integer(1, 0xffff).toString(16)}`,
  iri: uri,
  'iri-reference': (random) => `/${word(random)}`,
  'iso-date-time': (random) => `${date(random)}T${time(random)}`,
  'iso-time': time,
  'json-pointer': (random) => `/${word(random)}`,
  password: (random) => `${word(random)}-${random.integer(1000, 9999)}`,
  regex: () => '^[a-z]+$',
  'relative-json-pointer': (random) => `${random.integer(0, 2)}/${word(random)}`,
  time,
  uri,
  'uri-reference': (random) => `/${word(random)}`,
  'uri-template': (random) => `https://example.com/${word(random)}/{id}`,
  url: uri,
  uuid,
};

const WORDS = [
  ...['acorn', 'alder', 'amber', 'aspen', 'birch', 'briar', 'cedar', 'clover', 'cypress', 'dune'],
  ...['ember', 'fern', 'fjord', 'grove', 'heath', 'iris', 'ivy', 'juniper', 'larch', 'laurel'],
  ...['linden', 'maple', 'meadow', 'moss', 'oak', 'olive', 'pine', 'poplar', 'reed', 'river'],
  ...['rowan', 'sage', 'sorrel', 'spruce', 'stone', 'thistle', 'thyme', 'willow', 'yarrow', 'yew'],
];

/** A word of a few letters. */
export function word(random: Random): string {
  return random.pick(WORDS);
}

/** Two words. */
export function words(random: Random): string {
  return `${word(random)} ${word(random)}`;
}

function uri(random: Random): string {
  return `https://example.com/${word(random)}`;
}

/** February has 28 days every year. */
function date(random: Random): string {
  return `20${padded(random.integer(0, 29))}-${padded(random.integer(1, 12))}-${padded(random.integer(1, 28))}`;
}

function time(random: Random): string {
  const parts = [random.integer(0, 23), random.integer(0, 59), random.integer(0, 59)];
  return `${parts.map(padded).join(':')}Z`;
}

function padded(value: number): string {
  return String(value).padStart(2, '0');
}

/** Version 4, variant 1 (RFC 9562, section 5.4). */
function uuid(random: Random): string {
  const digits = (count: number): string =>
    Array.from({ length: count }, () => random.integer(0, 15).toString(16)).join('');
  return `${digits(8)}-${digits(4)}-4${digits(3)}-${random.pick(['8', '9', 'a', 'b'])}${digits(3)}-${digits(12)}`;
}
