/** A plant as the store keeps it. */
export interface Plant {
  /** Identification number, -2^63 to 2^63-1, supplied by the client. */
  readonly id: bigint;
  /** Any string of UTF-16 code units, lone surrogates and NUL included. */
  readonly name: string;
  /** As `name`; absent and empty are two things. */
  readonly tag?: string;
}
