import { contract } from '../../../../generated/contract';
import type { Operations } from '../../../../generated/operations';
import { validators } from '../../../../generated/validators';
import { Failure, readJsonBody } from 'openapi-trellis/contract';
import type { Plant } from '../../plants/plant-store';
import { LineSplitter, type RawLine } from './line-splitter';

/** Receives the plants and problems of a file's lines, in their order. */
export interface PlantSink {
  /** @param line its number, 1 or more */
  plant(line: number, plant: Plant): void;
  /** @param problem a sentence without a full stop: the fault, its place and the expectation */
  problem(line: number, problem: string): void;
}

/**
 * Reads plants from chunks of bytes: a JSON object on each line; empty lines are ignored.
 *
 * @see https://github.com/ndjson/ndjson-spec
 */
export class NdjsonReader {
  private readonly splitter: LineSplitter;

  constructor(private readonly maxLineBytes: number) {
    this.splitter = new LineSplitter(maxLineBytes);
  }

  /** Passes on the lines that end in this chunk. */
  read(chunk: Buffer, sink: PlantSink): void {
    for (const line of this.splitter.split(chunk)) this.tell(line, sink);
  }

  /** Passes on the last line, which may lack its newline. */
  end(sink: PlantSink): void {
    for (const line of this.splitter.end()) this.tell(line, sink);
  }

  private tell({ line, bytes }: RawLine, sink: PlantSink): void {
    if (bytes === undefined) {
      sink.problem(
        line,
        `The line is larger than the limit of ${this.maxLineBytes} bytes, which MAX_BODY_BYTES raises`,
      );
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
  return `{"id":${id},${JSON.stringify({ name, tag }).slice(1)}\n`;
}

/** The plant of a line, or its fault: the document alone defines a plant. */
function plantOf(bytes: Buffer): Plant | string {
  const read = readJsonBody<Operations, 'createPlant'>(RULES, 'createPlant', bytes);
  if (!(read instanceof Failure)) return read;
  return read.message.replace(/^The body( is not well-formed JSON at)?(?: line 1,)?/, 'The line$1');
}

const RULES = { contract, validators };

const BLANK = new Set([0x09, 0x0d, 0x20]);

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => BLANK.has(byte));
}
