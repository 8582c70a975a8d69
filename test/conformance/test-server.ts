import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type ConformanceOptions,
  type Results,
  testConformance,
} from '../../src/conformance/index';
import { parseSource } from '../../src/generate/index';

/** Starts a server on a free port, which is closed after the work with its address. */
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

/** Tests a server against a document, given as YAML or JSON: without tokens, and with few requests. */
export function testServer(
  server: Server,
  document: string,
  more: Partial<ConformanceOptions> = {},
): Promise<Results> {
  return withServer(server, (url) =>
    testConformance({
      source: parseSource(document, 'document.yaml'),
      ...{ url, seed: 1, runs: 0, parallel: 2, timeoutMs: 2_000 },
      limits: { timeMs: 20_000, requests: 3_000 },
      tokens: { caller: new Map(), limited: new Map(), other: new Map() },
      ...more,
    }),
  );
}
