import { FramingError, type TextFraming } from '../framing';

/**
 * Writes the items of sequential media types.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#sequential-media-types
 */

/** The octet before each text of a JSON text sequence (RFC 7464, section 2.2). */
const RECORD_SEPARATOR = '\x1e';

/**
 * An item as it is sent.
 *
 * @param json the item as JSON text, without line breaks
 * @throws FramingError for what is no event
 */
export function frameItem(framing: TextFraming, json: string): string {
  switch (framing) {
    case 'lines':
      return `${json}\n`;
    case 'records':
      return `${RECORD_SEPARATOR}${json}\n`;
    case 'events':
      return frameEvent(JSON.parse(json));
  }
}

/** The fields of an event, in the order in which they are written. */
const EVENT_FIELDS: Readonly<Record<string, (name: string, value: unknown) => string>> = {
  event: eventLine,
  id: eventLine,
  retry: retryLine,
  data: dataLines,
};

/**
 * An event: a line for each of its fields and each line of its data, and an empty one. Every kind of line
 * break in the data arrives as a line feed.
 *
 * @throws FramingError for what no event can say
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
function frameEvent(event: unknown): string {
  if (typeof event !== 'object' || event === null) throw new FramingError('must be an object');
  const fields = new Map(Object.entries(event));
  const known = Object.keys(EVENT_FIELDS);
  const unknown = [...fields.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new FramingError(
      `has the property "${unknown}", and events have only ${known.join(', ')}`,
    );
  }
  const lines = Object.entries(EVENT_FIELDS).map(([name, write]) =>
    fields.has(name) ? write(name, fields.get(name)) : '',
  );
  return `${lines.join('')}\n`;
}

function dataLines(name: string, value: unknown): string {
  if (typeof value !== 'string') throw mustBe(name, 'a string; write a value of JSON as its text');
  return value
    .split(/\r\n|\r|\n/)
    .map((line) => `${name}: ${line}\n`)
    .join('');
}

/** Clients ignore an id with NUL. */
function eventLine(name: string, value: unknown): string {
  if (typeof value !== 'string' || /[\r\n\0]/.test(value))
    throw mustBe(name, 'a string of one line');
  return `${name}: ${value}\n`;
}

/** Clients ignore a time that is not written in digits alone. */
function retryLine(name: string, value: unknown): string {
  if (!Number.isSafeInteger(value) || Number(value) < 0) {
    throw mustBe(name, 'an integer of milliseconds, 0 or more');
  }
  return `${name}: ${Number(value)}\n`;
}

function mustBe(name: string, what: string): FramingError {
  return new FramingError(`at "/${name}" must be ${what}`);
}
