import {
  type CompiledParameter,
  decoded,
  isJson,
  type SchemaType,
  stringifyJson,
  styleRules,
} from 'openapi-trellis/tools';
import { type JsonObject, jsonIn } from '../document';
import type { NamedText, SentBody, SentParameter } from './sent-request';

/**
 * All values that a service may read from text. Text carries no types, and frameworks differ in the texts they
 * read as a number, a boolean or a list. A text is certainly wrong only if all of them are.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#appendix-b-data-type-conversion
 */

/** Maximum number of readings of one text. */
const MAX_READINGS = 256;

type Written = string | ListOfTexts | ObjectOfTexts | ReadValue;

interface ListOfTexts {
  readonly items: readonly string[];
}

interface ObjectOfTexts {
  readonly properties: readonly WrittenProperty[];
}

interface WrittenProperty {
  readonly name: string;
  readonly ways: readonly Written[];
  /** Types that its schema admits; empty if unknown. */
  readonly types: readonly SchemaType[];
}

interface ReadValue {
  readonly value: unknown;
}

type Decode = (text: string) => string;

const trimmed: Decode = (text) => text.trim();

/** In a query, a plus sign may be a space. */
const PERCENT: readonly Decode[] = [decoded];
const QUERY: readonly Decode[] = [decoded, (text) => decoded(text.replaceAll('+', ' '))];
const DECODINGS = { path: PERCENT, query: QUERY, header: [trimmed], cookie: [decoded, String] };

/** The readings of a parameter that was sent; undefined if there are too many. */
export function parameterReadings(parameter: SentParameter): readonly unknown[] | undefined {
  const { compiled, texts, members, types } = parameter;
  const decodings = DECODINGS[compiled.in];
  const [only, ...others] = texts;
  // For a single value, other readings have types that the schema does not admit.
  const isSingle = types.length > 0 && !types.includes('array') && !types.includes('object');
  if (isSingle && only !== undefined && others.length === 0 && isPlainStyle(compiled)) {
    return readingsOf(decodings.map((decode) => decode(only)));
  }
  const ways = decodings.flatMap((decode) => [
    ...waysOfTexts(texts, decode, compiled.name),
    ...waysOfMembers(compiled.name, members, decode),
  ]);
  return readingsOf(ways);
}

/** True for a value without a name or prefix before it that is not JSON. */
function isPlainStyle({ serialization }: CompiledParameter): boolean {
  return 'style' in serialization && styleRules(serialization.style).prefix === undefined;
}

export function textReadings(text: string): readonly unknown[] | undefined {
  return readingsOf(waysOfTexts([text], String));
}

/** The readings of a text as one value, which are among all of its readings. */
export function scalarReadings(text: string): readonly unknown[] {
  return SCALARS.map((read) => read(text));
}

/** The readings of a header value, in which commas separate and surrounding spaces are ignored. */
export function headerReadings(text: string): readonly unknown[] | undefined {
  const ways = waysOfTexts([text], trimmed);
  const isWhole = (way: Written): boolean =>
    typeof way !== 'string' && 'items' in way && way.items.length === 1;
  return readingsOf(text.includes(',') ? ways.filter((way) => !isWhole(way)) : ways);
}

/**
 * The readings of a form.
 *
 * @param fields decoded fields, in order
 * @param typesOf the types that the schema of a field admits; others are not tried
 */
function formReadings(
  fields: readonly NamedText[],
  typesOf: (name: string) => readonly SchemaType[],
): readonly unknown[] | undefined {
  return readingsOf([{ properties: propertiesOf(fields, String, typesOf) }]);
}

/** The ways to read the texts of one name. @param name the name that the style `matrix` repeats */
function waysOfTexts(texts: readonly string[], decode: Decode, name = ''): Written[] {
  const [only, ...others] = texts;
  if (only === undefined) return [];
  if (others.length > 0) return [{ items: texts.map(decode) }, ...texts.map(decode)];
  const bare = only.replace(/^[.;]/, '');
  const starts = [only, bare, bare.startsWith(`${name}=`) ? bare.slice(name.length + 1) : bare];
  return [...new Set(starts)].flatMap((text) => waysOfText(text, decode, name));
}

/** Delimiters of the styles, literal and percent-encoded. */
const DELIMITERS = [/,/, /\|/, / /, /\./, /;/, /%2c/i, /%7c/i, /%20/, /\+/];

function waysOfText(text: string, decode: Decode, name: string): Written[] {
  const single = decode(text);
  const ways: Written[] = [single, { items: [single] }, ...jsonWays(single)];
  if (text === '') ways.push({ items: [] }, { properties: [] });
  for (const delimiter of DELIMITERS) {
    const pieces = text.split(delimiter);
    const isPair = pieces.every((piece) => piece.includes('='));
    if (pieces.length === 1 && !isPair) continue;
    const plain = pieces.map((piece) => piece.replace(`${name}=`, ''));
    ways.push({ items: pieces.map(decode) }, { items: plain.map(decode) });
    if (isPair) ways.push({ properties: plainProperties(pieces.map(pairOf), decode) });
    if (pieces.length % 2 === 0)
      ways.push({ properties: plainProperties(byTurns(pieces), decode) });
  }
  return ways;
}

function jsonWays(text: string): ReadValue[] {
  const value = /^\s*[[{"]/.test(text) ? jsonIn(text, finite) : undefined;
  return value === undefined ? [] : [{ value }];
}

/** The number nearest to one beyond the greatest double, which JSON.parse reads as Infinity. */
function finite(_: string, value: unknown): unknown {
  const isBeyond = value === Infinity || value === -Infinity;
  return isBeyond ? Math.sign(value) * Number.MAX_VALUE : value;
}

function pairOf(text: string): NamedText {
  const [name = '', ...value] = text.split('=');
  return [name, value.join('=')];
}

function byTurns(pieces: readonly string[]): NamedText[] {
  return pieces.flatMap((piece, index) =>
    index % 2 === 0 ? [[piece, pieces[index + 1] ?? ''] as const] : [],
  );
}

/** The object of names such as `filter[color]`, and the object of all names. */
function waysOfMembers(name: string, members: readonly NamedText[], decode: Decode): Written[] {
  const inBrackets = members
    .filter(([other]) => other.startsWith(`${name}[`) && other.endsWith(']'))
    .map(([other, text]) => [other.slice(name.length + 1, -1), text] as const);
  return [inBrackets, members]
    .filter((own) => own.length > 0)
    .map((own) => ({ properties: propertiesOf(own, decode) }));
}

function propertiesOf(
  fields: readonly NamedText[],
  decode: Decode,
  typesOf: (name: string) => readonly SchemaType[] = () => [],
  waysOf = (texts: readonly string[]): readonly Written[] => waysOfTexts(texts, decode),
): readonly WrittenProperty[] {
  const names = [...new Set(fields.map(([name]) => name))];
  return names.map((name) => {
    const texts = fields.filter(([other]) => other === name).map(([, text]) => text);
    return { name: decode(name), ways: waysOf(texts), types: typesOf(name) };
  });
}

/** Properties written in one text, whose values have no structure. */
function plainProperties(fields: readonly NamedText[], decode: Decode): readonly WrittenProperty[] {
  return propertiesOf(fields, decode, undefined, (given) => {
    const texts = given.map(decode);
    return texts.length > 1 ? [{ items: texts }] : texts;
  });
}

function readingsOf(ways: readonly Written[]): readonly unknown[] | undefined {
  const readings = new Map<string, unknown>();
  for (const way of ways) {
    const more = readingsOfWay(way);
    if (more === undefined) return undefined;
    for (const value of more) readings.set(stringifyJson(value), value);
    if (readings.size > MAX_READINGS) return undefined;
  }
  return [...readings.values()];
}

function readingsOfWay(way: Written): readonly unknown[] | undefined {
  if (typeof way === 'string') return scalarReadings(way);
  if ('value' in way) return [way.value];
  if ('items' in way) return [...SCALARS, natural].map((read) => way.items.map(read));
  let objects: JsonObject[] = [{}];
  for (const { name, ways, types } of way.properties) {
    const all = readingsOf(ways);
    const admitted = all?.filter(
      (value) => types.length === 0 || typesOfValue(value).some((type) => types.includes(type)),
    );
    // If no reading is admitted, one that is not makes the object invalid.
    const values = admitted?.length === 0 ? all?.slice(0, 1) : admitted;
    if (values === undefined || objects.length * values.length > MAX_READINGS) return undefined;
    objects = objects.flatMap((object) =>
      values.map((value) => Object.fromEntries([...Object.entries(object), [name, value]])),
    );
  }
  return objects;
}

function typesOfValue(value: unknown): readonly SchemaType[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  switch (typeof value) {
    case 'string':
      return ['string'];
    case 'boolean':
      return ['boolean'];
    case 'number':
    case 'bigint':
      return ['integer', 'number'];
    default:
      return ['object'];
  }
}

const NUMBER = /^[+-]?(?:\d[\d_]*)?\.?\d+\.?(?:e[+-]?\d+)?$|^0[xob][\da-f]+$/i;
const TRUE = /^(?:true|t|yes|y|on|1)$/i;
const FALSE = /^(?:false|f|no|n|off|0)?$/i;
const NULL = /^(?:null|none|nil)?$/i;

function numberOf(text: string): unknown {
  if (text === '') return 0;
  const digits = text.trim().replaceAll('_', '').replace(/^\+/, '');
  if (/^-?\d+$/.test(digits))
    return Number.isSafeInteger(Number(digits)) ? Number(digits) : BigInt(digits);
  const number = NUMBER.test(text.trim()) ? Number(digits) : NaN;
  return Number.isFinite(number) ? number : text;
}

function booleanOf(text: string): unknown {
  return TRUE.test(text) ? true : FALSE.test(text) ? false : text;
}

const SCALARS: readonly ((text: string) => unknown)[] = [
  String,
  (text) => text.trim(),
  numberOf,
  booleanOf,
  (text) => (NULL.test(text) ? null : text),
];

function natural(text: string): unknown {
  const [likeliest = text] = [numberOf, booleanOf]
    .map((read) => read(text))
    .filter((value) => value !== text);
  return likeliest;
}

/** The result for content that does not conform to its media type. */
export const MALFORMED = 'malformed';

/**
 * The values that a service may read from content.
 *
 * @returns undefined if the media type has no known readings, or if there are too many
 */
export async function bodyReadings(
  body: SentBody,
): Promise<readonly unknown[] | typeof MALFORMED | undefined> {
  if (isJson(body.mediaType)) {
    const value = jsonIn(body.text);
    return value === undefined ? MALFORMED : [value];
  }
  if (FORMS.includes(body.mediaType)) {
    const fields = await formFields(body);
    return fields === MALFORMED ? fields : formReadings(fields, body.typesOf);
  }
  return body.mediaType === 'text/plain' ? textReadings(body.text) : undefined;
}

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** The fields of a form as a browser's parser reads them; a file becomes its text. */
async function formFields({
  bytes,
  contentType,
}: SentBody): Promise<readonly NamedText[] | typeof MALFORMED> {
  const response = new Response(bytes, { headers: { 'Content-Type': contentType } });
  try {
    // Deprecated for servers because it holds the form in memory, where it is here anyway.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    const entries = [...(await response.formData())];
    return await Promise.all(
      entries.map(
        async ([name, value]) =>
          [name, typeof value === 'string' ? value : await value.text()] as const,
      ),
    );
  } catch {
    return MALFORMED;
  }
}
