import type { CompiledItems } from '../compiled-contract';
import { encodeJson, validateEncoded } from '../schema/encode-json';
import { describeError } from '../schema/validation-message';
import { frameItem } from './frame-item';
import type { FaultOf } from './response-content';
import { cancelStream, iteratorOf, type AnyIterable, type AnyIterator } from './response-stream';
import type { ResponseRules } from './undocumented';

/**
 * The items of a response as they are sent: each is asked for when the one before has gone out, and is
 * projected, validated and framed on its own. An iterator of its own and no generator, because that would
 * let go of the handler's items only after the next of them, which may never come.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#streaming-sequential-media-types
 */
export class ItemStream implements AsyncIterableIterator<string> {
  private readonly iterator: AnyIterator;
  private number = 0;

  constructor(
    private readonly rules: ResponseRules,
    private readonly media: CompiledItems,
    private readonly items: AnyIterable,
    private readonly fault: FaultOf,
  ) {
    this.iterator = iteratorOf(items);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** @throws what the handler's items throw, and what `fault` makes of an item that does not fit */
  async next(): Promise<IteratorResult<string>> {
    const result = await this.iterator.next();
    if (result.done === true) return { done: true, value: undefined };
    this.number++;
    return { done: false, value: this.encoded(result.value) };
  }

  async return(): Promise<IteratorResult<string>> {
    await cancelStream(this.items, this.iterator);
    return { done: true, value: undefined };
  }

  private encoded(item: unknown): string {
    const { contract, validators, validateResponses } = this.rules;
    const { validator, framing } = this.media;
    const json = encodeJson(contract, validators, this.media, item);
    const error = validateResponses ? validateEncoded(validators, validator, json) : undefined;
    if (error !== undefined) throw this.itemFault(describeError(error));
    try {
      return frameItem(framing, json);
    } catch (error) {
      throw error instanceof TypeError ? this.itemFault(error.message) : error;
    }
  }

  private itemFault(what: string): Error {
    return this.fault(`gave a body whose item ${this.number} ${what}`);
  }
}
