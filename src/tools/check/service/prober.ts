import { createHash } from 'node:crypto';
import { cut, parseMediaType, responseHeaders } from 'openapi-trellis/tools';
import { Budget } from '../../conformance';
import {
  headerValues,
  type ExchangeOutcome,
  type ReceivedResponse,
  isSendable,
  Sender,
} from '../../judge';
import { visibleLine } from '../../cli';
import type { OperationRequest, HeaderField } from '../../samples';

interface ProbeOptions {
  readonly timeoutMs: number;
  /** Requests per second; undefined for no limit. */
  readonly rate: number | undefined;
  /** Sent with every request. */
  readonly headers: readonly HeaderField[];
  readonly prepare?: ((request: OperationRequest) => OperationRequest) | undefined;
}

/** Methods that change nothing. @see https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1 */
type SafeMethod = 'GET' | 'OPTIONS';

/** Sends requests for paths without an operation, with safe methods only and without a body. */
export class Prober {
  private readonly sender: Sender;
  private readonly pace: Budget;
  /** Requests without a complete response, each with the reason. */
  readonly unanswered: string[] = [];

  constructor(
    readonly url: string,
    private readonly options: ProbeOptions,
  ) {
    this.sender = new Sender(url, { timeoutMs: options.timeoutMs, maxConnections: 1 });
    this.pace = new Budget({ timeMs: Infinity, requests: Infinity, rate: options.rate });
  }

  /** A prober of another service, without the header fields meant for this one. */
  at(url: string): Prober {
    return new Prober(url, { ...this.options, headers: [], prepare: undefined });
  }

  /** True when so many requests had no response that others need not be sent. */
  get isOver(): boolean {
    return this.unanswered.length >= MOST_UNANSWERED;
  }

  /**
   * @param target path and query
   * @throws UnreachableError when the first connection cannot be made
   */
  async ask(
    method: SafeMethod,
    target: string,
    headers: ProbeOptions['headers'] = [],
  ): Promise<ExchangeOutcome> {
    await this.pace.take();
    const { prepare, headers: usual } = this.options;
    const asked: OperationRequest = { method, target, headers: [...usual, ...headers] };
    const request = prepare === undefined ? asked : prepare(asked);
    if (!isSendable(request)) return { kind: 'malformed', message: 'HTTP has no such request' };
    return (await this.sender.send(request)).outcome;
  }

  /** The response; undefined if there was none. A closed connection may be a refusal, and is not noted. */
  async response(method: SafeMethod, target: string): Promise<ReceivedResponse | undefined> {
    const outcome = await this.ask(method, target);
    if (outcome.kind === 'timeout' || outcome.kind === 'away') {
      this.unanswered.push(
        `${method} ${cut(visibleLine(target), MOST_TARGET)}: ${outcome.message}`,
      );
    }
    return outcome.kind === 'response' ? outcome.response : undefined;
  }

  close(): void {
    this.sender.close();
  }
}

/** Requests without a response that are waited for, each as long as --timeout-ms. */
const MOST_UNANSWERED = 3;

/** Characters of a target in a message. */
export const MOST_TARGET = 100;

/** The media type of a response without parameters; '' if it has none. */
export function mediaTypeOf(response: ReceivedResponse): string {
  const [type = ''] = headerValues(response, responseHeaders.contentType.toLowerCase());
  return parseMediaType(type)?.essence ?? '';
}

/** A key that is equal for equivalent responses to two paths. @param target of the request */
export function shapeOf(response: ReceivedResponse, target: string): string {
  const [location = ''] = headerValues(response, 'location');
  const text = `${location}\n${response.body.toString()}`.replaceAll(target, '');
  // Times and ids differ from response to response.
  const shape = text.replaceAll(/[\w+/=.:-]+/g, (word) => (/\d/.test(word) ? '0' : word));
  const digest = createHash('sha256').update(shape).digest('base64');
  return `${response.status} ${mediaTypeOf(response)} ${digest}`;
}
