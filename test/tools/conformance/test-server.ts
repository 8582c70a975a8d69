import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import {
  type ConformanceOptions,
  type Results,
  testConformance,
} from '../../../src/tools/conformance/public';
import { parseSource, type SourceDocument } from '../../../src/tools/document';

/** A response: its status, alone or with header fields and content. */
export type Answer = number | readonly [number, OutgoingHttpHeaders?, (string | undefined)?];

/** A server that reads each request to its end. */
export function answering(
  answer: (request: IncomingMessage, body: Buffer) => Answer | Promise<Answer>,
): Server {
  return createServer((request, response) => {
    void buffer(request).then(async (body) => {
      const given = await answer(request, body);
      const [status, headers, content] = typeof given === 'number' ? [given] : given;
      response.writeHead(status, headers).end(content);
    });
  });
}

/** Runs a server on a free port during some work with its address. */
export async function withServer<Result>(
  server: Server,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return work(`http://127.0.0.1:${port}`).finally(() => {
    server.closeAllConnections();
    server.close();
  });
}

const sources = new Map<string, SourceDocument>();

/** Parsed once: the runs of a file share its compiled schemas. */
function sourceOf(document: string): SourceDocument {
  const source = sources.get(document) ?? parseSource(document, 'document.yaml');
  sources.set(document, source);
  return source;
}

/** Tests a server against a parsed document, or one as YAML or JSON, without tokens and with few requests. */
export function testServer(
  server: Server,
  document: string | SourceDocument,
  more: Partial<ConformanceOptions> = {},
): Promise<Results> {
  return withServer(server, (url) => testServed(url, document, more));
}

/** Tests what is served at an address, as `testServer` does. */
export function testServed(
  url: string,
  document: string | SourceDocument,
  more: Partial<ConformanceOptions> = {},
): Promise<Results> {
  return testConformance({
    source: typeof document === 'string' ? sourceOf(document) : document,
    ...{ url, seed: 1, runs: 0, parallel: 2, timeoutMs: 2_000 },
    limits: { timeMs: 20_000, requests: 3_000 },
    tokens: { caller: new Map(), limited: new Map(), other: new Map() },
    ...more,
  });
}
