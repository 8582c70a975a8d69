import { extname } from 'node:path';
import type { Plant } from '../../plants/plant';
import { UsageError } from '../command';
import { CSV_HEADER, csvLine, CsvReader } from './csv';
import { ndjsonLine, NdjsonReader } from './ndjson';
import type { PlantReader } from './plant-reader';

/** A format of files of plants, which gives back exactly what was written in it. */
export interface PlantFormat {
  /** @param maxRecordBytes beyond which a record is refused */
  readonly createReader: (maxRecordBytes: number) => PlantReader;
  /** What a file begins with. */
  readonly head: string;
  /** A plant as a record with its newline. */
  readonly record: (plant: Plant) => string;
}

const ndjson: PlantFormat = {
  createReader: (maxRecordBytes) => new NdjsonReader(maxRecordBytes),
  head: '',
  record: ndjsonLine,
};

const csv: PlantFormat = {
  createReader: (maxRecordBytes) => new CsvReader(maxRecordBytes),
  head: CSV_HEADER,
  record: csvLine,
};

const formats: ReadonlyMap<string, PlantFormat> = new Map([
  ['ndjson', ndjson],
  ['csv', csv],
]);

/**
 * The format that was asked for, else that of the file's extension, else NDJSON.
 *
 * @throws UsageError when there is no such format
 */
export function choosePlantFormat(name: string | undefined, file = ''): PlantFormat {
  if (name === undefined) return extname(file).toLowerCase() === '.csv' ? csv : ndjson;
  const format = formats.get(name);
  if (format !== undefined) return format;
  throw new UsageError(`--format is ${JSON.stringify(name)}, but must be ndjson or csv`);
}
