import { frameItem, framingOf, stringifyJson, type TextFraming } from '../../contract';
import { isJsonObject } from '../../document/model/json-object';

/** Texts that are framed already, as examples may be. */
const FRAMED: Readonly<Record<TextFraming, RegExp>> = {
  events: /^(?:data|event|id|retry)?:/m,
  lines: /^\s*[{["]/,
  records: /^\x1e/, // eslint-disable-line no-control-regex -- RFC 7464 begins each text with it
};

/**
 * Content of a media type that is a sequence, with a frame for each item of a list. A text that is framed
 * stays as it is.
 *
 * @returns undefined for any other media type
 * @see https://spec.openapis.org/oas/v3.2.0#sequential-media-types
 */
export function sequenceText(essence: string, value: unknown): string | undefined {
  const framing = framingOf(essence);
  if (framing === undefined || framing === 'parts') return undefined;
  if (typeof value === 'string' && FRAMED[framing].test(value)) return value;
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const frame = framing === 'events' ? eventOf : (item: unknown): unknown => item;
  return items.map((item) => frameItem(framing, stringifyJson(frame(item)))).join('');
}

/** An object with the fields of an event is the event; any other value is its data. */
function eventOf(item: unknown): unknown {
  if (!isJsonObject(item) || !('data' in item)) return { data: textOf(item) };
  const isEvent = Object.entries(item).every(([name, value]) => EVENT_FIELDS[name]?.(value));
  return isEvent ? { ...item, data: textOf(item.data) } : { data: textOf(item) };
}

const isLine = (value: unknown): boolean => typeof value === 'string' && !/[\r\n\0]/.test(value);
const EVENT_FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  event: isLine,
  id: isLine,
  retry: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  data: () => true,
};

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}
