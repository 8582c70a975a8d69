import type { Plant } from '../../plants/plant-store';

/** Receives the plants and problems of a file's records, in their order. */
export interface PlantSink {
  /** @param line the first line of the record, 1 or more */
  plant(line: number, plant: Plant): void;
  /** @param problem a sentence without a full stop: the fault, its place and the expectation */
  problem(line: number, problem: string): void;
}

/** Reads plants from chunks of bytes. */
export interface PlantReader {
  /**
   * Passes on the records that end in this chunk.
   *
   * @throws FileFormatError when the whole file is invalid
   */
  read(chunk: Buffer, sink: PlantSink): void;
  /** Passes on the last record, which may lack its newline. @throws FileFormatError like `read` */
  end(sink: PlantSink): void;
}

/** Thrown when the whole file cannot be read in its format. The message is a sentence without a full stop. */
export class FileFormatError extends Error {
  override readonly name = 'FileFormatError';

  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}
