import type { Plant } from '../../plants/plant-store';

/** Takes what the records of a file stand for, in their order. */
export interface PlantSink {
  /** @param line where the record begins, 1 or more */
  plant(line: number, plant: Plant): void;
  /** @param problem a sentence without a full stop: what is wrong, where and what was expected */
  problem(line: number, problem: string): void;
}

/** Reads plants out of bytes that come in pieces. */
export interface PlantReader {
  /**
   * Tells of the records that end in this piece.
   *
   * @throws FileFormatError when the file as a whole is not what it should be
   */
  read(chunk: Buffer, sink: PlantSink): void;
  /** Tells of the last record, which may lack its newline. @throws FileFormatError as `read` does */
  end(sink: PlantSink): void;
}

/** The file as a whole cannot be read in its format. The message is a sentence without a full stop. */
export class FileFormatError extends Error {
  override readonly name = 'FileFormatError';

  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}
