import type { Failure } from '../../failure';

/**
 * Thrown to a handler that asks for an item which is malformed, does not match its schema or is too large.
 * A handler that lets it through refuses the request. One that goes on may ask for the next item, unless
 * this one was too large: then there is none.
 */
export class InvalidItemError extends Error {
  override readonly name = 'InvalidItemError';

  /**
   * @param item its number, from 1
   * @param failure what the client is told
   */
  constructor(
    readonly item: number,
    readonly failure: Failure,
  ) {
    super(failure.message);
  }
}
