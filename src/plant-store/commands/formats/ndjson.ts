import { describeError, parseJson, stringifyJson } from '../../../contract';
import type { Plant } from '../../plants/plant-store';
import { decodePlant } from './new-plant';
import type { PlantReader, PlantSink } from './plant-reader';
import { lineEnd, RecordSplitter, type RawRecord } from './record-splitter';
import { tooLarge } from './too-large';

/**
 * A JSON object on each line; empty lines are ignored.
 *
 * @see https://github.com/ndjson/ndjson-spec
 */

export class NdjsonReader implements PlantReader {
  private readonly splitter: RecordSplitter;

  constructor(private readonly maxLineBytes: number) {
    this.splitter = new RecordSplitter(lineEnd, maxLineBytes);
  }

  read(chunk: Buffer, sink: PlantSink): void {
    for (const record of this.splitter.split(chunk)) this.tell(record, sink);
  }

  end(sink: PlantSink): void {
    for (const record of this.splitter.end()) this.tell(record, sink);
  }

  private tell({ line, bytes }: RawRecord, sink: PlantSink): void {
    if (bytes === undefined) {
      sink.problem(line, tooLarge(this.maxLineBytes));
      return;
    }
    if (isBlank(bytes)) return;
    const read = plantOf(bytes);
    if (typeof read === 'string') sink.problem(line, read);
    else sink.plant(line, read);
  }
}

/** A plant as one line, without its tag when it has none. */
export function ndjsonLine({ id, name, tag }: Plant): string {
  return `${stringifyJson({ id, name, tag })}\n`;
}

/** The plant of a line, or its fault. */
function plantOf(bytes: Buffer): Plant | string {
  const json = parseJson(bytes);
  // The line number within the text is always 1.
  if ('fault' in json) return `The line ${json.fault.replace('line 1, ', '')}`;
  const decoded = decodePlant(json);
  return 'plant' in decoded ? decoded.plant : `The line ${describeError(decoded.error)}`;
}

const BLANK = new Set([0x09, 0x0d, 0x20]);

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => BLANK.has(byte));
}
