import { cancelStream, iteratorOf, type AnyIterable, type AnyIterator } from './response-stream';

/** Content of an item as it is sent. */
export type FramedItem = string | Uint8Array;

/** Encodes, validates and frames an item. @param index counts from 0 */
export type EncodeItem = (item: unknown, index: number) => FramedItem | Promise<FramedItem>;

/**
 * The items of a response as they are sent: each is asked for when the one before has gone out. An iterator
 * of its own and no generator, because that would let go of the handler's items only after the next of them,
 * which may never come.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#streaming-sequential-media-types
 */
export class ItemStream implements AsyncIterableIterator<FramedItem> {
  private readonly iterator: AnyIterator;
  private index = 0;
  private isEnded = false;

  /** @param end what is sent behind the last item, if anything is */
  constructor(
    private readonly items: AnyIterable,
    private readonly encode: EncodeItem,
    private readonly end = '',
  ) {
    this.iterator = iteratorOf(items);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** @throws what the handler's items and `encode` throw */
  async next(): Promise<IteratorResult<FramedItem>> {
    const result = this.isEnded ? { done: true, value: undefined } : await this.iterator.next();
    if (result.done !== true) {
      return { done: false, value: await this.encode(result.value, this.index++) };
    }
    if (this.isEnded || this.end === '') return { done: true, value: undefined };
    this.isEnded = true;
    return { done: false, value: this.end };
  }

  async return(): Promise<IteratorResult<FramedItem>> {
    await cancelStream(this.items, this.iterator);
    return { done: true, value: undefined };
  }
}
