import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP, SocketAddress } from 'node:net';
import {
  ambiguousForm,
  type BodyChunks,
  type BodyRead,
  clientNetwork,
  type Failure,
  type HttpRequest,
  type HttpResponse,
  RequestAbortedError,
  requestCoding,
  type RequestHead,
  requestHeaders,
} from '../contract';
import {
  BodyStream,
  collectBody,
  type CountBody,
  REQUEST_BYTES,
  type Serving,
  type UnfinishedBody,
  UploadFile,
} from '../host';
import type { Exchange, Request } from './app';
import { connectionOf } from './connections/connections';
import { headerNames, headerValues } from './incoming-message';
import { observationOf, type RequestObservation } from './observation';
import { bodyGone, takenBody } from './taken-body';

/** Responds to a request; undefined when no response is needed any more. Never rejects. */
export type Responder = (request: HttpRequest) => Promise<HttpResponse | undefined>;

/**
 * An incoming message as an HttpRequest. Fields that may hold credentials are private (`#`): printing a request, or an
 * error that holds one, does not reveal them.
 */
export class ExpressRequest implements HttpRequest {
  readonly method: string;
  /** The client waits for 100 before it sends the body (RFC 9110, section 10.1.1). */
  private expectsContinue: boolean;
  /** The announced length in bytes; undefined for a body in chunks. */
  private readonly bodyLength: number | undefined;
  private isBodyBegun = false;
  private isBodyRead = false;
  private isBodyRefused = false;
  /** True for a form that parsers after a guard can read once more: neither compressed nor too large for memory. */
  readonly isPutBack: boolean;
  /** True where middleware before this one has read the body, or begun to. */
  readonly isBodyTaken: boolean;
  readonly #exchange: Exchange;
  readonly #message: Request;
  readonly #response: ServerResponse;
  readonly #serving: Serving;
  /** The target before a router removed its part of the path. */
  #target: string;
  #stream: BodyStream | undefined;
  #counted: UnfinishedBody | undefined;
  #file: UploadFile | undefined;
  #abortion: AbortController | undefined;
  #ending: AbortController | undefined;
  #locals: unknown;

  /** @param isGuard true where routes after this handler may read the body, too */
  constructor(exchange: Exchange, serving: Serving, isGuard = false) {
    const { message, response } = exchange;
    this.#exchange = exchange;
    this.#message = message;
    this.#response = response;
    this.#serving = serving;
    this.method = message.method;
    this.#target = message.url;
    const [length = 0] = this.headerValues(requestHeaders.contentLength);
    const [coding] = this.headerValues(requestHeaders.transferEncoding);
    this.bodyLength = coding === undefined ? Number(length) : undefined;
    this.isBodyTaken = message.readableDidRead || message.readableEnded;
    this.expectsContinue = !this.isBodyTaken && expectsContinue(message);
    const isSmall = (this.bodyLength ?? 0) <= serving.unfinishedBodies.maxBytes / 2;
    this.isPutBack =
      isGuard && !this.isBodyTaken && isSmall && this.hasForm && !requestCoding(this);
  }

  /** A request of this host. @throws TypeError for one of another host */
  static of(request: RequestHead): ExpressRequest {
    if (#exchange in request) return request;
    throw new TypeError('The request does not come from Express');
  }

  /** Express's objects. */
  get exchange(): Exchange {
    return this.#exchange;
  }

  get target(): string {
    return this.#target;
  }

  /** Set to the document's spelling of a target that Express reads more loosely. */
  set target(value: string) {
    this.#target = value;
  }

  headerValues(name: string): readonly string[] {
    // Parsers have already decompressed the body.
    if (this.isBodyTaken && name === requestHeaders.contentEncoding) return [];
    return headerValues(this.#message, name);
  }

  headerNames(): readonly string[] {
    return headerNames(this.#message);
  }

  get address(): string | undefined {
    return clientAddress(this.#message);
  }

  get signal(): AbortSignal {
    if (this.#abortion === undefined) {
      const response = this.#response;
      const abortion = new AbortController();
      const onClose = (): void => {
        if (!response.writableFinished) abortion.abort();
      };
      if (response.destroyed) abortion.abort();
      else response.once('close', onClose);
      this.#abortion = abortion;
    }
    return this.#abortion.signal;
  }

  get observation(): RequestObservation | undefined {
    return observationOf(this.#message);
  }

  get closing(): AbortSignal {
    if (this.#ending === undefined) {
      const ending = new AbortController();
      const off = this.#serving.closing.onBegin(() => {
        ending.abort();
      });
      this.#response.once('close', off);
      this.#ending = ending;
    }
    return this.#ending.signal;
  }

  get locals(): unknown {
    return this.#locals;
  }

  set locals(value: unknown) {
    this.#locals = value;
  }

  get hasForm(): boolean {
    const [type = ''] = this.headerValues(requestHeaders.contentType);
    return this.hasBody && /^multipart\//i.test(type);
  }

  get hasBody(): boolean {
    return this.bodyLength === undefined || this.bodyLength > 0;
  }

  /** True for a client that did not get 100: it may hold back a body, and Node closes its connection. */
  get isHoldingBody(): boolean {
    return this.expectsContinue;
  }

  /** True when more of the body may come, and must not be read even to discard it. */
  get refusesBody(): boolean {
    return this.isBodyRefused || this.#stream?.isRefused === true;
  }

  readBody(maxBytes: number, caller?: string): Promise<BodyRead> | BodyRead {
    const { bodyLength } = this;
    const message = this.#message;
    if (this.isBodyTaken) return this.bodyTaken(maxBytes);
    if (bodyLength !== undefined && bodyLength > maxBytes) return { outcome: 'too-large' };
    this.askForBody();
    // A small body usually arrives with its headers, and is in the buffer already.
    if (this.isPutBack || bodyLength === 0 || message.readableLength !== bodyLength) {
      return this.collect(maxBytes, caller);
    }
    this.isBodyRead = true;
    const failure = this.countArrived(bodyLength, caller);
    if (failure !== undefined) return { outcome: 'refused', failure };
    // Without a size, Node 26 returns only the first chunk.
    return { outcome: 'complete', bytes: message.read(bodyLength) as Buffer };
  }

  /**
   * True when the rest of the body must be discarded here. Node does so itself for a body that nobody began to read.
   *
   * @param maxBytes the most bytes that Node may discard
   */
  leavesBody(maxBytes: number): boolean {
    const { bodyLength = Infinity } = this;
    const message = this.#message;
    if (this.isPutBack && this.isBodyBegun) return !message.readableEnded;
    if (this.isBodyRead || (!this.isBodyBegun && bodyLength <= maxBytes)) return false;
    return !message.complete || message.isPaused();
  }

  streamBody(caller?: string): BodyChunks {
    if (this.isBodyTaken) return chunksOf(takenBody(this.#message));
    this.#stream ??= new BodyStream(this.#message, this.countFor(caller), () => {
      this.askForBody();
    });
    return this.#stream;
  }

  /** Absent for a form that stays in memory, for others. */
  get openTemporaryFile(): (() => Promise<UploadFile>) | undefined {
    if (this.isPutBack || this.isBodyTaken) return undefined;
    return async () => (this.#file = await UploadFile.open(this.#serving.uploadFolder));
  }

  /** Leaves the body to a route that reads it itself. @throws Error where middleware has read it */
  leaveBody(): void {
    if (this.hasBody && this.isBodyTaken) throw bodyGone(this.#message);
    if (this.hasBody) this.askForBody();
  }

  /** Asks for a body that the handler may still read while it writes: no 100 may follow the head of the response. */
  askBeforeHead(): void {
    if (this.#stream !== undefined && !this.#response.headersSent) this.askForBody();
  }

  /** Stops reading a streamed body, whose rest the host discards, frees its memory, and removes its file. */
  endBody(): void {
    this.#stream?.end();
    this.#counted?.end();
    void this.#file?.remove();
  }

  private bodyTaken(maxBytes: number): BodyRead {
    const bytes = takenBody(this.#message);
    return bytes.length > maxBytes ? { outcome: 'too-large' } : this.complete(bytes);
  }

  /** A body that others may read, too: forms are refused unless all of them read the same. */
  private complete(bytes: Buffer): BodyRead {
    const [type = ''] = this.headerValues(requestHeaders.contentType);
    const failure = this.hasForm ? ambiguousForm(type, bytes) : undefined;
    return failure ? { outcome: 'refused', failure } : { outcome: 'complete', bytes };
  }

  private async collect(maxBytes: number, caller: string | undefined): Promise<BodyRead> {
    const { bodyLength = maxBytes } = this;
    const count = this.countFor(caller);
    const read = await collectBody(this.#message, bodyLength, count, this.isPutBack);
    this.isBodyRefused = read.outcome === 'refused';
    return this.isPutBack && read.outcome === 'complete' ? this.complete(read.bytes) : read;
  }

  private countFor(caller: string | undefined): CountBody {
    const client = caller ?? clientNetwork(this.address);
    return (giveWay) => (this.#counted = this.#serving.unfinishedBodies.add(client, giveWay));
  }

  /** Counts a body that came with its headers; a small one is part of what its connection takes. */
  private countArrived(bytes: number, caller: string | undefined): Failure | undefined {
    if (bytes <= REQUEST_BYTES) return undefined;
    let refusal: Failure | undefined;
    const body = this.countFor(caller)((failure) => (refusal = failure));
    body.grow(bytes);
    body.arrive();
    return refusal;
  }

  /** @throws RequestAbortedError when the response has begun, so the client may not send it */
  private askForBody(): void {
    this.isBodyBegun = true;
    if (!this.expectsContinue) return;
    if (this.#response.headersSent) throw new RequestAbortedError();
    this.expectsContinue = false;
    this.#response.writeContinue();
  }
}

// eslint-disable-next-line @typescript-eslint/require-await -- the bytes are here already
async function* chunksOf(bytes: Buffer): BodyChunks {
  yield bytes;
}

/** Any server other than this folder's has already sent 100. */
function expectsContinue(message: IncomingMessage): boolean {
  const { httpVersion, socket } = message;
  if (httpVersion !== '1.1' || headerValues(message, requestHeaders.expect).length === 0)
    return false;
  return connectionOf(socket) !== undefined;
}

/**
 * The IP address of the client: that of the connection or, if the application trusts a proxy there, the last one in
 * X-Forwarded-For that belongs to no trusted proxy. Entries that a client writes itself come before that, and are never
 * used.
 *
 * @see https://expressjs.com/en/guide/behind-proxies.html
 */
function clientAddress(message: Request): string | undefined {
  const { remoteAddress } = message.socket;
  // Express would first build an object of all header fields.
  if (message.app.disabled('trust proxy')) return remoteAddress;
  return forwardedAddress(message.ip) ?? remoteAddress;
}

/** Some proxies add the port, which differs for each connection. */
const WITH_PORT = /^(?:\[([0-9a-f:.]+)\](?::\d+)?|([\d.]+):\d+)$/i;

/** An address in the same form as that of a connection. @returns undefined for an invalid address */
function forwardedAddress(text = ''): string | undefined {
  const [, inBrackets, beforePort] = WITH_PORT.exec(text) ?? [];
  const address = inBrackets ?? beforePort ?? text;
  switch (isIP(address)) {
    case 4:
      return address;
    case 6:
      return new SocketAddress({ address: withoutZone(address), family: 'ipv6' }).address;
    default:
      return undefined;
  }
}

/** The zone is local to the proxy. @see https://www.rfc-editor.org/rfc/rfc4007#section-11 */
function withoutZone(address: string): string {
  return address.replace(/%.*/, '');
}
