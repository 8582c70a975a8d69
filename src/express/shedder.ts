import type { IncomingMessage } from 'node:http';
import { requestHeaders, type TextResponse } from '../contract';
import type { Closing } from './closing';
import type { MessagePair } from './connections/message-pair';
import { Copies } from './connections/copies';
import { responseText } from './connections/last-response';
import { isOverloaded, type Load } from './connections/overload';
import { messageFault } from './message-fault';

/** Refusing requests before anything is done with them, when there are too many. */
export interface SheddingOptions {
  readonly load: Load;
  /** True for a request that is served whatever the load. @param target in origin form or absolute form */
  readonly exempts: (target: string) => boolean;
  /** Told of requests that are refused. @param count as many as are at once */
  readonly onRefusal?: (count: number) => void;
}

/** The largest body that is left to Node to read and drop, while its connection is kept. */
const MAX_DROPPED_BYTES = 65_536;

/** Milliseconds for which a refusal is kept as it is sent, since it says the time. */
const KEPT_MS = 1_000;

/**
 * Refuses requests that a server has no room for. It does so with a response that is made once, before
 * Express and the contract see the request: to be refused must cost a small part of what it costs to be
 * served, or whoever sends too much would stop everything.
 */
export class Shedder {
  private readonly head: readonly string[];
  private readonly body: string;
  private unparsed: Copies | undefined;
  private keptUntil = -Infinity;

  /** @param refusal what is said */
  constructor(
    private readonly options: SheddingOptions,
    private readonly refusal: TextResponse,
    private readonly closing: Closing,
  ) {
    const { headers, body = '' } = refusal;
    this.body = body;
    this.head = [
      ...Object.entries(headers).flatMap(([name, value]) => [name, String(value)]),
      ...['Content-Length', String(Buffer.byteLength(body))],
    ];
  }

  /**
   * Answers a request that was parsed, if it is to be refused.
   *
   * @param isTooMuch true when there is no time for it, whatever the load is of what is behind the server
   * @returns false for a request that is to be served
   */
  refuse({ message, response }: MessagePair, isTooMuch: boolean): boolean {
    if (!isTooMuch && !isOverloaded(this.options.load)) return false;
    if (!this.isDroppable(message)) return false;
    this.options.onRefusal?.(1);
    response.writeHead(this.refusal.status, [...this.head]).end(this.body);
    return true;
  }

  /** True for a target whose requests may be refused without being parsed. */
  isRefusable(target: string): boolean {
    return !this.closing.hasBegun && !this.options.exempts(target);
  }

  /** The responses to so many requests that were not parsed. */
  refusals(count: number): Buffer {
    this.options.onRefusal?.(count);
    const now = performance.now();
    if (this.unparsed === undefined || now > this.keptUntil) {
      this.unparsed = new Copies(Buffer.from(responseText(this.refusal, 'keep-alive')));
      this.keptUntil = now + KEPT_MS;
    }
    return this.unparsed.times(count);
  }

  /** What needs more than a response, such as the rest of a large body, takes the usual way. */
  private isDroppable(message: IncomingMessage): boolean {
    const { complete, headers, url = '' } = message;
    if (headers[requestHeaders.transferEncoding] !== undefined && !complete) return false;
    if (headers[requestHeaders.expect] !== undefined) return false;
    if (headers[requestHeaders.upgrade] !== undefined) return false;
    const length = Number(headers[requestHeaders.contentLength] ?? 0);
    return (
      length <= MAX_DROPPED_BYTES && this.isRefusable(url) && messageFault(message) === undefined
    );
  }
}
