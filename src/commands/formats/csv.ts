import { isUtf8 } from 'node:buffer';
import { ExactNumbers } from '../../contract/json/exact-numbers';
import type { ParsedJson } from '../../contract/json/parse-json';
import { readText } from '../../contract/request/read-text';
import { describeError } from '../../contract/schema/validation-message';
import type { ValidationError } from '../../contract/schema/validation';
import type { Plant } from '../../plants/plant';
import { escapeText, unescapeText } from '../../stores/escape';
import { csvField, CsvRecordEnd, parseFields, type CsvField } from './csv-record';
import { decodePlant } from './new-plant';
import { FileFormatError, type PlantReader, type PlantSink } from './plant-reader';
import { RecordSplitter, type RawRecord } from './record-splitter';
import { tooLarge } from './too-large';

/**
 * Comma-separated values with a header row. An absent tag is an empty field, an empty one is `""`. What
 * UTF-8 or people cannot read, NUL and lone surrogates, stands escaped as in the database (escape.ts).
 *
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */

const COLUMNS: readonly string[] = ['id', 'name', 'tag'] satisfies (keyof Plant)[];
const REQUIRED: readonly string[] = ['id', 'name'];

/** Fields of a header that are looked at, to name those that are unknown. */
const MAX_HEADER_FIELDS = 100;

export class CsvReader implements PlantReader {
  private readonly splitter: RecordSplitter;
  /** The columns in the order of the file, once the header row is read. */
  private columns: readonly string[] | undefined;

  constructor(private readonly maxRecordBytes: number) {
    this.splitter = new RecordSplitter(new CsvRecordEnd(), maxRecordBytes);
  }

  read(chunk: Buffer, sink: PlantSink): void {
    for (const record of this.splitter.split(chunk)) this.tell(record, sink);
  }

  end(sink: PlantSink): void {
    for (const record of this.splitter.end()) this.tell(record, sink);
    if (this.columns === undefined) throw new FileFormatError(1, 'The header row is missing');
  }

  private tell(record: RawRecord, sink: PlantSink): void {
    if (record.bytes !== undefined && isBlank(record.bytes)) return;
    if (this.columns === undefined) {
      this.columns = readHeader(record, this.maxRecordBytes);
      return;
    }
    const read = plantOf(record, this.columns, this.maxRecordBytes);
    if (typeof read === 'string') sink.problem(record.line, read);
    else sink.plant(record.line, read);
  }
}

/** What an export begins with. */
export const CSV_HEADER = `${COLUMNS.join(',')}\r\n`;

export function csvLine({ id, name, tag }: Plant): string {
  const escapedTag = tag === undefined ? undefined : escapeText(tag);
  return `${id},${csvField(escapeText(name))},${csvField(escapedTag)}\r\n`;
}

/** @throws FileFormatError when the columns are not those of a plant */
function readHeader(record: RawRecord, maxBytes: number): readonly string[] {
  const fields = fieldsOf(record, MAX_HEADER_FIELDS, maxBytes);
  const fail = (problem: string): never => {
    throw new FileFormatError(record.line, problem);
  };
  if (typeof fields === 'string') return fail(`${fields}; a header row was expected`);
  const names = fields.map(({ text }, index) => (index === 0 ? text.replace(/^\ufeff/, '') : text));
  const quoted = (some: readonly string[]): string =>
    some.map((name) => JSON.stringify(name)).join(', ');
  const allowed = `a header row names ${quoted(REQUIRED)} and, if wanted, "tag"`;
  const unknown = names.filter((name) => !COLUMNS.includes(name));
  if (unknown.length > 0) return fail(`The header names ${quoted(unknown)}; ${allowed}`);
  const missing = REQUIRED.filter((name) => !names.includes(name));
  if (missing.length > 0) return fail(`The header lacks ${quoted(missing)}; ${allowed}`);
  if (new Set(names).size < names.length)
    return fail(`The header names a column twice; ${allowed}`);
  return names;
}

/** The plant of a record, or what is wrong with it. */
function plantOf(record: RawRecord, columns: readonly string[], maxBytes: number): Plant | string {
  const fields = fieldsOf(record, columns.length, maxBytes);
  if (typeof fields === 'string') return fields + rangeOf(record);
  if (fields.length < columns.length) {
    return `The line has ${fields.length} of the ${columns.length} fields that the header names`;
  }
  const decoded = decodePlant(valueOf(columns, fields));
  return 'plant' in decoded ? decoded.plant : describeColumnError(decoded.error);
}

/** The fields, or what is wrong with the record. */
function fieldsOf(
  { bytes }: RawRecord,
  maxFields: number,
  maxBytes: number,
): readonly CsvField[] | string {
  if (bytes === undefined) return tooLarge(maxBytes);
  if (!isUtf8(bytes)) return 'The line is not UTF-8';
  const fields = parseFields(bytes, maxFields);
  return typeof fields === 'string' ? `The line ${fields}` : fields;
}

/** A record that cannot be read is left out whole; where it ends is what its quotes say. */
function rangeOf({ line, lastLine }: RawRecord): string {
  return line === lastLine ? '' : `; the lines to ${lastLine} belong to it and are left out`;
}

/** The fields as a client would send them. */
function valueOf(columns: readonly string[], fields: readonly CsvField[]): ParsedJson {
  const value: Record<string, unknown> = {};
  const exact = new ExactNumbers();
  fields.forEach(({ text, isQuoted }, index) => {
    const column = columns[index] as keyof Plant;
    if (text === '' && !isQuoted) return;
    if (column === 'id') value.id = readText(['integer'], text, exact, value, 'id');
    else value[column] = unescapeText(text);
  });
  return { value, exact };
}

function describeColumnError(error: ValidationError): string {
  if (error.instancePath === '') return `The line ${describeError(error)}`;
  const column = JSON.stringify(error.instancePath.slice(1));
  return `The column ${column} ${describeError({ ...error, instancePath: '' })}`;
}

function isBlank(bytes: Buffer): boolean {
  return bytes.length === 0 || (bytes.length === 1 && bytes[0] === 0x0d);
}
