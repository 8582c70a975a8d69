/** What came back, read to its end. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: NonNullable<RequestInit['body']>;
}

/** Somebody who calls the service over a socket. */
export class Caller {
  constructor(
    private readonly url: string,
    private readonly credentials: Readonly<Record<string, string>> = {},
  ) {}

  /** @param line method and target, such as `GET /papers` */
  async send(line: string, sent: Sent = {}): Promise<Received> {
    const response = await this.open(line, sent);
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  sendJson(line: string, body: unknown, headers: Sent['headers'] = {}): Promise<Received> {
    const mediaType = { 'content-type': 'application/json' };
    return this.send(line, { headers: { ...mediaType, ...headers }, body: JSON.stringify(body) });
  }

  /** Leaves the body to be read while it arrives. */
  open(line: string, { headers = {}, body }: Sent = {}): Promise<Response> {
    const [method = '', target = ''] = line.split(' ');
    const init = { method, headers: { ...this.credentials, ...headers } };
    return fetch(`${this.url}${target}`, body === undefined ? init : { ...init, body });
  }
}

/** Reads JSON and keeps integers beyond 2^53, as texts. */
export function exactly(text: string): any {
  return JSON.parse(text.replace(/(?<=:)\d{16,}/g, '"$&"'));
}

/** The problem that a response names, as the document's error body has it. */
export function problemOf({ status, headers, text }: Received): unknown[] {
  expect(headers.get('content-type')).toBe('application/problem+json');
  const problem = JSON.parse(text);
  expect(problem.status).toBe(status);
  return [status, problem.detail];
}
