import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { percentile, sendLoad, spreadOf, type Figures } from './measure';
import { readOptions } from './options';
import { report, type Results } from './report';
import { newPlant, PEERS, refusals } from './servers';

it.each([
  [['--rounds', '0'], /^--rounds must be a number from 1 to 1000, not "0"\nUsage: npm run bench/],
  [['--seconds', '1.5'], /^--seconds must be a number from 1 to 3600, not "1.5"\n/],
  [['--connections', '1001'], /^--connections must be a number from 1 to 1000, not "1001"\n/],
  [['--only', 'dev'], /^--only must be one of contract, start, not "dev"\nUsage: npm run bench/],
  [['--saves', '2'], /Unknown option '--saves'[\s\S]*\nUsage: npm run bench/],
])('takes no %j', (args, message) => {
  expect(() => readOptions(args)).toThrow(message);
});

it('the peers are no dependency of the project, and their lock file names no host', () => {
  const root = path.join(PEERS, '..', '..', '..', '..');
  const lock = readFileSync(path.join(PEERS, 'package-lock.json'), 'utf8');
  expect(lock).not.toContain('"resolved"');
  expect(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).not.toContain('lab/bench');
});

it('each peer has its place in the description', () => {
  const description = readFileSync(path.join(PEERS, '..', 'README.md'), 'utf8');
  const files = readdirSync(PEERS).filter((name) => /\.m?js$/.test(name));
  expect(files.filter((name) => !description.includes(`\`${name}\``))).toEqual([]);
});

it.each([
  [[7], { median: 7, min: 7, max: 7 }],
  [[10, 9, 100], { median: 10, min: 9, max: 100 }],
  [[4, 1, 3, 2], { median: 2.5, min: 1, max: 4 }],
])('the spread of %j', (values, spread) => {
  expect(spreadOf(values)).toEqual(spread);
});

it.each([
  [0.01, 1],
  [0.5, 5],
  [0.51, 6],
  [0.99, 10],
  [1, 10],
])('the percentile at %d is one of the values', (share, value) => {
  expect(percentile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], share)).toBe(value);
});

describe('a load', () => {
  const bodies: string[] = [];
  let server: Server;
  let port = 0;
  beforeAll((done) => {
    server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        bodies.push(body);
        response.writeHead(200, { 'Content-Length': 2 }).end('{}');
      });
    });
    server.listen(0, '127.0.0.1', () => {
      ({ port } = server.address() as AddressInfo);
      done();
    });
  });
  afterAll((done) => {
    server.close(done);
  });
  beforeEach(() => {
    bodies.length = 0;
  });

  it.each([
    ['sleeps', false],
    ['stays awake', true],
  ])('that %s sends as many requests as it is to, each with its own id', async (_, isAwake) => {
    const options = { connections: 3, until: { requests: 100 }, isAwake };
    const { requests, latencies } = await sendLoad(port, newPlant, options);
    expect(requests).toBe(100);
    expect(latencies).toHaveLength(100);
    expect([...latencies]).toEqual([...latencies].sort((a, b) => a - b));
    expect(new Set(bodies.map((body) => (JSON.parse(body) as { id: number }).id)).size).toBe(100);
  });

  it('of a time counts each request that it sent', async () => {
    const until = { seconds: 0.2 };
    const { requests } = await sendLoad(port, newPlant, { connections: 3, until });
    expect(requests).toBe(bodies.length);
  });

  it('ends at a response that is not as it must be', async () => {
    const until = { requests: 100 };
    await expect(sendLoad(port, refusals[0]!, { connections: 1, until })).rejects.toThrow(
      'A response is 200, not 401: {}',
    );
  });
});

const MIB = 2 ** 20;

/** A server's figures from the CPU times of its rounds. */
function figures(name: string, ...cpuMicros: number[]): Figures {
  return {
    name,
    cpuMicros: spreadOf(cpuMicros),
    requestsPerSecond: spreadOf([9_000, 10_000, 11_000]),
    p50Ms: spreadOf([0.5]),
    p99Ms: spreadOf([1.25]),
    rssBytes: spreadOf([64 * MIB]),
  };
}

const results: Results = {
  machine: {
    ...{ cpu: 'A fast CPU', cores: 2, memoryBytes: 4 * 2 ** 30, pinned: true },
    ...{ system: 'Linux x64', node: 'v20.0.0' },
  },
  settings: { rounds: 3, seconds: 2, connections: 8 },
  versions: { fastify: '5.0.0', 'openapi-backend': '5.1.0' },
  contract: [
    figures('node:http by hand', 21, 20, 19),
    figures('fastify', 25, 24, 26),
    figures('openapi-backend', 300, 310, 290),
    figures('plant-store', 30, 28, 32),
  ],
  responses: [figures('200', 30), figures('404', 33)],
  start: {
    startMs: spreadOf([240, 250, 260]),
    startCpuMs: spreadOf([140, 150, 160]),
    startCpuRatio: spreadOf([4, 5, 6]),
    idleRssBytes: spreadOf([80 * MIB]),
    afterRequests: [{ requests: 100_000, rssBytes: 120 * MIB }],
  },
};

it('the report compares medians of one run, with their spreads', () => {
  expect(report(results).split('\n')).toEqual([
    'Contract only',
    '',
    expect.stringMatching(/CPU µs\/request +min\.\.max +of the floor +of the best peer +requests/),
    expect.stringMatching(
      /^node:http by hand +20.0 +19.0..21.0 +1.00 +0.80 +10000 +0.50 +1.25 +64$/,
    ),
    expect.stringMatching(/^fastify +25.0 +24.0..26.0 +1.25 +1.00 +10000 +0.50 +1.25 +64$/),
    expect.stringMatching(/^openapi-backend +300.0 +290.0..310.0 +15.00 +12.00 /),
    expect.stringMatching(/^plant-store +30.0 +28.0..32.0 +1.50 +1.20 /),
    '',
    'Responses of the plant store',
    '',
    expect.stringMatching(/CPU µs\/request +min\.\.max +of 200 +requests\/s/),
    expect.stringMatching(/^200 +30.0 +30.0..30.0 +1.00 /),
    expect.stringMatching(/^404 +33.0 +33.0..33.0 +1.10 /),
    '',
    'The plant store as built',
    '',
    expect.stringMatching(/^ +median +min\.\.max$/),
    expect.stringMatching(/^start to first response, ms +250 +240.0..260.0$/),
    expect.stringMatching(/^CPU time until then, ms +150 +140.0..160.0$/),
    expect.stringMatching(/^the same, times that of node:http by hand +5.0 +4.0..6.0$/),
    expect.stringMatching(/^RSS idle, MiB +80 +80..80$/),
    expect.stringMatching(/^RSS after 100000 requests, MiB +120$/),
    '',
    'Medians of 3 rounds of 2 s; connections in a closed loop: 8',
    'A fast CPU, 2 cores, 4 GiB; Linux x64; Node v20.0.0; servers and load on a core each',
    'fastify 5.0.0, openapi-backend 5.1.0',
    '',
  ]);
});

it('the report leaves out what was not measured', () => {
  const { machine, settings, versions } = results;
  expect(report({ machine, settings, versions })).toMatch(/^Medians of 3 rounds/);
});
