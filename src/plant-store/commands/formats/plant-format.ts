import { extname } from 'node:path';
import type { Plant } from '../../plants/plant-store';
import { CommandError } from '../../../cli/command-line';
import { CsvReader } from './csv';
import { CSV_HEADER, csvLine, GUARDED_HEADER, guardedLine } from './csv-lines';
import { ndjsonLine, NdjsonReader } from './ndjson';
import type { PlantReader } from './plant-reader';

/** A file format for plants, which restores exactly the plants written in it. */
export interface PlantFormat {
  /** @param maxRecordBytes the largest record accepted */
  readonly createReader: (maxRecordBytes: number) => PlantReader;
  /** The header of a file. */
  readonly head: string;
  /** A plant as a record with its newline. */
  readonly record: (plant: Plant) => string;
}

const ndjson: PlantFormat = {
  createReader: (maxRecordBytes) => new NdjsonReader(maxRecordBytes),
  head: '',
  record: ndjsonLine,
};

/** Options of the CSV format. */
export interface CsvOptions {
  /** Guard fields that a spreadsheet would interpret or round. */
  readonly spreadsheetSafe?: boolean | undefined;
  /** The meaning of backslashes where the header does not state it: `literal` or `escaped`. */
  readonly backslashes?: string | undefined;
}

/** @throws CommandError for a value that is not allowed */
function csvFormat({ spreadsheetSafe = false, backslashes }: CsvOptions): PlantFormat {
  if (backslashes !== undefined && backslashes !== 'literal' && backslashes !== 'escaped') {
    const found = JSON.stringify(backslashes);
    throw new CommandError(`--backslashes is ${found}, but must be literal or escaped`);
  }
  return {
    createReader: (maxRecordBytes) => new CsvReader(maxRecordBytes, backslashes),
    head: spreadsheetSafe ? GUARDED_HEADER : CSV_HEADER,
    record: spreadsheetSafe ? guardedLine : csvLine,
  };
}

/**
 * The requested format, else that of the file's extension, else NDJSON.
 *
 * @throws CommandError when there is no such format, or it lacks an option
 */
export function choosePlantFormat(
  name: string | undefined,
  file = '',
  options: CsvOptions = {},
): PlantFormat {
  switch (name ?? (extname(file).toLowerCase() === '.csv' ? 'csv' : 'ndjson')) {
    case 'csv':
      return csvFormat(options);
    case 'ndjson':
      if (options.spreadsheetSafe === true) throw ofCsv('--spreadsheet-safe');
      if (options.backslashes !== undefined) throw ofCsv('--backslashes');
      return ndjson;
    default:
      throw new CommandError(`--format is ${JSON.stringify(name)}, but must be ndjson or csv`);
  }
}

function ofCsv(option: string): CommandError {
  return new CommandError(`${option} is for CSV; add --format csv`);
}
