import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { urlToHttpOptions } from 'node:url';
import { parseMediaType } from '../../contract';
import { isJsonObject } from '../../generate/index';
import type { OperationRequest } from '../../samples/requests/operation-request';
import type { Outcome, ReceivedResponse } from '../exchange';
import { wireHeaders } from './request';

export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

interface SendResult {
  readonly outcome: Outcome;
  /** In milliseconds since 1970. */
  readonly sentAt: number;
  readonly durationMs: number;
}

interface SenderOptions {
  /** For the whole of a request, to the last byte of its response. By default 10 seconds. */
  readonly timeoutMs?: number;
  /** Connections at once, for which further requests wait. By default 16. */
  readonly maxConnections?: number;
  /** True for a media type whose items may come without end. By default none is. @param essence in lower case */
  readonly isSequence?: (essence: string) => boolean;
}

const TIMEOUT_MS = 10_000;
const GRACE_MS = 100;
const MAX_CONNECTIONS = 16;

/** How long items are waited for, in the first responses that go on, and in all after them. */
const ITEMS_MS = [1_000, 100] as const;
const FIRST_CUT = 20;

/** A service that sends without end must not fill the memory. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;
const MAX_ITEMS_BYTES = 256 * 1024;
const MAX_HEADER_BYTES = 128 * 1024;

/**
 * Sends requests as they are: only `Host`, `Connection` and `Content-Length` are added. Redirects are not
 * followed.
 */
export class Sender {
  private readonly protocol: typeof http | typeof https;
  private readonly address: http.RequestOptions;
  private readonly url: URL;
  private readonly keptAlive: http.Agent;
  /** Of connections that serve one request. */
  private readonly single: http.Agent;
  private readonly timeoutMs: number;
  private readonly isSequence: (essence: string) => boolean;
  /** Responses that were cut, since they went on. */
  private cut = 0;
  /** There was a connection, so that a later one that cannot be made is a fault of the service. */
  private wasConnected = false;

  /** @param url of the service; its path is not used, since targets are whole */
  constructor(url: string, options: SenderOptions = {}) {
    this.url = new URL(url);
    this.protocol = this.url.protocol === 'https:' ? https : http;
    this.address = urlToHttpOptions(this.url);
    const { timeoutMs = TIMEOUT_MS, maxConnections: maxSockets = MAX_CONNECTIONS } = options;
    this.keptAlive = new this.protocol.Agent({ maxSockets, keepAlive: true });
    this.single = new this.protocol.Agent({ maxSockets });
    this.timeoutMs = timeoutMs;
    this.isSequence = options.isSequence ?? (() => false);
  }

  /**
   * @param request one that HTTP allows (isSendable)
   * @throws UnreachableError when the first connection cannot be made, or this machine can make no more; the
   *   reason of the signal when it aborts
   */
  async send(request: OperationRequest, signal?: AbortSignal): Promise<SendResult> {
    const sentAt = Date.now();
    const start = performance.now();
    const first = await this.exchange(request, this.keptAlive, signal);
    // A service may close a connection that was not in use while a request is on its way to it.
    const isStale = first.kind === 'stale';
    const second = isStale ? await this.exchange(request, this.single, signal) : first;
    const outcome = second.kind === 'away' ? { ...second, mayBeSent: isStale } : second;
    if (outcome.kind === 'stale') throw new Error('A connection that is new was in use before');
    return { outcome, sentAt, durationMs: performance.now() - start };
  }

  close(): void {
    this.keptAlive.destroy();
    this.single.destroy();
  }

  private async exchange(
    request: OperationRequest,
    agent: http.Agent,
    signal?: AbortSignal,
  ): Promise<Outcome | Stale> {
    signal?.throwIfAborted();
    const sent = this.protocol.request({
      ...this.address,
      agent,
      method: request.method,
      path: request.target,
      headers: wireHeaders(request, this.url.host).flat(),
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    const late = new AbortController();
    let response: IncomingMessage | undefined;
    const end = (): void => {
      late.abort();
      sent.destroy();
    };
    // This process may have been busy meanwhile: what has arrived is read before it counts as late.
    let timer = setTimeout(() => (timer = setTimeout(end, GRACE_MS)), this.timeoutMs);
    const abort = (): void => void sent.destroy();
    signal?.addEventListener('abort', abort);
    const excess: Buffer[] = [];
    sent.on('error', (error) => excess.push(excessOf(error)));
    try {
      response = await responseTo(sent, request.body);
      this.wasConnected = true;
      if (!this.isSequence(essenceOf(response))) return await received(response, excess);
      clearTimeout(timer);
      return await this.receivedItems(response);
    } catch (error) {
      signal?.throwIfAborted();
      const isWaiting = late.signal.aborted && sent.socket?.connecting === true;
      const isConnected = !isWaiting && !isConnectionFault(error);
      this.wasConnected ||= isConnected;
      if (!isConnected && !(this.wasConnected && isOfService(error))) throw this.unreachable(error);
      if (late.signal.aborted) return timeout(this.timeoutMs, response !== undefined);
      if (!isConnected) return away(error);
      const isStale = sent.reusedSocket && response === undefined && !isParseFault(error);
      return isStale ? { kind: 'stale' } : unreadable(error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** What came in time of a response that may go on without end. */
  private async receivedItems(incoming: IncomingMessage): Promise<Outcome> {
    const chunks: Buffer[] = [];
    const late = new AbortController();
    const cut = (): void => {
      late.abort();
      incoming.destroy();
    };
    const timer = setTimeout(cut, ITEMS_MS[this.cut < FIRST_CUT ? 0 : 1]);
    let size = 0;
    try {
      for await (const chunk of incoming as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        size += chunk.length;
        if (size > MAX_ITEMS_BYTES) cut();
      }
    } catch (error) {
      if (!late.signal.aborted) throw error;
      this.cut++;
    } finally {
      clearTimeout(timer);
    }
    const response = responseOf(incoming, chunks);
    const isCut = late.signal.aborted;
    return { kind: 'response', response: isCut ? { ...response, isCut } : response };
  }

  private unreachable(error: unknown): UnreachableError {
    return new UnreachableError(`${this.url.origin} cannot be reached: ${reasonOf(error)}`);
  }
}

/** A connection that was in use before ended without a byte in response. */
interface Stale {
  readonly kind: 'stale';
}

/** Sends the body, and waits for the status and the headers. @throws what ends the connection before */
function responseTo(sent: ClientRequest, body: Buffer | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('upgrade', (_, socket) => {
      socket.destroy();
      reject(new Error('it has the status 101, and no other protocol was asked for'));
    });
    // Last of all; for a CONNECT that succeeds, nothing else is told.
    sent.once('close', () => {
      reject(new Error('the connection was closed'));
    });
    // Also later, when the promise is settled: an error without a listener would end the process.
    sent.on('error', reject);
    sent.end(body);
  });
}

/** @param excess what comes after the end, of a response that must not have content */
async function received(incoming: IncomingMessage, excess: readonly Buffer[]): Promise<Outcome> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) {
      return { kind: 'malformed', message: `the body is larger than ${MAX_BODY_BYTES} bytes` };
    }
    chunks.push(chunk);
  }
  return { kind: 'response', response: responseOf(incoming, [...chunks, ...excess]) };
}

function responseOf(incoming: IncomingMessage, chunks: readonly Buffer[]): ReceivedResponse {
  const { statusCode: status = 0, rawHeaders } = incoming;
  const headers = Array.from(
    { length: rawHeaders.length / 2 },
    (_, index) => [rawHeaders[2 * index] ?? '', rawHeaders[2 * index + 1] ?? ''] as const,
  );
  return { status, headers, body: Buffer.concat(chunks) };
}

function essenceOf({ headers }: IncomingMessage): string {
  return parseMediaType(headers['content-type'] ?? '')?.essence ?? '';
}

function excessOf(error: unknown): Buffer {
  if (!isParseFault(error) || !isJsonObject(error)) return Buffer.alloc(0);
  const { rawPacket, bytesParsed } = error;
  return Buffer.isBuffer(rawPacket) ? rawPacket.subarray(Number(bytesParsed)) : Buffer.alloc(0);
}

function timeout(timeoutMs: number, isBegun: boolean): Outcome {
  const message = `no complete response within ${timeoutMs} ms`;
  return { kind: 'timeout', message, ...(isBegun && { isBegun }) };
}

function unreadable(error: unknown): Outcome {
  const message = messageOf(error);
  return isParseFault(error)
    ? { kind: 'malformed', message: `the response is not well-formed HTTP/1.1: ${message}` }
    : { kind: 'closed', message: `the connection ended before the response did: ${message}` };
}

function away(error: unknown): Outcome {
  const message = `no connection can be made any more: ${messageOf(error)}`;
  return { kind: 'away', message, mayBeSent: false };
}

/** True when there is no connection, or TLS refuses it. */
function isConnectionFault(error: unknown): boolean {
  if (!isJsonObject(error)) return false;
  // Of a name with several addresses, none of which can be connected to, there are several errors.
  const isOfConnecting = ['connect', 'getaddrinfo'].includes(String(error.syscall));
  return isOfConnecting || 'errors' in error || TLS_FAULT.test(codeOf(error));
}

/** True when it is the service that takes no connection; this machine may have no more of them. */
function isOfService(error: unknown): boolean {
  return ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT'].includes(codeOf(error));
}

const TLS_FAULT = /^(?:CERT_|ERR_TLS|ERR_SSL|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO)/;

function isParseFault(error: unknown): boolean {
  return codeOf(error).startsWith('HPE_');
}

function codeOf(error: unknown): string {
  return isJsonObject(error) ? String(error.code) : '';
}

/** Why no connection can be made, and what a user may do about it. */
export function reasonOf(error: unknown): string {
  return messageOf(error) + remedy(codeOf(error));
}

/** OpenSSL says what is wrong in a member of its own, since its message has places in its source. */
function messageOf(error: unknown): string {
  if (!isJsonObject(error)) return '';
  const { reason, message } = error;
  const isOfTls = typeof reason === 'string' && !isParseFault(error);
  return isOfTls ? `TLS: ${reason}` : String(message) || codeOf(error);
}

function remedy(code: string): string {
  if (code === 'EPROTO') return '; where the service has no TLS, its URL begins with http://';
  if (!TLS_FAULT.test(code)) return '';
  return '; where its certificate is to be trusted, name its file in NODE_EXTRA_CA_CERTS';
}

const PAUSE_MS = 250;

/** Waits for a service that takes no connection, since something may start it again. */
export class PatientSender {
  private isGone = false;

  /** @param patienceMs how long a service is waited for */
  constructor(
    private readonly sender: Pick<Sender, 'send'>,
    private readonly patienceMs: number,
  ) {}

  /** The outcome is `away` where the service does not come back. @throws UnreachableError as Sender does */
  async send(request: OperationRequest): Promise<SendResult> {
    const first = await this.sender.send(request);
    const start = performance.now();
    let last = first;
    while (last.outcome.kind === 'away') {
      if (this.isGone || performance.now() - start >= this.patienceMs) {
        this.isGone = true;
        return first;
      }
      await delay(PAUSE_MS);
      last = await this.sender.send(request);
      const { outcome } = last;
      // The service was back, and went away again with this request.
      if (outcome.kind === 'away' && outcome.mayBeSent) {
        return { ...last, outcome: { kind: 'closed', message: outcome.message } };
      }
    }
    return last;
  }
}
