import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';

/**
 * Records what HTTP servers of this process answer, for contract coverage.
 *
 * It listens to what Node itself tells of its servers, so that the code of a service has nothing to do with
 * it, and what is recorded was sent: middleware, the host and failures included. An observer that a service
 * calls would see none of these, and would be called in production too. Which server is meant, its port says:
 * tests of one process may serve other documents beside.
 *
 * This module imports nothing but Node, since processes that tests start load it compiled (record-process.ts).
 */

/** The environment variable with the folder of recordings. The reporter sets it. */
const FOLDER_VARIABLE = 'CONTRACT_COVERAGE';

/** What was sent, without anything secret in headers: of most only the names, in lower case. */
export interface RecordedExchange {
  readonly method: string;
  readonly target: string;
  readonly requestHeaders: readonly string[];
  /** The Content-Type of the request. */
  readonly requestType?: string | undefined;
  readonly status: number;
  readonly responseHeaders: readonly string[];
  /** The Content-Type of the response. */
  readonly responseType?: string | undefined;
}

/** @see https://nodejs.org/api/diagnostics_channel.html#http */
const REQUEST_START = 'http.server.request.start';

interface StartedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Records each exchange from now on whose response is sent as a whole. It records nothing unless CONTRACT_COVERAGE
 * names a folder. Recording never fails a test.
 *
 * @param url of the server that is meant, such as http://127.0.0.1:3000; by default, all servers of the process
 * @returns a function that ends recording, to be called before the port can be another server's
 * @throws TypeError when `url` is none
 *
 * @example
 * ```ts
 * import { recordExchanges } from 'plant-store/jest/record';
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
 * The headers of a response by lower-case name. `getHeaders()` lacks those that were given to `writeHead` and
 * those that Node adds; the head as Node sent it is in `_header`, which morgan and on-headers rely on as well.
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

/** A file of lines, each of which says something new. */
class Recording {
  private readonly lines = new Set<string>();

  constructor(private readonly file: string) {}

  /** Writes at once: a process that tests kill has no other time. */
  add(exchange: RecordedExchange): void {
    const line = JSON.stringify(exchange);
    if (this.lines.has(line)) return;
    this.lines.add(line);
    try {
      appendFileSync(this.file, `${line}\n`);
    } catch {
      // The run has ended, and its folder is gone: nobody counts any more.
    }
  }
}
