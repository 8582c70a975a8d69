import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CompiledContract, CompiledItems } from '../../compiled-contract';
import { Failure, failureKinds, type FailureKind } from '../../failure';
import { decodeJson } from '../../schema/decode-json';
import { HardTextError } from '../../schema/patterns/matching-effort';
import { describeError } from '../../schema/validation-message';
import { validateJson, validatorOf, type Validators } from '../../schema/validation';
import type { BoundedBody } from '../bounded-body';
import { InvalidItemError } from './invalid-item-error';
import { ItemTooLargeError, type ItemParser, type ParsedItem } from './item-parser';
import { itemParser } from './parse-items';

/** What values are decoded by. */
export interface DecodingContext {
  readonly contract: CompiledContract;
  readonly validators: Validators;
}

/** Small items that arrived together are no reason to keep everybody else waiting. */
const ITEMS_IN_A_TURN = 100;

/**
 * The items of a body, each decoded and validated when the handler asks for it. No more of the body is kept
 * than the item that has begun.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#streaming-sequential-media-types
 */
export class ItemReader implements AsyncIterableIterator<unknown> {
  private readonly parsed: AsyncGenerator<ParsedItem>;
  private items = 0;

  /** @param maxBytes of an item */
  constructor(
    private readonly context: DecodingContext,
    private readonly media: CompiledItems,
    body: BoundedBody,
    private readonly maxBytes: number,
  ) {
    this.parsed = parsedItems(body, itemParser(media.framing, maxBytes));
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /**
   * @throws InvalidItemError; what the body throws (BoundedBody)
   */
  async next(): Promise<IteratorResult<unknown>> {
    if (this.items > 0 && this.items % ITEMS_IN_A_TURN === 0) await nextTurn();
    const result = await this.nextParsed();
    if (result.done === true) return { done: true, value: undefined };
    this.items++;
    return { done: false, value: this.decoded(result.value) };
  }

  async return(): Promise<IteratorResult<unknown>> {
    await this.parsed.return(undefined);
    return { done: true, value: undefined };
  }

  private async nextParsed(): Promise<IteratorResult<ParsedItem>> {
    try {
      return await this.parsed.next();
    } catch (error) {
      if (!(error instanceof ItemTooLargeError)) throw error;
      this.items++;
      throw this.invalid('bodyTooLarge', `is larger than the limit of ${this.maxBytes} bytes`);
    }
  }

  private decoded(item: ParsedItem): unknown {
    if ('fault' in item) throw this.invalid('malformedBody', item.fault);
    const { contract, validators } = this.context;
    const { validator, projection } = this.media;
    try {
      const error = validateJson(validatorOf(validators, validator), item);
      if (error === undefined) return decodeJson(contract, validators, projection, item);
      throw this.invalid('invalidBody', describeError(error));
    } catch (error) {
      // A text that takes too long to match is the client's fault.
      throw error instanceof HardTextError ? this.invalid('invalidBody', error.message) : error;
    }
  }

  private invalid(kind: keyof typeof failureKinds, fault: string): InvalidItemError {
    const failureKind: FailureKind = failureKinds[kind];
    const message = `Item ${this.items} of the body ${fault}`;
    return new InvalidItemError(this.items, new Failure(failureKind, message));
  }
}

async function* parsedItems(body: BoundedBody, parser: ItemParser): AsyncGenerator<ParsedItem> {
  for await (const chunk of body) {
    yield* parser.items(chunk);
    body.keep(parser.keptBytes);
  }
  yield* parser.end();
}
