import { addAbortSignal, Readable } from 'node:stream';
import { type BodyRead, clientNetwork, type HttpRequest, requestHeaders } from '../contract';
import {
  BodyStream,
  collectBody,
  type CountBody,
  discardRest,
  type Serving,
  type UnfinishedBody,
  UploadFile,
} from '../host';

/** What a host and its application know of a request beside it. */
interface Found {
  readonly address: string | undefined;
  readonly locals: unknown;
}

/**
 * A web-standard request as an HttpRequest. What may hold credentials is private (`#`): printing a request does not
 * reveal it.
 */
export class FetchRequest implements HttpRequest {
  readonly method: string;
  /** In origin form, as the host has normalized it. */
  readonly target: string;
  readonly address: string | undefined;
  readonly locals: unknown;
  readonly #message: Request;
  readonly #serving: Serving;
  #abortion: AbortController | undefined;
  #ending: AbortController | undefined;
  /** What ends with the response. */
  readonly #ends: (() => void)[] = [];
  #source: Readable | undefined;
  #stream: BodyStream | undefined;
  #isRefused = false;

  constructor(message: Request, serving: Serving, { address, locals }: Found) {
    const { pathname, search, hash } = new URL(message.url);
    this.method = message.method;
    this.target = pathname + search + hash;
    this.address = address;
    this.locals = locals;
    this.#message = message;
    this.#serving = serving;
  }

  headerValues(name: string): readonly string[] {
    const value = this.#message.headers.get(name);
    return value === null ? [] : [value];
  }

  headerNames(): readonly string[] {
    return [...this.#message.headers.keys()];
  }

  get signal(): AbortSignal {
    this.#abortion ??= this.followed(this.#message.signal);
    return this.#abortion.signal;
  }

  get closing(): AbortSignal {
    if (this.#ending === undefined) {
      const ending = new AbortController();
      this.#ends.push(
        this.#serving.closing.onBegin(() => {
          ending.abort();
        }),
      );
      this.#ending = ending;
    }
    return this.#ending.signal;
  }

  get hasBody(): boolean {
    return this.#message.body !== null && this.announcedBytes !== 0;
  }

  readBody(maxBytes: number, caller?: string): Promise<BodyRead> | BodyRead {
    if (this.announcedBytes > maxBytes) return { outcome: 'too-large' };
    return this.collect(maxBytes, caller);
  }

  streamBody(caller?: string): BodyStream {
    this.#stream ??= new BodyStream(this.source(), this.countFor(caller));
    return this.#stream;
  }

  readonly openTemporaryFile = async (): Promise<UploadFile> => {
    const file = await UploadFile.open(this.#serving.uploadFolder);
    this.#ends.push(() => void file.remove());
    return file;
  };

  /** Tells the handler that nobody takes the rest of the response. */
  abort(): void {
    this.#abortion?.abort();
  }

  /** Ends with the response: stops reading the body, frees its memory, and removes its file. */
  end(): void {
    this.#stream?.end();
    for (const end of this.#ends.splice(0)) end();
    const source = this.#source;
    // The rest of a body that is refused for want of memory is the host's, and so is one that nobody began to read.
    if (source === undefined || source.destroyed) return;
    if (this.#isRefused || this.#stream?.isRefused === true) return;
    discardRest(source, () => source.destroy());
  }

  private async collect(maxBytes: number, caller: string | undefined): Promise<BodyRead> {
    const read = await collectBody(this.source(), maxBytes, this.countFor(caller));
    this.#isRefused = read.outcome === 'refused';
    return read;
  }

  /** NaN where it is not known. */
  private get announcedBytes(): number {
    return Number(this.#message.headers.get(requestHeaders.contentLength) ?? NaN);
  }

  private followed(signal: AbortSignal): AbortController {
    const abortion = new AbortController();
    const abort = (): void => {
      abortion.abort(signal.reason);
    };
    signal.addEventListener('abort', abort);
    this.#ends.push(() => {
      signal.removeEventListener('abort', abort);
    });
    if (signal.aborted) abort();
    return abortion;
  }

  /** @throws Error where the application has read the body */
  private source(): Readable {
    if (this.#source !== undefined) return this.#source;
    const { body, bodyUsed, signal } = this.#message;
    if (bodyUsed || body?.locked === true) throw new Error(BODY_GONE);
    const source = body === null ? Readable.from([]) : Readable.fromWeb(body);
    this.#source = addAbortSignal(signal, source);
    return source;
  }

  private countFor(caller: string | undefined): CountBody {
    const client = caller ?? clientNetwork(this.address);
    return (giveWay) => {
      const counted: UnfinishedBody = this.#serving.unfinishedBodies.add(client, giveWay);
      this.#ends.push(() => {
        counted.end();
      });
      return counted;
    };
  }
}

const BODY_GONE =
  'The application has read the body of a request before the contract; pass it request.clone(), or the request first';
