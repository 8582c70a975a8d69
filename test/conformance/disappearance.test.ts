import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  type ConformanceOptions,
  type Results,
  testConformance,
} from '../../src/conformance/index';
import { parseSource } from '../../src/generate/index';

const source = parseSource(
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Notes', version: '1' },
    paths: Object.fromEntries(
      ['notes', 'fragile', 'tags'].map((name) => [
        `/${name}`,
        {
          post: {
            operationId: name,
            requestBody: {
              required: true,
              content: { 'application/json': { schema: { type: 'object' } } },
            },
            responses: {
              204: { description: 'Taken' },
              400: { description: 'Refused' },
              415: { description: 'Not JSON' },
            },
          },
        },
      ]),
    ),
  }),
  'notes.json',
);

/** Ends the process of a service, as it were: it takes no connection, and those that it has are cut. */
type Ending = () => void;

/** A service that ends when it gets a text nested deep. @param restartMs when it is there again */
async function whileFragile<Result>(
  restartMs: number | undefined,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  let server: Server;
  let timer: NodeJS.Timeout | undefined;
  const listen = async (port: number): Promise<number> => {
    server = createServer(answering(end));
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  };
  const end = (): void => {
    server.close();
    server.closeAllConnections();
    if (restartMs !== undefined) timer = setTimeout(() => void listen(port), restartMs);
  };
  const port = await listen(0);
  try {
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    clearTimeout(timer);
    server!.close();
    server!.closeAllConnections();
  }
}

function answering(end: Ending): RequestListener {
  return (request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      if (request.url === '/fragile' && text.startsWith('[[[[')) {
        end();
        return;
      }
      // Slow enough that some are always under way.
      setTimeout(() => response.writeHead(statusOf(request.method, text)).end(), 5);
    });
  };
}

function statusOf(method: string | undefined, text: string): number {
  if (method !== 'POST') return 404;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? 204 : 400;
  } catch {
    return 400;
  }
}

const options: Omit<ConformanceOptions, 'url'> = {
  source,
  ...{ seed: 1, runs: 5, parallel: 4, timeoutMs: 1_500 },
  limits: { timeMs: 20_000, requests: 10_000 },
  tokens: { caller: new Map(), limited: new Map(), other: new Map() },
};

const unanswered = ({ findings }: Results) => findings.filter(({ check }) => check === 'answers');

describe('a service that a request ends', () => {
  it('is gone for one finding, with the requests that may have ended it', async () => {
    const results = await whileFragile(undefined, (url) => testConformance({ ...options, url }));
    const [finding, ...others] = unanswered(results);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      operationId: undefined,
      message: expect.stringContaining('takes no connection any more since it got') as string,
    });
    expect(finding?.exchanges.length).toBeLessThanOrEqual(4);
    const titles = finding?.exchanges.map(({ testCase }) => testCase.title);
    expect(titles).toContain('many nested arrays as JSON');
    expect(results.phases[0]).toMatchObject({ ended: 'service gone' });
  });

  it('is named alone where requests are sent one by one', async () => {
    const results = await whileFragile(undefined, (url) =>
      testConformance({ ...options, url, parallel: 1 }),
    );
    expect(unanswered(results)).toMatchObject([
      { exchanges: [{ testCase: { operation: { operationId: 'fragile' } } }] },
    ]);
  });

  it('is waited for where it is started again, and only that request is found', async () => {
    const results = await whileFragile(300, (url) => testConformance({ ...options, url }));
    const found = unanswered(results).map(({ operationId, exchanges }) => [
      operationId,
      exchanges[0]?.testCase.title,
    ]);
    expect(found).toEqual([['fragile', 'many nested arrays as JSON']]);
    expect(results.phases.map(({ ended }) => ended)).toEqual(['complete', 'complete', 'complete']);
  });
});
