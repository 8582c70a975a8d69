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
  private items = 0;
  private isEnded = false;
  /** Resolves when the last read has ended: reads wait for each other. */
  private turn: Promise<unknown> = Promise.resolve();

  /**
   * @param decode returns the item, or a ContentFault
   * @param maxBytes the largest item
   */
  constructor(
    private readonly body: BoundedBody,
    private readonly parser: ItemParser<Item>,
    private readonly decode: DecodeItem<Item>,
    private readonly maxBytes: number,
  ) {}

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** @throws InvalidItemError; errors of the body (BoundedBody) */
  next(): Promise<IteratorResult<unknown>> {
    return this.inTurn(() => this.read());
  }

  return(): Promise<IteratorResult<unknown>> {
    return this.inTurn(async () => {
      this.isEnded = true;
      await this.body.return();
      return { done: true, value: undefined };
    });
  }

  private inTurn<Result>(action: () => Promise<Result>): Promise<Result> {
    const result = this.turn.then(action);
    this.turn = result.then(ignore, ignore);
    return result;
  }

  private async read(): Promise<IteratorResult<unknown>> {
    if (this.items > 0 && this.items % ITEMS_IN_A_TURN === 0) await nextTurn();
    const item = await this.nextParsed();
    if (item === undefined) return { done: true, value: undefined };
    const value = this.decoded(item, this.items++);
    if (value instanceof ContentFault) throw this.invalid(value);
    return { done: false, value };
  }

  private async nextParsed(): Promise<Item | JsonFault | undefined> {
    try {
      while (!this.isEnded) {
        const item = this.parser.next() ?? (await this.readMore());
        if (item !== undefined) return item;
      }
      return undefined;
    } catch (error) {
      this.isEnded = true;
      if (!(error instanceof ItemTooLargeError)) throw error;
      await this.body.return();
      this.items++;
      const fault = `is larger than the limit of ${this.maxBytes} bytes`;
      throw this.invalid(new ContentFault(failureKinds.bodyTooLarge, fault));
    }
  }

  /** @returns the item that the end of the body completes */
  private async readMore(): Promise<Item | JsonFault | undefined> {
    this.body.keep(this.parser.keptBytes);
    const chunk = await this.body.next();
    if (chunk.done !== true) this.parser.add(chunk.value);
    else {
      this.isEnded = true;
      return this.parser.end();
    }
    return undefined;
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

function ignore(): void {
  // Whoever called gets the error.
}

/**
 * Thrown to a handler that reads an item which is malformed, does not match its schema or is too large. A handler that
 * does not catch it refuses the request. After catching it, a handler may read the next item, unless this one was too
 * large: then there is none.
 *
 * @example
 * ```ts
 * import { InvalidItemError } from 'openapi-trellis/contract';
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
