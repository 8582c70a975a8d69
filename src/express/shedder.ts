import type { IncomingMessage } from 'node:http';
import { requestHeaders, type TextResponse } from '../contract';
import type { Connection, MessagePair } from './connections/connection';
import type { Closing } from './closing';
import { LoopUsage } from './connections/loop-usage';
import { isFarBehind, isOverloaded, type Load } from './connections/overload';
import { messageFault } from './message-fault';

/** Refusing requests before anything is done with them, when there are too many. */
export interface SheddingOptions {
  readonly load: Load;
  /** True for a request that is served whatever the load. @param target in origin form or absolute form */
  readonly exempts: (target: string) => boolean;
  /** Told of each request that is refused. */
  readonly onRefusal?: () => void;
}

/** The largest body that is left to Node to read and drop, while its connection is kept. */
const MAX_DROPPED_BYTES = 65_536;

/**
 * Refuses requests that a server has no room for. It does so with a response that is made once, before
 * Express and the contract see the request: to be refused must cost a small part of what it costs to be
 * served, or whoever sends too much would stop everything.
 */
export class Shedder {
  private readonly head: readonly string[];
  private readonly body: string;
  private readonly loop = new LoopUsage();

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
   * Answers a request if it is to be refused. Of a connection that is far behind the others are not even
   * parsed: it is closed.
   *
   * @returns false for a request that is to be served
   */
  refuse({ message, response }: MessagePair, connection: Connection): boolean {
    const { load, onRefusal } = this.options;
    const mustClose = isFarBehind(load, connection.backlog, this.loop);
    if (!mustClose && !isOverloaded(load)) return false;
    if (!this.isRefusable(message)) return false;
    onRefusal?.();
    if (mustClose) connection.shed(this.lastResponseTo(message));
    else response.writeHead(this.refusal.status, [...this.head]).end(this.body);
    return true;
  }

  /** It is written past Node, which leaves out the content of a response to HEAD (RFC 9110, section 9.3.2). */
  private lastResponseTo({ method }: IncomingMessage): TextResponse {
    return method === 'HEAD' ? { ...this.refusal, body: '' } : this.refusal;
  }

  /** What needs more than a response, such as the rest of a large body, takes the usual way. */
  private isRefusable(message: IncomingMessage): boolean {
    const { headers, url = '' } = message;
    if (headers[requestHeaders.transferEncoding] !== undefined) return false;
    if (headers[requestHeaders.expect] !== undefined) return false;
    if (headers[requestHeaders.upgrade] !== undefined) return false;
    const length = Number(headers[requestHeaders.contentLength] ?? 0);
    if (this.closing.hasBegun) return false;
    return (
      length <= MAX_DROPPED_BYTES &&
      !this.options.exempts(url) &&
      messageFault(message) === undefined
    );
  }
}
