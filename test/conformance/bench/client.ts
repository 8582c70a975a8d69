import { parseExactly, stringifyExactly } from './exact-json';

/** A response, with its body parsed if it is JSON. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly body: any;
}

export interface Sent {
  /** Sent as JSON, or as another media type of JSON. */
  readonly json?: unknown;
  readonly text?: string | Buffer;
  /** null omits a header. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly timeoutMs?: number;
}

const CREDENTIALS = { authorization: 'Bearer bench-token', 'x-desk-key': 'bench-key' };

/** A client of the library, whose requests are valid by default. */
export class Client {
  constructor(
    readonly url: string,
    /** Called with each response. */
    private readonly onResponse: (method: string, path: string, received: Received) => void = () =>
      undefined,
  ) {}

  async send(method: string, path: string, sent: Sent = {}): Promise<Received> {
    const { json, text, headers = {}, timeoutMs = 5_000 } = sent;
    const content = json === undefined ? text : stringifyExactly(json);
    const type = json === undefined ? {} : { 'content-type': 'application/json' };
    const given: Sent['headers'] = { ...CREDENTIALS, ...type, ...headers };
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: Object.entries(given).flatMap(([name, value]) =>
        value === null ? [] : [[name, value]],
      ),
      signal: AbortSignal.timeout(timeoutMs),
      // fetch would add a media type to a text.
      ...(content === undefined ? {} : { body: Buffer.from(content) }),
    });
    const received = await response.text();
    const isJson = /json/i.test(response.headers.get('content-type') ?? '');
    const body: unknown = isJson && received !== '' ? parseOrText(received) : received;
    const { status } = response;
    this.onResponse(method, path, { status, headers: response.headers, body });
    if (status === 429) return this.send(method, path, sent);
    return { status, headers: response.headers, body };
  }

  get(path: string, sent?: Sent): Promise<Received> {
    return this.send('GET', path, sent);
  }

  async status(method: string, path: string, sent?: Sent): Promise<number> {
    return (await this.send(method, path, sent)).status;
  }

  /** Creates a book with the default fields, except the given ones. */
  createBook(fields: object = {}): Promise<Received> {
    return this.send('POST', '/books', { json: { ...BOOK, ...fields } });
  }

  /** Creates a book. @returns the status */
  async book(fields: object): Promise<number> {
    return (await this.createBook(fields)).status;
  }

  /** Creates a book. @returns its path */
  async bookPath(fields: object = {}): Promise<string> {
    return `/books/${(await this.createBook(fields)).body.id}`;
  }

  /** Creates and reads a book. */
  async readBook(fields: object = {}): Promise<any> {
    return (await this.get(await this.bookPath(fields))).body;
  }

  patch(path: string, json: unknown): Promise<Received> {
    const headers = { 'content-type': 'application/merge-patch+json' };
    return this.send('PATCH', path, { json, headers });
  }

  createHold(fields: object = {}, headers: Sent['headers'] = {}): Promise<Received> {
    return this.send('POST', '/holds', { json: { ...HOLD, ...fields }, headers });
  }

  async hold(fields: object): Promise<number> {
    return (await this.createHold(fields)).status;
  }

  createMember(fields: object = {}): Promise<Received> {
    return this.send('POST', '/members', { json: { ...MEMBER, ...fields } });
  }

  async member(fields: object): Promise<number> {
    return (await this.createMember(fields)).status;
  }

  async total(path: string): Promise<string | null> {
    return (await this.get(path)).headers.get('x-total-count');
  }
}

function parseOrText(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return text;
  }
}

export const BOOK = {
  title: 'On Ferns',
  medium: 'print',
  pages: 120,
  contributors: [{ name: 'Ada Moss', role: 'author' }],
};

export const HOLD = { item: { kind: 'book', title: 'On Ferns' }, days: 14 };

export const MEMBER = {
  id: '6f1c2b7e-0000-4000-8000-00000000000a',
  name: 'Cleo Reed',
  email: 'cleo@library.example',
  password: 'correct horse',
};
