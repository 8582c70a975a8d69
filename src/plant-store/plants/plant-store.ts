/** A plant as the store keeps it. */
export interface Plant {
  /** Identification number, -2^63 to 2^63-1, supplied by the client. */
  readonly id: bigint;
  /** Any string of UTF-16 code units, lone surrogates and NUL included. */
  readonly name: string;
  /** As `name`; absent and empty are two things. */
  readonly tag?: string;
}

/**
 * What became of a create.
 * - `created`: the plant was not there and is there now, durably.
 * - `same`: a plant with this id, name and tag was there; nothing changed.
 * - `taken`: a plant with this id and another name or tag was there; nothing changed.
 */
export type CreateVerdict = 'created' | 'same' | 'taken';

/** The verdict, or the error when this plant cannot be kept though others can. */
export type CreateOutcome = CreateVerdict | Error;

/** The port through which the domain reaches its plants. Every string and every int64 is kept exactly. */
export interface PlantStore {
  /**
   * Adds a plant unless its id is taken. Resolves after the commit has reached the disk.
   *
   * @throws UnavailableError when the store cannot be reached or written for now
   */
  create(plant: Plant): Promise<CreateVerdict>;

  /**
   * Adds many plants in one go, each as `create` does; of several with one id the first counts.
   * Resolves after the commit has reached the disk, to the outcomes in the order of the plants.
   *
   * @throws UnavailableError when the store cannot be reached or written for now; a part of the plants
   *   may then have been added
   */
  createAll(plants: readonly Plant[]): Promise<readonly CreateOutcome[]>;

  /**
   * All plants by ascending id, in constant memory: a consistent picture of the moment at
   * which iteration begins.
   *
   * @throws UnavailableError when the store cannot be read
   */
  list(): AsyncIterable<Plant>;
}
