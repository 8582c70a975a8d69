import type { Plant } from '../../plants/plant';

/** What a record of a file stands for: a plant, or why it is none. */
export type PlantEntry =
  | { readonly line: number; readonly plant: Plant }
  /** A sentence without a full stop: what is wrong, where and what was expected. */
  | { readonly line: number; readonly problem: string };

/** Reads plants out of bytes that come in pieces. */
export interface PlantReader {
  /**
   * The entries of the records that end in this piece.
   *
   * @throws FileFormatError when the file as a whole is not what it should be
   */
  read(chunk: Buffer): readonly PlantEntry[];
  /** That of the last record, which may lack its newline. @throws FileFormatError as `read` does */
  end(): readonly PlantEntry[];
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
