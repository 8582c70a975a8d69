import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';

/**
 * Records the exchanges of HTTP servers of this process, for contract coverage.
 *
 * It uses Node's diagnostics channel, so the code of a service is not involved, and it sees what was really sent, by
 * middleware, the host and failures too. An observer called by the service would miss these, and would run in
 * production. The port selects the server: tests of one process may serve other documents too.
 *
 * This module imports only Node, since processes that tests start load it compiled (record-process.ts).
 */

/** The environment variable with the folder of recordings. The reporter sets it. */
const FOLDER_VARIABLE = 'CONTRACT_COVERAGE';

/** An exchange without secrets of headers: most are recorded only by name, in lower case. */
export interface RecordedExchange {
  readonly method: string;
  readonly target: string;
  readonly requestHeaders: readonly string[];
  readonly requestType?: string | undefined;
  readonly status: number;
  readonly responseHeaders: readonly string[];
  readonly responseType?: string | undefined;
}

/** @see https://nodejs.org/api/diagnostics_channel.html#http */
const REQUEST_START = 'http.server.request.start';

interface StartedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Records each exchange from now on whose response is sent completely. It does nothing unless CONTRACT_COVERAGE names a
 * folder. Recording never fails a test.
 *
 * @param url of the server to record, such as http://127.0.0.1:3000; by default, all servers of the process
 * @returns a function that ends recording; call it before another server can get the port
 * @throws TypeError when `url` is not a URL
 *
 * @example
 * ```ts
 * import { recordExchanges } from 'openapi-trellis-tools/jest/record';
 *
 * export async function recorded(url: string, test: () => Promise<void>): Promise<void> {
 *   const endRecording = recordExchanges(url);
 *   await test();
 *   endRecording();
 * }
 * ```
 */
export function recordExchanges(url?: string): () => void {
  const folder = process.env[FOLDER_VARIABLE] ?? '';
  const port = url === undefined ? undefined : portOf(new URL(url));
  if (folder === '') return () => undefined;
  const recording = new Recording(path.join(folder, `${process.pid}.ndjson`));
  const onRequest = (message: unknown): void => {
    const { request, response } = message as StartedRequest;
    if (port !== undefined && request.socket.localPort !== port) return;
    response.once('finish', () => {
      recording.add(exchangeOf(request, response));
    });
  };
  subscribe(REQUEST_START, onRequest);
  return () => unsubscribe(REQUEST_START, onRequest);
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

function exchangeOf(request: IncomingMessage, response: ServerResponse): RecordedExchange {
  const headers = sentHeaders(response);
  return {
    method: request.method ?? '',
    target: request.url ?? '',
    requestHeaders: Object.keys(request.headers),
    requestType: request.headers['content-type'],
    status: response.statusCode,
    responseHeaders: [...headers.keys()],
    responseType: headers.get('content-type'),
  };
}

/**
 * The headers of a response by lower-case name. `getHeaders()` lacks headers given to `writeHead` and those added by
 * Node; `_header` has the head as sent, and morgan and on-headers rely on it too.
 */
function sentHeaders(response: ServerResponse): ReadonlyMap<string, string> {
  const head: unknown = Reflect.get(response, '_header');
  const [, ...lines] = String(head).trimEnd().split('\r\n');
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

/** A file of distinct lines. */
class Recording {
  private readonly lines = new Set<string>();

  constructor(private readonly file: string) {}

  /** Writes at once, since tests may kill the process at any time. */
  add(exchange: RecordedExchange): void {
    const line = JSON.stringify(exchange);
    if (this.lines.has(line)) return;
    this.lines.add(line);
    try {
      appendFileSync(this.file, `${line}\n`);
    } catch {
      // The run has ended and its folder is gone, so the exchange does not count.
    }
  }
}
