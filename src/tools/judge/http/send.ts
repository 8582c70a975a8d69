import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { urlToHttpOptions } from 'node:url';
import { parseMediaType } from 'openapi-trellis/tools';
import { isJsonObject } from '../../document';
import type { OperationRequest } from '../../samples';
import type { ExchangeOutcome, ReceivedResponse } from '../exchange';
import { wireHeaders } from './request';

export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

interface SendResult {
  readonly outcome: ExchangeOutcome;
  /** When the request was sent, in milliseconds since 1970. */
  readonly sentAt: number;
  readonly durationMs: number;
}

interface SenderOptions {
  /** Time for a whole request, until the last byte of its response, in milliseconds. 10 000 by default. */
  readonly timeoutMs?: number;
  /** Maximum number of connections; further requests wait. 16 by default. */
  readonly maxConnections?: number;
  /** True for a media type of endless streams. None by default. @param essence in lower case */
  readonly isSequence?: (essence: string) => boolean;
}

const TIMEOUT_MS = 10_000;
const GRACE_MS = 100;
const MAX_CONNECTIONS = 16;

/** Time to wait for items, in milliseconds: for the first streams that are cut, and for all later ones. */
const ITEMS_MS = [1_000, 100] as const;
const FIRST_CUT = 20;

/** Limits the memory for the response of a service that never stops sending. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;
const MAX_ITEMS_BYTES = 256 * 1024;
const MAX_HEADER_BYTES = 128 * 1024;

/**
 * Sends requests unchanged: adds only `Host`, `Connection` and `Content-Length`, and does not follow redirects.
 */
export class Sender {
  private readonly protocol: typeof http | typeof https;
  private readonly address: http.RequestOptions;
  private readonly url: URL;
  private readonly keptAlive: http.Agent;
  /** Agent for connections that serve one request. */
  private readonly single: http.Agent;
  private readonly timeoutMs: number;
  private readonly isSequence: (essence: string) => boolean;
  /** Number of responses that were cut because they did not end. */
  private cut = 0;
  /** True once a connection was made: a later failure to connect is a fault of the service. */
  private wasConnected = false;

  /** @param url address of the service; its path is not used, since targets include it */
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
   * @param request a request that HTTP allows (isSendable)
   * @throws UnreachableError if the first connection cannot be made, or this machine can make no more
   */
  async send(request: OperationRequest): Promise<SendResult> {
    const sentAt = Date.now();
    const start = performance.now();
    const first = await this.exchange(request, this.keptAlive);
    // A service may close an idle connection while a request is on its way.
    const isStale = first.kind === 'stale';
    const second = isStale ? await this.exchange(request, this.single) : first;
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
  ): Promise<ExchangeOutcome | { readonly kind: 'stale' }> {
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
    // This process may have been busy: reads data that has arrived before the request counts as late.
    let timer = setTimeout(() => (timer = setTimeout(end, GRACE_MS)), this.timeoutMs);
    const excess: Buffer[] = [];
    sent.on('error', (error) => excess.push(excessOf(error)));
    try {
      response = await responseTo(sent, request.body);
      this.wasConnected = true;
      if (!this.isSequence(essenceOf(response))) return await received(response, excess);
      clearTimeout(timer);
      return await this.receivedItems(response);
    } catch (error) {
      const isWaiting = late.signal.aborted && sent.socket?.connecting === true;
      const isConnected = !isWaiting && !isConnectionFault(error);
      this.wasConnected ||= isConnected;
      if (!isConnected && !(this.wasConnected && isOfService(error))) throw this.unreachable(error);
      if (late.signal.aborted) return timeout(this.timeoutMs, response !== undefined);
      if (!isConnected) return away(error);
      const isStale = sent.reusedSocket && response === undefined && !isParseFault(error);
      // An idle connection ended without a byte in response.
      return isStale ? { kind: 'stale' } : unreadable(error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The part of an endless response that arrived in time. */
  private async receivedItems(incoming: IncomingMessage): Promise<ExchangeOutcome> {
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

/** Sends the body and waits for the status and the headers. @throws the reason for which the connection ended */
function responseTo(sent: ClientRequest, body: Buffer | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('upgrade', (_, socket) => {
      socket.destroy();
      reject(new Error('it has the status 101, and no other protocol was asked for'));
    });
    // The last event; the only one for a CONNECT that succeeds.
    sent.once('close', () => {
      reject(new Error('the connection was closed'));
    });
    // Stays after the promise has settled: an error without a listener would end the process.
    sent.on('error', reject);
    sent.end(body);
  });
}

/** @param excess bytes after the end of a response that must not have content */
async function received(
  incoming: IncomingMessage,
  excess: readonly Buffer[],
): Promise<ExchangeOutcome> {
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
  return { status, headers: fieldsOf(rawHeaders), body: Buffer.concat(chunks) };
}

/** The header field lines of a message, by its raw headers. */
export function fieldsOf(raw: readonly string[]): ReceivedResponse['headers'] {
  return Array.from(
    { length: raw.length / 2 },
    (_, index) => [raw[2 * index] ?? '', raw[2 * index + 1] ?? ''] as const,
  );
}

function essenceOf({ headers }: IncomingMessage): string {
  return parseMediaType(headers['content-type'] ?? '')?.essence ?? '';
}

function excessOf(error: unknown): Buffer {
  if (!isParseFault(error) || !isJsonObject(error)) return Buffer.alloc(0);
  const { rawPacket, bytesParsed } = error;
  return Buffer.isBuffer(rawPacket) ? rawPacket.subarray(Number(bytesParsed)) : Buffer.alloc(0);
}

function timeout(timeoutMs: number, isBegun: boolean): ExchangeOutcome {
  const message = `no complete response within ${timeoutMs} ms`;
  return { kind: 'timeout', message, ...(isBegun && { isBegun }) };
}

function unreadable(error: unknown): ExchangeOutcome {
  const message = messageOf(error);
  return isParseFault(error)
    ? { kind: 'malformed', message: `the response is not well-formed HTTP/1.1: ${message}` }
    : { kind: 'closed', message: `the connection ended before the response did: ${message}` };
}

function away(error: unknown): ExchangeOutcome {
  const message = `no connection can be made any more: ${messageOf(error)}`;
  return { kind: 'away', message, mayBeSent: false };
}

/** True if the connection failed, or TLS refused it. */
function isConnectionFault(error: unknown): boolean {
  if (!isJsonObject(error)) return false;
  // A host name with several addresses, all unreachable, gives several errors.
  const isOfConnecting = ['connect', 'getaddrinfo'].includes(String(error.syscall));
  return isOfConnecting || 'errors' in error || TLS_FAULT.test(codeOf(error));
}

/** True if the service refuses the connection; otherwise this machine may have no free one. */
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

/** Why the connection failed, and how the user may solve it. */
export function reasonOf(error: unknown): string {
  return messageOf(error) + remedy(codeOf(error));
}

/** OpenSSL gives the reason in a separate member; its message contains places in its source. */
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

/** Waits for a service that accepts no connections, since something may restart it. */
export class PatientSender {
  private isGone = false;

  /** @param patienceMs maximum time to wait for the service, in milliseconds */
  constructor(
    private readonly sender: Sender,
    private readonly patienceMs: number,
  ) {}

  /** The outcome is `away` if the service does not come back. @throws UnreachableError as Sender does */
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
      // The service was back, and this request made it go away again.
      if (outcome.kind === 'away' && outcome.mayBeSent) {
        return { ...last, outcome: { kind: 'closed', message: outcome.message } };
      }
    }
    return last;
  }

  close(): void {
    this.sender.close();
  }
}
