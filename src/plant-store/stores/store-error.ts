/**
 * Thrown when a store cannot be opened. The message is one line for the operator: which store, what
 * is wrong and what to do about it; it holds no password.
 */
export class StoreOpenError extends Error {
  override readonly name = 'StoreOpenError';

  /**
   * @param store the file or the harmless part of the URL; quoted in the message
   * @param problem what is wrong and the remedy, without a full stop
   */
  constructor(
    readonly store: string,
    readonly problem: string,
    options: { cause?: unknown } = {},
  ) {
    super(`Cannot open the store ${JSON.stringify(store)}: ${problem}`, options);
  }
}
