import { EVENT_STREAM } from './media-type';

/**
 * How a sequential media type sets its items apart: JSON texts, one a line; JSON texts behind record
 * separators; or server-sent events.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#sequential-media-types
 * @see https://jsonlines.org
 * @see https://www.rfc-editor.org/rfc/rfc7464
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export type TextFraming = 'lines' | 'records' | 'events';

/** The same, or by the parts of a multipart type. @see https://www.rfc-editor.org/rfc/rfc2046#section-5.1 */
export type Framing = TextFraming | 'parts';

/** None of the types of JSON Lines is registered, so it has several names. */
const LINE_TYPES: ReadonlySet<string> = new Set(
  ['jsonl', 'x-jsonl', 'ndjson', 'x-ndjson'].map((name) => `application/${name}`),
);

/**
 * The framing of a media type; undefined where it has no items. The parts of a form are fields.
 *
 * @param essence `type/subtype` in lower case
 * @see https://www.rfc-editor.org/rfc/rfc8091 for the suffix `+json-seq`
 */
export function framingOf(essence: string): Framing | undefined {
  if (LINE_TYPES.has(essence)) return 'lines';
  if (essence === 'application/json-seq' || essence.endsWith('+json-seq')) return 'records';
  if (essence === EVENT_STREAM) return 'events';
  return /^multipart\/(?!form-data$|\*)/.test(essence) ? 'parts' : undefined;
}

/** What cannot be written as an item of its media type. The message is the end of a sentence about it. */
export class FramingError extends Error {
  override readonly name = 'FramingError';
}
