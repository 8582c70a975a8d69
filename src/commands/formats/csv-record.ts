import { LF, type RecordEnd } from './record-splitter';

/**
 * Records and fields of comma-separated values.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4180#section-2
 */

const QUOTE = 0x22;
const COMMA = 0x2c;

/** Where the next byte stands. */
enum Place {
  FieldStart,
  Unquoted,
  Quoted,
  /** After a quote in a quoted field, which ends it unless another one follows. */
  QuoteInQuoted,
}

/** A newline ends a record unless it stands in a quoted field. */
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
 * @param record without the newline at its end
 * @returns the fields, of which there is one at least; or what is wrong, as the end of a sentence that
 *   begins with the record
 */
export function parseFields(record: string, maxFields: number): readonly CsvField[] | string {
  const text = record.endsWith('\r') ? record.slice(0, -1) : record;
  const fields: CsvField[] = [];
  for (let at = 0; ; at++) {
    if (fields.length === maxFields) return `has more than ${maxFields} fields`;
    const end = text[at] === '"' ? endOfQuoted(text, at) : endOfUnquoted(text, at);
    if (typeof end === 'string') return end;
    fields.push(fieldOf(text, at, end));
    if (end === text.length) return fields;
    at = end;
  }
}

/** The index after the closing quote. */
function endOfQuoted(text: string, start: number): number | string {
  let at = start + 1;
  for (;;) {
    at = text.indexOf('"', at) + 1;
    if (at === 0) return `lacks the closing quote of the field that begins ${placeOf(start)}`;
    if (text[at] !== '"') break;
    at++;
  }
  if (at === text.length || text[at] === ',') return at;
  return `has text after the closing quote ${placeOf(at - 1)}: expected a comma or the end of the line`;
}

function endOfUnquoted(text: string, start: number): number | string {
  const comma = text.indexOf(',', start);
  const end = comma === -1 ? text.length : comma;
  const quote = text.indexOf('"', start);
  if (quote === -1 || quote > end) return end;
  return `has a quote inside an unquoted field ${placeOf(quote)}: quote the field and double the quote`;
}

function placeOf(index: number): string {
  return `at character ${index + 1}`;
}

function fieldOf(text: string, start: number, end: number): CsvField {
  if (text[start] !== '"') return { text: text.slice(start, end), isQuoted: false };
  return { text: text.slice(start + 1, end - 1).replaceAll('""', '"'), isQuoted: true };
}

const NEEDS_QUOTES = /[",\r\n]/;

/** A field of an export: quoted where it must be, and where it is empty; without a text it is only empty. */
export function csvField(text: string | undefined): string {
  if (text === undefined) return '';
  return text === '' || NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
