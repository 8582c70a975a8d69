import { parseJson } from '../../contract/json/parse-json';
import { stringifyJson } from '../../contract/json/stringify-json';
import { describeError } from '../../contract/schema/validation-message';
import type { Plant } from '../../plants/plant';
import { decodePlant } from './new-plant';
import type { PlantEntry, PlantReader } from './plant-entry';
import { lineEnd, RecordSplitter, type RawRecord } from './record-splitter';
import { tooLarge } from './too-large';

/**
 * A JSON object on each line; empty lines stand for nothing.
 *
 * @see https://github.com/ndjson/ndjson-spec
 */

export class NdjsonReader implements PlantReader {
  private readonly splitter: RecordSplitter;

  constructor(private readonly maxLineBytes: number) {
    this.splitter = new RecordSplitter(lineEnd, maxLineBytes);
  }

  read(chunk: Buffer): PlantEntry[] {
    return this.entries(this.splitter.split(chunk));
  }

  end(): PlantEntry[] {
    return this.entries(this.splitter.end());
  }

  private entries(lines: readonly RawRecord[]): PlantEntry[] {
    const entries: PlantEntry[] = [];
    for (const { line, bytes } of lines) {
      if (bytes === undefined) entries.push({ line, problem: tooLarge(this.maxLineBytes) });
      else if (!isBlank(bytes)) entries.push(entryOf(line, bytes));
    }
    return entries;
  }
}

/** A plant as one line, without its tag when it has none. */
export function ndjsonLine({ id, name, tag }: Plant): string {
  return `${stringifyJson({ id, name, tag })}\n`;
}

function entryOf(line: number, bytes: Buffer): PlantEntry {
  const json = parseJson(bytes);
  // The place says the line within the text, which is one line.
  if ('fault' in json) return { line, problem: `The line ${json.fault.replace('line 1, ', '')}` };
  const decoded = decodePlant(json);
  if ('plant' in decoded) return { line, plant: decoded.plant };
  return { line, problem: `The line ${describeError(decoded.error)}` };
}

const BLANK = new Set([0x09, 0x0d, 0x20]);

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => BLANK.has(byte));
}
