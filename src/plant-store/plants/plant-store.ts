/** A plant as the store keeps it. */
export interface Plant {
  /** Identification number, -2^63 to 2^63-1, supplied by the client. */
  readonly id: bigint;
  /** Any string of UTF-16 code units, including lone surrogates and NUL. */
  readonly name: string;
  /** Like `name`; absent and empty are different. */
  readonly tag?: string;
}

/**
 * The outcome of a create.
 * - `created`: the plant did not exist and is now stored durably.
 * - `same`: a plant with this id, name and tag existed; nothing changed.
 * - `taken`: a plant with this id and another name or tag existed; nothing changed.
 */
export type CreateVerdict = 'created' | 'same' | 'taken';

/** The verdict, or the error when this plant cannot be stored though others can. */
export type CreateOutcome = CreateVerdict | Error;

/** The domain's interface to its plants. Every string and every int64 is stored exactly. */
export interface PlantStore {
  /**
   * Adds a plant unless its id is taken. Resolves after the commit has reached the disk.
   *
   * @throws UnavailableError when the store temporarily cannot be reached or written
   */
  create(plant: Plant): Promise<CreateVerdict>;

  /**
   * Adds many plants at once, each like `create`; of several with one id the first wins. Resolves after the commit has
   * reached the disk, to the outcomes in the order of the plants.
   *
   * @throws UnavailableError when the store temporarily cannot be reached or written; some of the plants may have been
   *   added
   */
  createAll(plants: readonly Plant[]): Promise<readonly CreateOutcome[]>;

  /**
   * All plants by ascending id, in constant memory: a consistent snapshot of the time at which iteration begins.
   *
   * @throws UnavailableError when the store cannot be read
   */
  list(): AsyncIterable<Plant>;
}
