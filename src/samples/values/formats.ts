import type { Choices } from './choices';

/**
 * Strings of the formats of JSON Schema and of OpenAPI's registry. What is not here takes any text.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3
 * @see https://spec.openapis.org/registry/format/
 */
export const stringFormats: Readonly<Record<string, (choices: Choices) => string>> = {
  binary: words,
  byte: (choices) => Buffer.from(words(choices)).toString('base64'),
  base64url: (choices) => Buffer.from(words(choices)).toString('base64url'),
  date,
  'date-time': (choices) => `${date(choices)}T${time(choices)}`,
  duration: (choices) => `P${choices.integer(1, 30)}DT${choices.integer(1, 23)}H`,
  email: (choices) => `${word(choices)}@example.com`,
  hostname: (choices) => `${word(choices)}.example.com`,
  'idn-email': (choices) => `${word(choices)}@example.com`,
  'idn-hostname': (choices) => `${word(choices)}.example.com`,
  ipv4: (choices) => `192.0.2.${choices.integer(1, 254)}`,
  ipv6: (choices) => `2001:db8::${choices.integer(1, 0xffff).toString(16)}`,
  iri: uri,
  'iri-reference': (choices) => `/${word(choices)}`,
  'iso-date-time': (choices) => `${date(choices)}T${time(choices)}`,
  'iso-time': time,
  'json-pointer': (choices) => `/${word(choices)}`,
  password: (choices) => `${word(choices)}-${choices.integer(1000, 9999)}`,
  regex: () => '^[a-z]+$',
  'relative-json-pointer': (choices) => `${choices.integer(0, 2)}/${word(choices)}`,
  time,
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

/** A word of a few letters. */
export function word(choices: Choices): string {
  return choices.pick(WORDS);
}

/** Two words. */
export function words(choices: Choices): string {
  return `${word(choices)} ${word(choices)}`;
}

function uri(choices: Choices): string {
  return `https://example.com/${word(choices)}`;
}

/** February has 28 days every year. */
function date(choices: Choices): string {
  return `20${padded(choices.integer(0, 29))}-${padded(choices.integer(1, 12))}-${padded(choices.integer(1, 28))}`;
}

function time(choices: Choices): string {
  const parts = [choices.integer(0, 23), choices.integer(0, 59), choices.integer(0, 59)];
  return `${parts.map(padded).join(':')}Z`;
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
