import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checks } from '../../../src/tools/judge/checks/index';
import type { Exchange, Phase } from '../../../src/tools/judge/exchange';
import { type Broken, Findings } from '../../../src/tools/conformance/findings';
import {
  type ConformanceOptions,
  type Results,
  testConformance,
} from '../../../src/tools/conformance/public';
import { Tally } from '../../../src/tools/conformance/results';
import { isSameRefusal } from '../../../src/tools/judge/refusal-text';
import { type Operation, parseSource } from '../../../src/tools/document';
import { requestOf } from '../judge/judged';
import { exchange, response } from './report/library-results';
import { answering, testServer } from './test-server';
import { itEach } from '../../support/it-each';

describe('findings', () => {
  const exchange = (phase: Phase, said: string): Exchange => ({
    testCase: {
      ...{ phase, operation: undefined, title: 'a try', covers: [] },
      request: requestOf('POST /books', '{}'),
    },
    judgement: { expected: 'acceptance', input: {} },
    outcome: { kind: 'response', response: { status: 400, headers: [], body: Buffer.from(said) } },
    ...{ sentAt: 0, durationMs: 0 },
  });

  const broken = (pointer: string): Broken[] =>
    checks
      .filter(({ id }) => id === 'accepts-valid')
      .map((check) => ({ check, violation: { message: 'refused', pointer } }));

  it('knows what a request at random has found by what the service says of it', () => {
    const findings = new Findings();
    for (const each of broken('/title'))
      findings.add([exchange('coverage', 'title is short')], each);
    for (const each of broken('')) {
      expect(findings.has(exchange('random', 'title is short'), each)).toBe(true);
      expect(findings.has(exchange('random', 'pages are many'), each)).toBe(false);
      expect(findings.has(exchange('coverage', 'title is short'), each)).toBe(false);
    }
    expect(findings.all.map(({ pointer, times }) => [pointer, times])).toEqual([['/title', 2]]);
  });
});

describe('refusals are the same', () => {
  const refusal = (
    said: string,
    body = '{}',
    target = '/books',
  ): Parameters<typeof isSameRefusal>[0] => ({
    testCase: {
      ...{ phase: 'coverage', operation: undefined, title: 'a try', covers: [] },
      request: requestOf(`POST ${target}`, body),
    },
    judgement: { expected: 'acceptance', input: {} },
    outcome: { kind: 'response', response: { status: 400, headers: [], body: Buffer.from(said) } },
    ...{ sentAt: 0, durationMs: 0 },
  });

  itEach<[one: ReturnType<typeof refusal>, other: ReturnType<typeof refusal>, is: boolean]>({
    'nothing is said': [refusal(''), refusal(''), true],
    'the same is said': [refusal('title is short'), refusal('title is short'), true],
    'another is said': [refusal('title is short'), refusal('no such author'), false],
    'more is said': [refusal('title is short'), refusal('title is short; pages are many'), true],
    'ids differ': [refusal('a1b2: title is short'), refusal('c3d4: title is short'), true],
    'what was sent is repeated': [
      refusal('"oak" is short', '{"title":"oak"}'),
      refusal('"elm" is short', '{"title":"elm"}'),
      true,
    ],
    'the path is repeated': [
      refusal('/books/red%20oak is none', '{}', '/books/red%20oak'),
      refusal('/books/elm is none', '{}', '/books/elm'),
      true,
    ],
  })('%s', (_, one, other, is) => {
    expect(isSameRefusal(one, other)).toBe(is);
    expect(isSameRefusal(other, one)).toBe(is);
  });
});

describe('the tally', () => {
  it('counts the statuses that the document lists, by number, range and default', () => {
    const sent = (status: number) =>
      exchange({
        operationId: 'createBook',
        title: '',
        request: { method: 'POST', target: '/', headers: [] },
        outcome: response(status, {}),
      });
    const operation: Operation = {
      ...sent(200).testCase.operation!,
      value: { responses: { 201: {}, 404: {}, '4XX': {}, default: {}, 'x-note': {} } },
    };
    const tally = new Tally({ operations: [operation] });
    for (const status of [201, 201, 400, 403, 500]) tally.count(sent(status));
    expect(tally.coverage).toMatchObject([
      { kind: 'status', name: '201', valid: 2, pointer: `${operation.pointer}/responses/201` },
      { kind: 'status', name: '404', valid: 0 },
      { kind: 'status', name: '4XX', valid: 2 },
      { kind: 'status', name: 'default', valid: 1 },
    ]);
  });

  it.each([
    [201, true],
    [304, true],
    [302, false],
    [404, false],
  ])('a valid request that got %d: exercised is %s', (status, exercised) => {
    const sent = exchange({
      operationId: 'createBook',
      title: '',
      request: { method: 'POST', target: '/', headers: [] },
      outcome: response(status, {}),
    });
    const value = { responses: { 201: {}, 304: {}, 404: {} } };
    const tally = new Tally({ operations: [{ ...sent.testCase.operation!, value }] });
    tally.count(sent);
    expect(tally.isExercised('createBook')).toBe(exercised);
  });
});

describe('operations that are left out', () => {
  const responses = { 204: { description: 'Done' }, default: { description: 'Refused' } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    paths: {
      '/notes': {
        get: { operationId: 'listNotes', responses },
        delete: { operationId: 'removeNotes', responses },
      },
    },
  };

  it('what is left out is not called, not even as a method that the document does not describe', async () => {
    const methods = new Set<string | undefined>();
    const server = answering(({ method }) => {
      methods.add(method);
      return method === 'GET' ? 204 : 405;
    });
    await testServer(server, JSON.stringify(document), {
      includes: ({ operationId }) => operationId !== 'removeNotes',
    });
    expect(methods).toContain('PUT');
    expect(methods).not.toContain('DELETE');
  });
});

describe('a service in maintenance', () => {
  const content = { 'application/json': { schema: { type: 'object', required: ['on'] } } };
  const post = (operationId: string) => ({
    post: {
      operationId,
      requestBody: { required: true, content },
      responses: { 204: { description: 'Done' }, 400: { description: 'Refused' } },
    },
  });
  const paths = { '/notes': post('addNote'), '/maintenance': post('setMaintenance') };
  const document = { openapi: '3.0.3', info: { title: 'Notes', version: '1' }, paths };

  /** Tests a service. @param statusOf its answer, by the path and the body */
  async function tested(statusOf: (path: string, text: string) => number): Promise<Results> {
    const server = answering(({ method, url }, body) =>
      method === 'POST' ? statusOf(String(url), body.toString()) : 404,
    );
    return testServer(server, JSON.stringify(document), { runs: 10 });
  }

  const failures = ({ findings }: Results) =>
    findings.flatMap(({ check, operationId }) =>
      check === 'no-server-error' ? [operationId] : [],
    );

  const isValid = (text: string): boolean => /^\{.*"on":/.test(text);

  it('a service that is maintained for a time does not fail', async () => {
    let count = 0;
    const results = await tested((_, text) => {
      if (++count > 40) return 503;
      return isValid(text) ? 204 : 400;
    });
    expect(failures(results)).toEqual([]);
    expect(results.notices[0]).toMatch(/^2 operations answered 503 for a time/);
  });

  it('is maintained, too, where what switches that on goes on', async () => {
    let count = 0;
    const results = await tested((path, text) => {
      if (++count > 40 && path === '/notes') return 503;
      return isValid(text) ? 204 : 400;
    });
    expect(failures(results)).toEqual([]);
  });

  it('a service fails where it answers 503 to some requests alone', async () => {
    const results = await tested((path, text) => {
      if (path === '/notes' && text === 'null') return 503;
      return isValid(text) ? 204 : 400;
    });
    expect(new Set(failures(results))).toEqual(new Set(['addNote']));
  });

  it('a service fails where an operation answers 503 alone', async () => {
    const results = await tested((path, text) => {
      if (path === '/notes') return 503;
      return isValid(text) ? 204 : 400;
    });
    expect(new Set(failures(results))).toEqual(new Set(['addNote']));
  });
});

describe('a service that is gone', () => {
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

  /** Simulates the end of a service's process: cuts its connections and accepts no more. */
  type Ending = () => void;

  /** A service that ends when it gets a deeply nested text. @param restartMs delay until it is back */
  async function whileFragile<Result>(
    restartMs: number | undefined,
    work: (url: string) => Promise<Result>,
  ): Promise<Result> {
    let server: Server;
    let timer: NodeJS.Timeout | undefined;
    const listen = async (port: number): Promise<number> => {
      server = createServer(fragile(end));
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

  function fragile(end: Ending): RequestListener {
    return (request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        if (request.url === '/fragile' && text.startsWith('[[[[')) {
          end();
          return;
        }
        // Slow enough that some requests are always in flight.
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
        message: expect.stringContaining('refuses connections since it got') as string,
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
      expect(results.phases.map(({ ended }) => ended)).toEqual([
        'complete',
        'complete',
        'complete',
      ]);
    });
  });
});
