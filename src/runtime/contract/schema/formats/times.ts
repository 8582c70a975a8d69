/**
 * Dates and times.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6
 */

const FULL_DATE = [
  String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])`,
  String.raw`\d{4}-(?:0[13-9]|1[0-2])-(?:29|30)`,
  String.raw`\d{4}-(?:0[13578]|1[02])-31`,
  String.raw`(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29`,
].join('|');
const MINUTE = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`;
const OFFSET = `(?:Z|[+-]${MINUTE})`;
const FRACTION = String.raw`(?:\.\d+)?`;

export const DATE = new RegExp(`^(?:${FULL_DATE})$`);
const TIME = new RegExp(String.raw`^${MINUTE}:[0-5]\d${FRACTION}${OFFSET}$`, 'i');
const DATE_TIME = new RegExp(
  String.raw`^(?:${FULL_DATE})T${MINUTE}:[0-5]\d${FRACTION}${OFFSET}$`,
  'i',
);
const LEAP_TIME = new RegExp(`^(${MINUTE}):60${FRACTION}(${OFFSET})$`, 'i');
const LEAP_DATE_TIME = new RegExp(`^(${FULL_DATE})T(${MINUTE}):60${FRACTION}(${OFFSET})$`, 'i');

/** ISO 8601 also allows other forms of an offset, or none. */
const ISO = String.raw`${MINUTE}:(?:[0-5]\d|60)${FRACTION}(?:Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?`;

export const ISO_TIME = new RegExp(`^${ISO}$`, 'i');
export const ISO_DATE_TIME = new RegExp(String.raw`^(?:${FULL_DATE})[T\s]${ISO}$`, 'i');

const LOCAL = String.raw`${MINUTE}:(?:[0-5]\d|60)${FRACTION}`;

export const LOCAL_TIME = new RegExp(`^${LOCAL}$`);
export const LOCAL_DATE_TIME = new RegExp(`^(?:${FULL_DATE})T${LOCAL}$`, 'i');

const CLOCK = String.raw`${MINUTE}:(?:[0-5]\d|60)`;
const DAY = String.raw`(?:0[1-9]|[12]\d|3[01])`;
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const WEEKDAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';

/** In its preferred form, in that of RFC 850, and in that of `asctime`. @see https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7 */
export const HTTP_DATE = new RegExp(
  [
    String.raw`^${WEEKDAY}, ${DAY} ${MONTH} \d{4} ${CLOCK} GMT$`,
    String.raw`^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, ${DAY}-${MONTH}-\d\d ${CLOCK} GMT$`,
    String.raw`^${WEEKDAY} ${MONTH} (?:${DAY}| [1-9]) ${CLOCK} \d{4}$`,
  ].join('|'),
);

const TIME_PART = String.raw`T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)`;
const DATE_PART = String.raw`(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)`;

/** @see https://www.rfc-editor.org/rfc/rfc3339#appendix-A */
export const DURATION = new RegExp(
  String.raw`^P(?:${DATE_PART}(?:${TIME_PART})?|${TIME_PART}|\d+W)$`,
  'i',
);

export function isTime(text: string): boolean {
  if (TIME.test(text)) return true;
  const [, minute, offset] = LEAP_TIME.exec(text) ?? [];
  return minute !== undefined && afterLeapSecond('2000-01-01', minute, offset) % DAY_MS === 0;
}

export function isDateTime(text: string): boolean {
  if (DATE_TIME.test(text)) return true;
  const [, date = '', minute, offset] = LEAP_DATE_TIME.exec(text) ?? [];
  if (minute === undefined) return false;
  const next = afterLeapSecond(date, minute, offset);
  return next % DAY_MS === 0 && new Date(next).getUTCDate() === 1;
}

const DAY_MS = 86_400_000;

/**
 * The time after a leap second: midnight in UTC, and if there is a date, the first of a month.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3339#section-5.7
 */
function afterLeapSecond(date: string, minute: string, offset = ''): number {
  return Date.parse(`${date}T${minute}:59${offset.toUpperCase()}`) + 1000;
}
