import { canonicalText, quote } from '../../contract';
import {
  childPointer,
  isJsonObject,
  type LoadedContract,
  type ValueGenerator,
} from '../../generate/index';
import { isMarked, itemOf, keywordOf, mayBeNull, memberOf, type Part } from '../../resources/index';

/** True for two JSON values that are both there, and the same whatever the order of their properties. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === undefined || other === undefined) return false;
  return canonicalText(one) === canonicalText(other);
}

export interface Difference {
  readonly place: string;
  readonly sent: unknown;
  readonly came: unknown;
}

/** What two values are compared by: the schemas of each. */
interface Sides {
  readonly loaded: LoadedContract;
  readonly maker: ValueGenerator;
  readonly sent: Part;
  readonly came: Part;
}

/**
 * The places where a value that was sent did not come back, as far as both sides describe them. Numbers are
 * compared exactly. Nothing is said of what a service may well change: what is `readOnly` or `writeOnly`,
 * texts of formats with several forms, the order of a list, empty values that are left out, values of an
 * `enum`, secrets; nor of `null` where what came cannot be, and of what only alternatives have that it is none of.
 *
 * @param same takes each place that is the same
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
  if (came === undefined) return isEmpty(sent) ? [] : [{ place, sent, came }];
  if (isJsonObject(sent) && isJsonObject(came)) {
    return Object.entries(sent).flatMap(([name, member]) => {
      const [of, at] = [memberOf(sides.loaded, sides.sent, name), childPointer(place, name)];
      const to = memberOf(sides.loaded, sides.came, name);
      if (of === undefined || to === undefined || SECRET.test(name)) return [];
      const now = ownMember(came, name);
      if (now === undefined && !mayHave(sides, came, name)) return [];
      return differences({ ...sides, sent: of, came: to }, member, now, same, at);
    });
  }
  if (isState(sides.sent, sent)) return [];
  if (Array.isArray(sent) && Array.isArray(came)) {
    return differencesOfLists(sides, sent, came, same, place);
  }
  if (isSame(sides, sent, came)) {
    same(place);
    return [];
  }
  return typeof sent === typeof came || isNumeric(sent, came) ? [{ place, sent, came }] : [];
}

/** True where schemas that an object fits name the member. */
function mayHave({ loaded, maker, came }: Sides, object: object, name: string): boolean {
  const fits = ({ pointer }: Part['places'][number]): boolean =>
    maker.errorOf(pointer, 'response', object) === undefined;
  return memberOf(loaded, { places: came.places.filter(fits) }, name) !== undefined;
}

const SECRET = /passw|secret|token|credential|pin$/i;

function ownMember(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

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
  if (sent.length !== came.length) return [{ place, sent, came }];
  return sent.flatMap((item, index) => {
    const inner = {
      ...sides,
      sent: itemOf(sides.loaded, sides.sent, index),
      came: itemOf(sides.loaded, sides.came, index),
    };
    return differences(inner, item, came[index], same, childPointer(place, index));
  });
}

/** What the document says is not stored as it is sent. */
function isExempt({ sent, came }: Sides): boolean {
  return [sent, came].some(
    (part) =>
      isMarked(part, 'readOnly') ||
      isMarked(part, 'writeOnly') ||
      keywordOf(part, 'contentEncoding').length > 0,
  );
}

/** What has few values may be moved on by the service, such as a status. */
export function isState(part: Part, value: unknown): boolean {
  return (
    typeof value === 'boolean' ||
    keywordOf(part, 'enum').length > 0 ||
    keywordOf(part, 'const').length > 0
  );
}

/** The other values that a member with few of them may have. */
export function otherStates(part: Part, value: unknown): unknown[] {
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

function isNumeric(sent: unknown, came: unknown): boolean {
  return [sent, came].every((value) => typeof value === 'number' || typeof value === 'bigint');
}

function isSame(sides: Sides, sent: unknown, came: unknown): boolean {
  if (typeof sent === 'string' && typeof came === 'string') return isSameText(sides, sent, came);
  if (isNumeric(sent, came)) return isSameNumber(sides, sent, came);
  return canonicalText(sent) === canonicalText(came);
}

/** Formats in which one text stands for one value. */
const EXACT_FORMATS: ReadonlySet<unknown> = new Set(['date', 'password']);

function isSameText({ sent: part, came: other }: Sides, sent: string, came: string): boolean {
  const formats = [part, other].flatMap((each) => keywordOf(each, 'format'));
  if (formats.includes('date-time')) {
    const [a, b] = [Date.parse(sent), Date.parse(came)];
    // A fraction of a second may be more than is stored.
    return Number.isNaN(a - b) || Math.abs(a - b) < 1000;
  }
  if (formats.some((format) => !EXACT_FORMATS.has(format))) return true;
  return fold(sent) === fold(came);
}

/** Texts are often trimmed, or stored in one case, and no document says so. */
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
 * True for a difference that shows by itself that a value was damaged and not replaced by one of the
 * service's: rounded, cut off, or with characters lost, escaped or in another form.
 */
export function isDamage({ sent, came }: Difference): boolean {
  if (came === undefined) return true;
  if (isNumeric(sent, came)) {
    const [a, b] = [Number(sent), Number(came)];
    // Another small integer is another value, such as a count of the service's own.
    const rounding = Number.isInteger(a) ? 0 : 1;
    return Math.abs(a - b) <= Math.max(rounding, Math.abs(a) * 1e-6);
  }
  if (typeof sent !== 'string' || typeof came !== 'string') return false;
  if (came !== '' && sent.startsWith(came)) return true;
  // Nothing is lost where a slash is added to a URL; what is escaped begins with itself after these alone.
  if (came.startsWith(sent) && !/[&\\]$/.test(sent)) return false;
  return plainCharacters(sent) === plainCharacters(came);
}

/** The letters and digits of ASCII, without what stands for other characters. */
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
