import { canonicalText, quote } from 'openapi-trellis/tools';
import { childPointer, isJsonObject } from '../document';
import type { LoadedContract } from '../validators';
import { errorOfValue } from '../schema';
import {
  isMarked,
  itemOf,
  keywordOf,
  mayBeNull,
  memberOf,
  type ValuePart,
  wrapperIn,
} from '../resources';

/** True for two JSON values that are both present and equal, ignoring the order of properties. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === undefined || other === undefined) return false;
  return canonicalText(one) === canonicalText(other);
}

export interface Difference {
  readonly place: string;
  readonly sent: unknown;
  readonly came: unknown;
  /** The schemas of the two values. */
  readonly sides: Sides;
}

/** Schemas of the two values that are compared. */
interface Sides {
  readonly loaded: LoadedContract;
  readonly sent: ValuePart;
  readonly came: ValuePart;
  /** Compares booleans and values of an `enum`, too. */
  readonly withStates?: true;
}

/**
 * The places where a value that was sent did not come back, as far as both schemas describe them. Numbers are
 * compared exactly. Ignores what a service may change: `readOnly` and `writeOnly` values, formats with several
 * spellings, the order of a list, empty values that are left out, values of an `enum`, and secrets. Also ignores
 * `null` if the response schema does not allow it, and members of alternatives that the response does not match.
 *
 * @param same called with each place that is equal
 */
export function differences(
  sides: Sides,
  sent: unknown,
  came: unknown,
  same: (place: string) => void,
  place = '',
): Difference[] {
  if (isExempt(sides)) return [];
  if (sent === null && !mayBeNull(sides.loaded, sides.came)) return [];
  if (came === undefined) return isEmpty(sent) ? [] : [{ place, sent, came, sides }];
  if (isJsonObject(sent) && isJsonObject(came)) {
    return Object.entries(sent).flatMap(([name, member]) => {
      const [of, at] = [memberOf(sides.loaded, sides.sent, name), childPointer(place, name)];
      const to = memberOf(sides.loaded, sides.came, name);
      if (of === undefined || to === undefined || SECRET.test(name)) return [];
      const now = Object.hasOwn(came, name) ? came[name] : undefined;
      if (now === undefined && !mayHave(sides, came, name)) return [];
      return differences({ ...sides, sent: of, came: to }, member, now, same, at);
    });
  }
  if (sides.withStates !== true && isState(sides.sent, sent)) return [];
  if (Array.isArray(sent) && Array.isArray(came)) {
    return differencesOfLists(sides, sent, came, same, place);
  }
  if (isSame(sides, sent, came)) {
    same(place);
    return [];
  }
  return typeof sent === typeof came || isNumeric(sent, came) ? [{ place, sent, came, sides }] : [];
}

/** True if a schema that the object matches describes the member. */
function mayHave({ loaded, came }: Sides, object: object, name: string): boolean {
  const fits = ({ pointer }: ValuePart['places'][number]): boolean =>
    errorOfValue(loaded.validatorAt(pointer, 'response'), object) === undefined;
  return memberOf(loaded, { places: came.places.filter(fits) }, name) !== undefined;
}

const SECRET = /passw|secret|token|credential|pin$/i;

function differencesOfLists(
  sides: Sides,
  sent: readonly unknown[],
  came: readonly unknown[],
  same: (place: string) => void,
  place: string,
): Difference[] {
  const texts = (list: readonly unknown[]): string =>
    [...new Set(list.map((item) => canonicalText(item)))].sort().join();
  if (texts(sent) === texts(came)) {
    same(place);
    return [];
  }
  if (sent.length !== came.length) return [{ place, sent, came, sides }];
  return sent.flatMap((item, index) => {
    const inner = {
      ...sides,
      sent: itemOf(sides.loaded, sides.sent, index),
      came: itemOf(sides.loaded, sides.came, index),
    };
    return differences(inner, item, came[index], same, childPointer(place, index));
  });
}

/** Values that are not stored as they are sent, according to the document. */
function isExempt({ sent, came }: Sides): boolean {
  return [sent, came].some(
    (part) =>
      isMarked(part, 'readOnly') ||
      isMarked(part, 'writeOnly') ||
      keywordOf(part, 'contentEncoding').length > 0,
  );
}

/** True for a value from a small set, such as a status, which the service may change itself. */
export function isState(part: ValuePart, value: unknown): boolean {
  return (
    typeof value === 'boolean' ||
    keywordOf(part, 'enum').length > 0 ||
    keywordOf(part, 'const').length > 0
  );
}

/** The other values of a member with a small set of values. */
export function otherStates(part: ValuePart, value: unknown): unknown[] {
  const all = typeof value === 'boolean' ? [!value] : keywordOf(part, 'enum').flat();
  return all.filter((each) => each !== null && !isEqual(each, value));
}

export function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === '' ||
    value === false ||
    Number(value) === 0 ||
    (typeof value === 'object' && Object.keys(value).length === 0)
  );
}

export function isNumeric(sent: unknown, came: unknown): boolean {
  return [sent, came].every((value) => typeof value === 'number' || typeof value === 'bigint');
}

function isSame(sides: Sides, sent: unknown, came: unknown): boolean {
  if (typeof sent === 'string' && typeof came === 'string') return isSameText(sides, sent, came);
  if (isNumeric(sent, came)) return isSameNumber(sides, sent, came);
  return canonicalText(sent) === canonicalText(came);
}

/** Formats in which each value has one spelling. */
const EXACT_FORMATS: ReadonlySet<unknown> = new Set(['date', 'password']);

function isSameText({ sent: part, came: other }: Sides, sent: string, came: string): boolean {
  const formats = [part, other].flatMap((each) => keywordOf(each, 'format'));
  if (formats.includes('date-time')) {
    const [a, b] = [Date.parse(sent), Date.parse(came)];
    // Services may not store fractions of a second.
    return Number.isNaN(a - b) || Math.abs(a - b) < 1000;
  }
  if (formats.some((format) => !EXACT_FORMATS.has(format))) return true;
  return fold(sent) === fold(came);
}

/** Services often trim texts or convert their case without documenting it. */
function fold(text: string): string {
  return text.trim().toLowerCase();
}

/** @see https://www.rfc-editor.org/rfc/rfc8259#section-6 */
function isSameNumber({ sent: part }: Sides, sent: unknown, came: unknown): boolean {
  if (canonicalText(sent) === canonicalText(came)) return true;
  const formats = keywordOf(part, 'format');
  if (formats.includes('float')) return Math.fround(Number(sent)) === Math.fround(Number(came));
  const isWide =
    ['int64', 'uint64'].some((format) => formats.includes(format)) ||
    ['minimum', 'maximum'].some((keyword) => keywordOf(part, keyword).some(isLarge));
  return !isWide && Number(sent) === Number(came);
}

function isLarge(bound: unknown): boolean {
  return Math.abs(Number(bound)) > Number.MAX_SAFE_INTEGER;
}

/**
 * True for a difference that proves damage, in contrast to a value set by the service: a value was rounded or cut
 * off, or characters were lost, escaped or converted.
 */
export function isDamage({ sent, came }: Pick<Difference, 'sent' | 'came'>): boolean {
  if (came === undefined) return true;
  if (isNumeric(sent, came)) {
    const [a, b] = [Number(sent), Number(came)];
    // Another small integer is another value, such as a count made by the service.
    const rounding = Number.isInteger(a) ? 0 : 1;
    return Math.abs(a - b) <= Math.max(rounding, Math.abs(a) * 1e-6);
  }
  if (typeof sent !== 'string' || typeof came !== 'string') return false;
  if (came !== '' && sent.startsWith(came)) return true;
  // A slash added to a URL is no damage; an escaped text begins with the original only after `&` or `\`.
  if (came.startsWith(sent) && !/[&\\]$/.test(sent)) return false;
  return plainCharacters(sent) === plainCharacters(came);
}

/** The ASCII letters and digits of a text, without character references. */
function plainCharacters(text: string): string {
  const plain = text.normalize('NFC').replace(/&[a-z]{2,6};|&#x?[0-9a-f]+;/gi, '');
  return plain.replace(/[^A-Za-z0-9]/g, '');
}

export function describeDifference({ place, sent, came }: Difference): string {
  const what = came === undefined ? 'nothing' : shown(came);
  return `${quote(place === '' ? '/' : place)} was sent as ${shown(sent)} and came back as ${what}`;
}

const MAX_SHOWN = 80;

export function shown(value: unknown): string {
  const text = canonicalText(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** The item in a response: the value itself, or its only member, such as `data`. */
export function thingIn(
  loaded: LoadedContract,
  part: ValuePart,
  json: unknown,
  like: unknown,
): { readonly value: unknown; readonly part: ValuePart } {
  const whole = { value: json, part };
  if (!isJsonObject(json) || !isJsonObject(like)) return whole;
  const name = wrapperIn(json);
  if (name === undefined || name in like) return whole;
  const member = memberOf(loaded, part, name);
  return member === undefined ? whole : { value: json[name], part: member };
}
