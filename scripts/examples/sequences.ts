import { EVENT_STREAM, stringifyJson } from '../../src/contract';
import { isJsonObject, type JsonObject } from '../generate/index';

/**
 * Content of media types that are sequences, with a frame for each item of a list. A text that is framed,
 * as examples may be, stays as it is.
 *
 * @returns undefined for any other media type
 * @see https://spec.openapis.org/oas/v3.2.0#sequential-media-types
 */
export function sequenceText(essence: string, value: unknown): string | undefined {
  const sequence = SEQUENCES.find(({ mediaType }) => mediaType.test(essence));
  if (sequence === undefined) return undefined;
  if (typeof value === 'string' && sequence.framed.test(value)) return value;
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map(sequence.frame).join('');
}

interface Sequence {
  readonly mediaType: RegExp;
  /** Texts that are framed. */
  readonly framed: RegExp;
  readonly frame: (item: unknown) => string;
}

const RECORD_SEPARATOR = '\x1e';

const SEQUENCES: readonly Sequence[] = [
  {
    mediaType: new RegExp(`^${EVENT_STREAM}$`),
    framed: /^(?:data|event|id|retry)?:/m,
    frame: (item) => `${eventFields(item).map(field).join('')}\n`,
  },
  /** JSON Lines, also called NDJSON. @see https://jsonlines.org */
  {
    mediaType: /^application\/(?:x-)?(?:jsonl|ndjson|jsonlines|json-lines)$/,
    framed: /^\s*[{["]/,
    frame: (item) => `${stringifyJson(item)}\n`,
  },
  /** @see https://www.rfc-editor.org/rfc/rfc7464 */
  {
    mediaType: /^application\/(?:.*\+)?json-seq$/,
    framed: new RegExp(`^${RECORD_SEPARATOR}`),
    frame: (item) => `${RECORD_SEPARATOR}${stringifyJson(item)}\n`,
  },
];

const EVENT_FIELDS = ['event', 'id', 'retry', 'data'];

/** An object of fields of an event is the event; any other value is its data. */
function eventFields(item: unknown): (readonly [name: string, value: unknown])[] {
  return isEvent(item) ? Object.entries(item) : [['data', item]];
}

function isEvent(item: unknown): item is JsonObject {
  return (
    isJsonObject(item) &&
    'data' in item &&
    Object.keys(item).every((name) => EVENT_FIELDS.includes(name))
  );
}

/** @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream */
function field([name, value]: readonly [name: string, value: unknown]): string {
  const text = typeof value === 'string' ? value : stringifyJson(value);
  const lines = text.split(/\r\n|[\r\n]/);
  return lines.map((line) => `${name}: ${line}\n`).join('');
}
