import { setImmediate as nextTurn } from 'node:timers/promises';
import { Failure, failureKinds } from '../../failure';
import type { JsonFault } from '../../json/parse-json';
import { ContentFault } from '../content-fault';
import { ItemTooLargeError, type ItemParser } from './item-parsers';
import type { BoundedBody } from '../bounded-body';
import { MatchBudgetExceededError } from '../../schema/patterns/match-budget';

/** Decodes and validates an item. @param index counts from 0 */
export type DecodeItem<Item> = (item: Item, index: number) => unknown;

/** Yields to the event loop after this many items, which may arrive in one chunk. */
const ITEMS_IN_A_TURN = 100;

/**
 * The items of a body, each decoded and validated when the handler reads it. Only the incomplete item is kept in
 * memory.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#streaming-sequential-media-types
 */
export class ItemReader<Item extends object = object> implements AsyncIterableIterator<unknown> {
  private readonly parsed: AsyncGenerator<Item | JsonFault>;
  private items = 0;

  /**
   * @param decode returns the item, or a ContentFault
   * @param maxBytes the largest item
   */
  constructor(
    body: BoundedBody,
    parser: ItemParser<Item>,
    private readonly decode: DecodeItem<Item>,
    private readonly maxBytes: number,
  ) {
    this.parsed = parsedItems(body, parser);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** @throws InvalidItemError; errors of the body (BoundedBody) */
  async next(): Promise<IteratorResult<unknown>> {
    if (this.items > 0 && this.items % ITEMS_IN_A_TURN === 0) await nextTurn();
    const result = await this.nextParsed();
    if (result.done === true) return { done: true, value: undefined };
    const value = this.decoded(result.value, this.items++);
    if (value instanceof ContentFault) throw this.invalid(value);
    return { done: false, value };
  }

  async return(): Promise<IteratorResult<unknown>> {
    await this.parsed.return(undefined);
    return { done: true, value: undefined };
  }

  private async nextParsed(): Promise<IteratorResult<Item | JsonFault>> {
    try {
      return await this.parsed.next();
    } catch (error) {
      if (!(error instanceof ItemTooLargeError)) throw error;
      this.items++;
      const fault = `is larger than the limit of ${this.maxBytes} bytes`;
      throw this.invalid(new ContentFault(failureKinds.bodyTooLarge, fault));
    }
  }

  private decoded(item: Item | JsonFault, index: number): unknown {
    if ('fault' in item) return new ContentFault(failureKinds.malformedBody, item.fault);
    try {
      return this.decode(item, index);
    } catch (error) {
      // A text that takes too long to match is the client's fault.
      if (!(error instanceof MatchBudgetExceededError)) throw error;
      return new ContentFault(failureKinds.invalidBody, error.message);
    }
  }

  private invalid({ kind, fault }: ContentFault): InvalidItemError {
    const message = `Item ${this.items} of the body ${fault}`;
    return new InvalidItemError(this.items, new Failure(kind, message));
  }
}

async function* parsedItems<Item extends object>(
  body: BoundedBody,
  parser: ItemParser<Item>,
): AsyncGenerator<Item | JsonFault> {
  for await (const chunk of body) {
    yield* parser.items(chunk);
    body.keep(parser.keptBytes);
  }
  yield* parser.end();
}

/**
 * Thrown to a handler that reads an item which is malformed, does not match its schema or is too large. A handler that
 * does not catch it refuses the request. After catching it, a handler may read the next item, unless this one was too
 * large: then there is none.
 *
 * @example
 * ```ts
 * import { InvalidItemError } from 'plant-store/contract';
 *
 * export async function countValid(items: AsyncIterator<unknown>): Promise<number> {
 *   for (let count = 0; ;) {
 *     try {
 *       if ((await items.next()).done) return count;
 *       count++;
 *     } catch (error) {
 *       if (!(error instanceof InvalidItemError)) throw error;
 *     }
 *   }
 * }
 * ```
 */
export class InvalidItemError extends Error {
  override readonly name = 'InvalidItemError';

  /**
   * @param item its number, from 1
   * @param failure the failure that the client receives
   */
  constructor(
    readonly item: number,
    readonly failure: Failure,
  ) {
    super(failure.message);
  }

  /** Sent by Express's own error handler, where a route reads the items. */
  get status(): number {
    return this.failure.kind.status;
  }
}
