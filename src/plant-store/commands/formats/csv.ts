import { isUtf8 } from 'node:buffer';
import {
  describeError,
  type ParsedJson,
  quote,
  type ValidationError,
  ValueReader,
} from '../../../contract';
import type { Plant } from '../../plants/plant-store';
import { readField, withoutGuard, type Backslashes, type Column } from './csv-columns';
import { otherSeparator, readHeader } from './csv-header';
import { CsvRecordEnd, parseFields, type CsvField } from './csv-record';
import { decodePlant } from './new-plant';
import { FileFormatError, type PlantReader, type PlantSink } from './plant-reader';
import { RecordSplitter, type RawRecord } from './record-splitter';
import { tooLarge } from './too-large';

/**
 * Comma-separated values with a header row, whose names state how texts are written (csv-columns.ts). An absent tag is
 * an empty field; an empty tag is `""`, or a lone apostrophe where it is guarded.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */

/** The most header fields parsed to report unknown ones. */
const MAX_HEADER_FIELDS = 100;

export class CsvReader implements PlantReader {
  private readonly splitter: RecordSplitter;
  /** The columns in the order of the file, after the header row. */
  private columns: readonly Column[] | undefined;

  /** @param backslashes their meaning where the header does not state it */
  constructor(
    private readonly maxRecordBytes: number,
    private readonly backslashes: Backslashes,
  ) {
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
      this.columns = this.header(record);
      return;
    }
    const read = this.plantOf(record, this.columns);
    if (typeof read === 'string') sink.problem(record.line, read);
    else sink.plant(record.line, read);
  }

  /** @throws FileFormatError when the record is not a header row of plants */
  private header(record: RawRecord): readonly Column[] {
    const fail = (problem: string): never => {
      throw new FileFormatError(record.line, problem);
    };
    const separator = otherSeparator(String(record.bytes));
    if (separator !== undefined)
      return fail(`The fields are separated by ${separator}; use commas`);
    const fields = fieldsOf(record, MAX_HEADER_FIELDS, this.maxRecordBytes);
    if (typeof fields === 'string') return fail(`${fields}; a header row was expected`);
    const columns = readHeader(fields.map(({ text }) => text));
    return typeof columns === 'string' ? fail(columns) : columns;
  }

  /** The plant of a record, or its fault. */
  private plantOf(record: RawRecord, columns: readonly Column[]): Plant | string {
    const fields = fieldsOf(record, columns.length, this.maxRecordBytes);
    if (typeof fields === 'string') return fields + rangeOf(record);
    if (fields.length < columns.length) {
      return `The line has ${fields.length} of the ${columns.length} fields that the header names`;
    }
    const value = valueOf(columns, fields, this.backslashes);
    if (typeof value === 'string') return value;
    const decoded = decodePlant(value);
    return 'plant' in decoded ? decoded.plant : describeColumnError(decoded.error);
  }
}

/** The fields, or the record's fault. */
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

/** An unreadable record is skipped entirely; its quotes determine where it ends. */
function rangeOf({ line, lastLine }: RawRecord): string {
  return line === lastLine ? '' : `; the lines to ${lastLine} belong to it and are left out`;
}

/** The properties of the fields, or the fault of one. */
function valueOf(
  columns: readonly Column[],
  fields: readonly CsvField[],
  backslashes: Backslashes,
): ParsedJson | string {
  const value: Partial<Record<keyof Plant, unknown>> = {};
  const reader = new ValueReader({}, String, 'first');
  for (const [index, column] of columns.entries()) {
    const { text = '', isQuoted = false } = fields[index] ?? {};
    const { property, writing } = column;
    if (text === '' && (!isQuoted || writing === 'guarded')) continue;
    if (property === 'id') {
      const id = writing === 'guarded' ? withoutGuard(text) : text;
      if (!PLAIN_INTEGER.test(id)) return describeOddId(id);
      value.id = reader.value(['integer'], id, value, 'id');
    } else {
      value[property] = readField(text, column, backslashes);
      if (value[property] === undefined) return describeAmbiguous(property);
    }
  }
  return { value, exact: reader.exact };
}

const PLAIN_INTEGER = /^-?(?:0|[1-9]\d*)$/;

/** A number in a spreadsheet's notation, possibly rounded. */
const OTHER_NUMBER = /^[-+]?\d+(?:[.,]\d*(?:E[-+]?\d+)?|E[-+]?\d+)$/i;

function describeOddId(text: string): string {
  const fault = `The column "id" must be an integer in plain digits, not ${quote(text)}`;
  if (!OTHER_NUMBER.test(text)) return fault;
  return `${fault}, which a spreadsheet may have rounded; format the column as text, or as a number without decimals, and take the id from where it came from`;
}

function describeAmbiguous(property: keyof Plant): string {
  return `The column ${JSON.stringify(property)} has backslashes that an export of an earlier version wrote for other characters; say --backslashes escaped for such an export, else --backslashes literal`;
}

function describeColumnError(error: ValidationError): string {
  if (error.instancePath === '') return `The line ${describeError(error)}`;
  const column = JSON.stringify(error.instancePath.slice(1));
  return `The column ${column} ${describeError({ ...error, instancePath: '' })}`;
}

function isBlank(bytes: Buffer): boolean {
  return bytes.length === 0 || (bytes.length === 1 && bytes[0] === 0x0d);
}
