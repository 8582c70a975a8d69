import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import path from 'node:path';
import { conformance } from '../../../src/tools/conformance/command';
import { checks } from '../../../src/tools/judge/checks/index';
import { environmentTokens, givenTokens } from '../../../src/tools/conformance/test-options';
import {
  type ConformanceOptions,
  judgeTraffic,
  replay,
  type Results,
  testConformance,
} from '../../../src/tools/conformance/public';
import { readTraffic } from '../../../src/tools/conformance/traffic/read-traffic';
import { readDocument } from '../../../src/tools/document/read/read-document';
import { startService } from './bench/service';
import { benchOptions } from './bench-options';
import { answering, withServer } from './test-server';
import { startLocalService } from '../../../src/plant-store/local-service';
import { runInProcess } from '../../support/run-in-process';
import { TRELLIS, runCompiled } from '../../support/run-script';
import { temporaryFolder } from '../../support/temporary-folder';

const folder = temporaryFolder();

/** A request that no HTTP client sends. */
async function* unsendable(): ReturnType<typeof readTraffic> {
  yield { place: 'a:1', request: { method: 'GET', target: '/a b', headers: [] }, withoutBody: [] };
}

type BenchService = Parameters<typeof startService>[0];

/** Tests a few operations of the bench's service, about a second for each. */
async function tested(
  service: BenchService,
  operations: readonly string[],
  more: Partial<ConformanceOptions> = {},
): Promise<Results> {
  const { url, ...started } = await startService(service);
  try {
    return await testConformance({
      ...benchOptions(url, 1),
      runs: 5,
      includes: ({ operationId }) => operations.includes(operationId),
      ...more,
    });
  } finally {
    await started.close();
  }
}

const found = ({ findings }: Results): string[] => [
  ...new Set(findings.filter(({ fault }) => fault === 'service').map(({ check }) => check)),
];

describe('what is found of a service with one fault', () => {
  const HOLDS = ['createHold', 'listHolds', 'getHold'];
  const MEMBERS = ['createMember', 'getMember', 'listMembers'];
  const SUMMARY = ['createBook', 'getBook', 'getSummary', 'putSummary', 'deleteBook'];

  it.each([
    ['nothing', [], MEMBERS, []],
    ['nothing', [], SUMMARY.slice(2), []],
    ['head-500', ['head-500'], ['getStatus'], ['no-server-error']],
    ['options-500', ['options-500'], ['getStatus'], ['no-server-error']],
    [
      'challenge-missing',
      ['challenge-missing'],
      HOLDS.slice(1),
      ['headers-present', 'www-authenticate'],
    ],
    ['any-desk-key', ['any-desk-key'], HOLDS.slice(1), ['invalid-credentials-refused']],
    ['allow-missing', ['allow-missing'], ['getStatus'], ['allow']],
  ] as const)('%s', async (_, faults, operations, expected) => {
    expect(found(await tested({ faults }, operations))).toEqual(expected);
  });
});

it('gives each request an Idempotency-Key of its own', async () => {
  const more = { runs: 10, seed: 3 };
  expect(found(await tested({ variant: 'key-of-one-request' }, ['createHold'], more))).toEqual([]);
});

it('sends the same requests for the same seed, byte for byte', async () => {
  const sentBy = async (seed: number): Promise<string[]> => {
    const sent: string[] = [];
    const { url, ...started } = await startService({});
    const results = testConformance({
      ...benchOptions(url, seed),
      ...{ runs: 5, parallel: 1, limits: { timeMs: 60_000, requests: 500 } },
      includes: ({ operationId }) => operationId === 'sendFeedback',
      onExchange: ({ testCase: { request } }) => {
        sent.push(`${JSON.stringify(request.headers)} ${String(request.body?.toString('base64'))}`);
      },
    });
    await results.finally(() => started.close());
    return sent;
  };
  const first = await sentBy(7);
  expect(first.length).toBeGreaterThan(100);
  expect(await sentBy(7)).toEqual(first);
  expect(await sentBy(8)).not.toEqual(first);
});

it('sends an operation the same requests, whatever else is tested', async () => {
  const sentWith = async (others: readonly string[]): Promise<string[]> => {
    const sent: string[] = [];
    await tested({}, ['createMember', 'getMember', ...others], {
      seed: 7,
      onExchange: ({ testCase: { phase, operation, request } }) => {
        if (operation?.operationId !== 'createMember' || phase === 'coverage') return;
        sent.push(`${phase} ${String(request.body)}`);
      },
    });
    return sent.sort();
  };
  const alone = await sentWith([]);
  expect(new Set(alone.map((each) => each.split(' ')[0]))).toEqual(new Set(['stateful', 'random']));
  expect(await sentWith(['listHolds', 'createHold', 'getStatus'])).toEqual(alone);
});

it('keeps within the limit of requests, and says why it ended', async () => {
  const limits = { timeMs: 60_000, requests: 40 };
  const { phases, judged } = await tested({}, ['listBooks'], { limits });
  expect(phases[0]).toMatchObject({ phase: 'coverage', ended: 'requests' });
  // Requests in flight when the limit is reached are finished.
  expect(judged.acceptance + judged.refusal + judged.open).toBeLessThan(60);
});

it('asks first who may remove something, since removing comes last', async () => {
  const limits = { timeMs: 60_000, requests: 100 };
  const operations = ['createBook', 'getBook', 'listBooks', 'deleteBook'];
  expect(found(await tested({ faults: ['scope-ignored'] }, operations, { limits }))).toEqual([
    'scope-required',
  ]);
});

it('sends only what changes nothing if told so', async () => {
  const methods = new Set<string>();
  await tested({}, ['createMember', 'listMembers', 'getStatus'], {
    readOnly: true,
    onExchange: ({ testCase }) => methods.add(testCase.request.method),
  });
  expect([...methods].sort()).toEqual(['GET', 'HEAD', 'OPTIONS']);
});

describe('recorded exchanges', () => {
  it('are judged, and sent again, from the log of a run', async () => {
    const own = await startLocalService();
    try {
      const log = path.join(folder, 'traffic');
      const args = ['--seed', '1', '--runs', '0', '--out', log];
      const service = ['--url', own.url, '--token', own.token];
      const { code, stdout } = await runInProcess(conformance, [...service, ...args]);
      expect([code, stdout]).toEqual([0, expect.stringContaining('No failures')]);
      expect(readFileSync(path.join(log, 'exchanges.ndjson'), 'utf8')).not.toContain(own.token);
      const options = {
        ...benchOptions(own.url, 1),
        source: readDocument('spec/openapi.yaml'),
        tokens: { caller: new Map([['', own.token]]), limited: new Map(), other: new Map() },
      };
      const recorded = (): ReturnType<typeof readTraffic> =>
        readTraffic(path.join(log, 'exchanges.ndjson'));
      const judged = await judgeTraffic(options, recorded());
      expect(judged.findings).toEqual([]);
      expect(judged.judged.acceptance).toBeGreaterThan(20);
      const same = ['--traffic', path.join(log, 'exchanges.ndjson'), '--out', log];
      expect(await runInProcess(conformance, same)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('--out must name another folder') as string,
      });
      const { phases } = await replay(options, recorded());
      expect(phases).toEqual([expect.objectContaining({ ended: 'complete', phase: 'recorded' })]);
      const { notices } = await replay(options, unsendable());
      expect(notices).toEqual(['1 requests were passed over, since HTTP does not allow them']);
    } finally {
      await own.close();
    }
  });
});

describe('the command line', () => {
  it.each([
    [['--url', 'http://127.0.0.1:9', '--yes'], 'cannot be reached'],
    [['--url', 'http://127.0.0.1:9', '--exclude', 'tag:none'], 'No operation is called "tag:none"'],
    [['--url', 'http://127.0.0.1:9', '--out', 'package.json'], '--out must name a folder'],
    [['--url', 'http://127.0.0.1:9', '--wait', 'long'], '--wait must be'],
  ])('%j could not run', async (args, message) => {
    expect(await runInProcess(conformance, args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message) as string,
    });
  });

  it('does not write to another machine unless told so, where nobody can be asked', () => {
    expect(runCompiled('conformance', ['--url', 'http://example.com'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('allow it with --yes') as string,
    });
  });

  it.each([
    [401, 'every request got 401 or 403'],
    [404, 'Nothing was shown, since no valid request got a success; look at the path of --url'],
  ])(
    'says that a service answers %d to everything, rather than what follows',
    async (status, why) => {
      const args = ['--runs', '0', '--token', 'wrong', '--check', 'no-server-error'];
      const server = answering(() => status);
      const { code, stderr } = await withServer(server, (url) =>
        runInProcess(conformance, ['--url', url, ...args]),
      );
      expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
    },
  );

  it('reports what was found until it is interrupted', async () => {
    const out = path.join(folder, 'interrupted');
    let child: ChildProcess | undefined;
    let requests = 0;
    const handler: RequestListener = (_, response) => {
      // Once like the terminal, and once like npm, which forwards it.
      if (++requests === 5) {
        child?.kill('SIGINT');
        child?.kill('SIGINT');
      }
      setTimeout(() => response.writeHead(500).end(), 50);
    };
    const { code, stdout, stderr } = await withServer(createServer(handler), async (url) => {
      const args = ['--url', url, '--runs', '0', '--out', out];
      child = spawn(process.execPath, [TRELLIS, 'conformance', ...args]);
      const said = { stdout: '', stderr: '' };
      child.stdout?.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
      child.stderr?.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
      const [ended] = (await once(child, 'close')) as [number | null];
      return { code: ended, ...said };
    });
    expect(stderr).toContain('Interrupted: requests under way are waited for');
    expect([code, stdout]).toEqual([1, expect.stringContaining('(ended: interrupted)')]);
    expect(readFileSync(path.join(out, 'report.html'), 'utf8')).toContain('no-server-error');
  });

  it('lists each check', async () => {
    const { stdout } = await runInProcess(conformance, ['--list-checks']);
    for (const { id, rule, see } of checks)
      expect(stdout).toContain(`${id}\n  ${rule}\n  ${see}\n`);
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
  });
});

describe('--wait', () => {
  const args = (port: number, seconds: number): string[] => [
    ...['--url', `http://127.0.0.1:${port}`, '--wait', String(seconds)],
    ...['--include', 'createPlant', '--runs', '0', '--token', 'plant-token'],
  ];

  async function freePort(): Promise<number> {
    const server = createTcpServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    await once(server.close(), 'close');
    return port;
  }

  it('waits for a service that starts, also behind a proxy that takes connections before', async () => {
    const port = await freePort();
    const proxy = createTcpServer((socket) => socket.destroy());
    let service: Server | undefined;
    await once(proxy.listen(port, '127.0.0.1'), 'listening');
    proxy.once('connection', () => {
      proxy.close(() => {
        service = createServer((_, response) => response.writeHead(500).end());
        service.listen(port, '127.0.0.1');
      });
    });
    const { code, stdout } = await runInProcess(conformance, args(port, 60));
    service?.closeAllConnections();
    service?.close();
    expect([code, stdout]).toEqual([1, expect.stringContaining('1. no-server-error  createPlant')]);
  });

  it('gives up in the end, and says why', async () => {
    expect(await runInProcess(conformance, args(await freePort(), 1))).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /Waited 1 s \(--wait\): .*cannot be reached: .*ECONNREFUSED/,
      ) as string,
    });
  });
});

describe('tokens', () => {
  const document = { components: { securitySchemes: { key: {}, bearer: {} } } };

  it('belong to the scheme that they name, else to all', () => {
    const given = givenTokens(['key=a=b', 'dGVzdA=='], document);
    expect(given).toEqual(
      new Map([
        ['key', 'a=b'],
        ['', 'dGVzdA=='],
      ]),
    );
    expect(() => givenTokens(['key='], document)).toThrow('The token for key is empty');
    expect(() => givenTokens(['a\nb'], document)).toThrow(
      'The token for all schemes has a control',
    );
    const environment = { CONFORMANCE_TOKEN: 'x', CONFORMANCE_TOKEN_bearer: 'y' };
    expect(environmentTokens(environment, document)).toEqual(
      new Map([
        ['', 'x'],
        ['bearer', 'y'],
      ]),
    );
  });
});
