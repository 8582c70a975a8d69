import { memoize } from 'openapi-trellis/tools';
import type { Direction } from '../../document';
import type { GeneratedValue, MakeOptions, ValueGenerator } from './value-generator';

/**
 * Header fields whose standards give them a grammar. The grammars allow what recipients read alike beyond it: empty
 * items of lists, a semicolon at the end, and characters in parameters that only strings in quotes should have.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-5.6
 * @see https://www.iana.org/assignments/http-fields
 */

export const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
export const QUOTED = '"(?:[^"\\\\]|\\\\.)*"';
const PARAMETER = `[\\w!#$%&'*+./:=^\`|~-]+(?:${QUOTED})?`;
const PARAMETERS = `(?:[ \\t]*;(?:[ \\t]*${PARAMETER})?)*`;
const DIRECTIVE = `${TOKEN}(?:=(?:${TOKEN}|${QUOTED}))?`;
const MEDIA_TYPE = `${TOKEN}/${TOKEN}${PARAMETERS}`;
const LANGUAGE = '[A-Za-z]+(?:-[A-Za-z\\d]+)*';
const WEIGHT = '(?:[ \\t]*;[ \\t]*[Qq]=[01](?:\\.\\d*)?)?';
const TAG = '(?:W/)?"[!#-~\\x80-\\xff]*"';
const RANGE = '(?:\\d+-\\d*|-\\d+)';

/** The only form that a sender may generate. @see https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7 */
const DATE =
  '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?:0[1-9]|[12]\\d|3[01]) ' +
  '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \\d{4} ' +
  '(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60) GMT';

const PAST = 'Sat, 01 Jan 2000 00:00:00 GMT';
const FUTURE = 'Fri, 01 Jan 2100 00:00:00 GMT';

function list(item: string): string {
  return `(?:${item})?(?:[ \\t]*,(?:[ \\t]*${item})?)*`;
}

/**
 * Each grammar, with a value for each field that has it. Preconditions hold, and no value restricts a response: a
 * request gets what it would get without them. Any Expires is right for recipients (RFC 9111, section 5.3); a check
 * of its own examines challenges.
 */
const FIELDS: readonly (readonly [grammar: string, values: Readonly<Record<string, string>>])[] = [
  [DATE, { date: PAST, 'last-modified': PAST, sunset: FUTURE }],
  [DATE, { 'if-modified-since': PAST, 'if-unmodified-since': FUTURE }],
  ['.*', { expires: PAST, 'www-authenticate': 'Bearer', 'proxy-authenticate': 'Basic' }],
  [`(?:\\d+|${DATE})`, { 'retry-after': '1' }],
  // Drafts of RFC 9745 had `true` and dates.
  [`(?:@-?\\d+|true|${DATE})`, { deprecation: '@1704067200' }],
  ['\\d+', { age: '1' }],
  [TAG, { etag: '"acorn"' }],
  [`(?:\\*|${list(TAG)})`, { 'if-match': '*', 'if-none-match': '"acorn"' }],
  [`(?:${TAG}|${DATE})`, { 'if-range': '"acorn"' }],
  [`${TOKEN}=[ \\t]*${RANGE}(?:[ \\t]*,[ \\t]*${RANGE})*`, { range: 'bytes=0-' }],
  [`(?:${TOKEN} )?(?:\\d+-\\d+|\\*)/(?:\\d+|\\*)`, { 'content-range': 'bytes 0-9/10' }],
  [list(TOKEN), { allow: 'GET', vary: 'Accept-Encoding', 'accept-ranges': 'bytes' }],
  [list(TOKEN), { 'access-control-allow-methods': 'GET', 'access-control-expose-headers': 'ETag' }],
  [list(TOKEN), { 'access-control-allow-headers': 'Accept' }],
  ['(?:\\*|null|[a-z][a-z\\d+.-]*://[^\\s,/]+)', { 'access-control-allow-origin': '*' }],
  ['true|false', { 'access-control-allow-credentials': 'true' }],
  ['-?\\d+', { 'access-control-max-age': '60' }],
  [list(DIRECTIVE), { 'cache-control': 'no-cache' }],
  [list(LANGUAGE), { 'content-language': 'en' }],
  [list(`(?:\\*|${LANGUAGE})${WEIGHT}`), { 'accept-language': 'en' }],
  [list(TOKEN + WEIGHT), { 'accept-charset': 'utf-8', 'accept-encoding': 'identity' }],
  [list(MEDIA_TYPE), { 'accept-patch': 'application/json', 'accept-post': 'application/json' }],
  [
    `${TOKEN}(?:[ \\t]*;(?:[ \\t]*[!#-:=-~\\x80-\\xff]+(?:${QUOTED})?)?)*`,
    { 'content-disposition': 'attachment; filename="acorn"' },
  ],
  [list(`<[^<>]*>${PARAMETERS}`), { link: '</acorn>; rel="related"' }],
  [list(DIRECTIVE), { prefer: 'return=representation' }],
  [PARAMETER + PARAMETERS, { 'strict-transport-security': 'max-age=0' }],
  ["[\\w!#$%&'()*+,./:;=?@~[\\]-]*", { location: '/acorn', 'content-location': '/acorn' }],
  // Recipients take any name and value (RFC 6265, section 5.2).
  ['[^\\s=;][^=;]*=.*', { 'set-cookie': 'session=acorn; Path=/', cookie: 'session=acorn' }],
];

const fields = new Map<string, { readonly expression: RegExp; readonly value: string }>();
for (const [grammar, values] of FIELDS) {
  const expression = new RegExp(`^(?:${grammar})$`);
  for (const [name, value] of Object.entries(values)) fields.set(name, { expression, value });
}

/** False for the text of a field that its grammar does not have. Fields without a grammar may have any text. */
export function isWellFormed(name: string, text: string): boolean {
  return fields.get(name.toLowerCase())?.expression.test(text) ?? true;
}

/** Headers whose schemas allow nothing that the grammar has, which takes long to find. */
const excluding = memoize<ValueGenerator, Set<string>>(() => new Set());

/**
 * A value for a header: from the document's examples, else by its schema and the grammar of the field, or by the
 * schema alone where none has both.
 *
 * @param options as of ValueGenerator.make
 */
export function makeHeader(
  maker: ValueGenerator,
  pointer: string,
  direction: Direction,
  name: string,
  options: MakeOptions = {},
): GeneratedValue {
  const field = fields.get(name.toLowerCase());
  if (field === undefined) return maker.make(pointer, direction, options);
  const { expression, value } = field;
  // For schemas of texts, lists, numbers and booleans.
  const forms = [
    value,
    [value],
    ...(/^(?:\d+|true)$/.test(value) ? [JSON.parse(value) as unknown] : []),
  ];
  const place = [name, direction, pointer].join(' ');
  const ways = excluding(maker).has(place) ? [] : [{ enum: forms }, { pattern: expression.source }];
  for (const also of ways) {
    const made = maker.make(pointer, direction, { ...options, also });
    if (made.error === undefined) return made;
  }
  excluding(maker).add(place);
  return maker.make(pointer, direction, options);
}
