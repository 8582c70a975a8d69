import { createServer } from 'node:http';
import { testConformance } from '../../../src/tools/conformance/public';
import type { ConformanceOptions, Results } from '../../../src/tools/conformance/public';
import { benchOptions } from './bench-options';
import { testServer, withServer } from './test-server';

/** Runs that send requests until the time is over. */

it('leaves each phase some of the time, also after one that waited long', async () => {
  const schema = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
  const content = { 'application/json': { schema } };
  const responses = { 200: { description: 'It', content } };
  const parameters = [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }];
  const paths = {
    '/notes': { post: { operationId: 'add', requestBody: { content }, responses } },
    '/notes/{id}': { get: { operationId: 'get', parameters, responses } },
    '/slow': { get: { operationId: 'slow', responses: { 204: { description: 'Done' } } } },
  };
  const document = { openapi: '3.1.0', info: { title: 'Notes', version: '1' }, paths };
  let isFirst = true;
  const now = performance.now.bind(performance);
  const timeMs = 10_000_000;
  const server = createServer(({ url }, response) => {
    if (url === '/slow' && isFirst) {
      isFirst = false;
      jest.spyOn(performance, 'now').mockImplementation(() => now() + 0.9 * timeMs);
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"1"}');
  });
  const results = testServer(server, JSON.stringify(document), {
    ...{ timeoutMs: 60_000, limits: { timeMs, requests: Infinity } },
    ...{ runs: 40, parallel: 8 },
  });
  const { phases } = await results.finally(() => jest.restoreAllMocks());
  const stateful = phases.find(({ phase }) => phase === 'stateful');
  expect(stateful?.requests).toBeGreaterThan(0);
});

describe('a service that never answers', () => {
  const hanging = async (
    options: Pick<ConformanceOptions, 'limits' | 'timeoutMs'>,
  ): Promise<Results> => {
    const server = createServer(() => undefined);
    return withServer(server, (url) => testConformance({ ...benchOptions(url, 1), ...options }));
  };

  it('takes the time of the run and that of one request', async () => {
    // Long enough for a busy machine to send a request before the run is over.
    const limits = { timeMs: 12_000, requests: Infinity };
    const { durationMs, findings, notices } = await hanging({ limits, timeoutMs: 12_100 });
    expect(durationMs).toBeLessThan(60_000);
    expect(findings).toEqual([]);
    expect(notices[0]).toMatch(
      /^answers may be broken \(no response to .*\), but the run was over/,
    );
  });

  it('takes no longer where few requests a second are sent', async () => {
    // The second would be sent when the time is over.
    const limits = { timeMs: 100_000, requests: Infinity, rate: 0.01 };
    const { phases } = await hanging({ limits, timeoutMs: 100 });
    expect(phases.reduce((sum, { requests }) => sum + requests, 0)).toBe(1);
  });
});
