import { LF, type RecordEnd } from './record-splitter';

/**
 * Records and fields of comma-separated values.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4180#section-2
 */

const QUOTE = 0x22;
const COMMA = 0x2c;
const CR = 0x0d;

/** The position of the next byte. */
enum Place {
  FieldStart,
  Unquoted,
  Quoted,
  /** After a quote in a quoted field, which ends the field unless another quote follows. */
  QuoteInQuoted,
}

/** A newline ends a record unless it is in a quoted field. */
export class CsvRecordEnd implements RecordEnd {
  newlines = 0;
  private place = Place.FieldStart;
  private hasEnded = false;

  find(bytes: Buffer, from: number): number {
    if (this.hasEnded) this.newlines = 0;
    this.hasEnded = false;
    let { place } = this;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at];
      if (place === Place.Quoted) {
        if (byte === QUOTE) place = Place.QuoteInQuoted;
        else if (byte === LF) this.newlines++;
      } else if (byte === LF) {
        this.place = Place.FieldStart;
        this.hasEnded = true;
        return at;
      } else if (byte === COMMA) place = Place.FieldStart;
      else if (byte === QUOTE && place !== Place.Unquoted) place = Place.Quoted;
      else place = Place.Unquoted;
    }
    this.place = place;
    return -1;
  }
}

/** A field without its quotes. */
export interface CsvField {
  readonly text: string;
  readonly isQuoted: boolean;
}

/**
 * The fields of a record.
 *
 * @param record UTF-8, without the newline at its end
 * @returns the fields, at least one; or the fault, as the end of a sentence that begins with the record
 */
export function parseFields(record: Buffer, maxFields: number): readonly CsvField[] | string {
  const bytes = record.at(-1) === CR ? record.subarray(0, -1) : record;
  const fields: CsvField[] = [];
  for (let at = 0; ; at++) {
    if (fields.length === maxFields) return `has more than ${maxFields} fields`;
    const end = bytes[at] === QUOTE ? endOfQuoted(bytes, at) : endOfUnquoted(bytes, at);
    if (typeof end === 'string') return end;
    fields.push(fieldOf(bytes, at, end));
    if (end === bytes.length) return fields;
    at = end;
  }
}

/** The index after the closing quote. */
function endOfQuoted(bytes: Buffer, start: number): number | string {
  let at = start + 1;
  for (;;) {
    at = bytes.indexOf(QUOTE, at) + 1;
    if (at === 0) return `lacks the closing quote of the field that begins ${placeOf(start)}`;
    if (bytes[at] !== QUOTE) break;
    at++;
  }
  if (at === bytes.length || bytes[at] === COMMA) return at;
  return `has text after the closing quote ${placeOf(at - 1)}: expected a comma or the end of the line`;
}

function endOfUnquoted(bytes: Buffer, start: number): number | string {
  for (let at = start; at < bytes.length; at++) {
    if (bytes[at] === COMMA) return at;
    if (bytes[at] !== QUOTE) continue;
    return `has a quote inside an unquoted field ${placeOf(at)}: quote the field and double the quote`;
  }
  return bytes.length;
}

function placeOf(index: number): string {
  return `at byte ${index + 1}`;
}

function fieldOf(bytes: Buffer, start: number, end: number): CsvField {
  const isQuoted = bytes[start] === QUOTE;
  if (!isQuoted) return { text: bytes.toString('utf8', start, end), isQuoted };
  return { text: bytes.toString('utf8', start + 1, end - 1).replaceAll('""', '"'), isQuoted };
}

const NEEDS_QUOTES = /[",\r\n]/;

/** A field of an export: quoted where necessary, and where the text is empty; without a text, nothing. */
export function csvField(text: string | undefined): string {
  if (text === undefined) return '';
  return text === '' || NEEDS_QUOTES.test(text) ? quotedField(text) : text;
}

export function quotedField(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
