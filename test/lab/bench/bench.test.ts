import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Load, percentile } from './measure';
import { readOptions } from './options';
import { report, type Results } from './report';
import { catalogue, newPlant, offer, refusals } from './requests';
import { FLOOR, measuredPeer, PEERS, ServerProcess } from './servers';
import { ratioOfEach, type Spread, spreadOf, takeTurns } from './turns';

it.each([
  [['--rounds', '0'], /^--rounds must be a number from 1 to 1000, not "0"\nUsage: npm run bench/],
  [['--seconds', '1.5'], /^--seconds must be a number from 1 to 3600, not "1.5"\n/],
  [['--connections', '1001'], /^--connections must be a number from 1 to 1000, not "1001"\n/],
  [
    ['--only', 'dev'],
    /^--only must be one of layer, contract, durable, start, not "dev"\nUsage: npm run bench/,
  ],
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
  [[7], { lower: 7, median: 7, upper: 7 }],
  [[10, 9, 100, 8, 11], { lower: 9, median: 10, upper: 11 }],
  [[4, 1, 3, 2], { lower: 1.75, median: 2.5, upper: 3.25 }],
])('the spread of %j', (values, spread) => {
  expect(spreadOf(values)).toEqual(spread);
});

it('the groups take turns, each beginning with another one, and what warms up does not count', async () => {
  const measured: string[] = [];
  const subject = (name: string): { name: string; measure: () => Promise<number> } => ({
    name,
    measure: () => Promise.resolve(measured.push(name)),
  });
  const groups = [[subject('a'), subject('b'), subject('c')], [subject('d')]];
  expect(await takeTurns('a test', groups, { turns: 2, warmUp: 1 })).toEqual([
    [
      { name: 'a', samples: [7, 10] },
      { name: 'b', samples: [5, 11] },
      { name: 'c', samples: [6, 9] },
    ],
    [{ name: 'd', samples: [8, 12] }],
  ]);
  expect(measured.join('')).toBe('abcdbcadcabd');
});

it('ratios are those of each turn, whatever the turns have in common', () => {
  const samples = (...values: number[]): { cpu: number }[] => values.map((cpu) => ({ cpu }));
  const ratio = ratioOfEach(samples(12, 24, 110), samples(10, 20, 100), 'cpu');
  expect(ratio).toEqual({ lower: 1.15, median: 1.2, upper: 1.2 });
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
    server.close(done).closeAllConnections();
  });
  beforeEach(() => {
    bodies.length = 0;
  });

  it.each([
    ['sleeps', false],
    ['stays awake', true],
  ])('that %s sends as many requests as it is to, each with its own id', async (_, isAwake) => {
    const load = await Load.open(port, newPlant, 3);
    const { requests, latencies } = await load.send({ requests: 97 }, isAwake);
    load.close();
    expect(requests).toBe(97);
    expect(latencies).toHaveLength(97);
    expect([...latencies]).toEqual([...latencies].sort((a, b) => a - b));
    expect(new Set(bodies.map((body) => (JSON.parse(body) as { id: number }).id)).size).toBe(100);
  });

  it('of a time counts each request that it sent, save those that open its connections', async () => {
    const load = await Load.open(port, newPlant, 3);
    const { requests } = await load.send({ seconds: 0.2 });
    load.close();
    expect(requests).toBe(bodies.length - 3);
  });

  it('ends at a response that is not as it must be', async () => {
    await expect(Load.open(port, refusals[0], 1)).rejects.toThrow('A response is 200, not 401: {}');
  });
});

describe('a server that sends requests to itself', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await ServerProcess.start(measuredPeer(FLOOR, 3), undefined);
  });
  afterAll(() => server.stop());

  it.each([newPlant, ...refusals, catalogue, offer])('measures $name', async (kind) => {
    const texts = [kind.next(), kind.next()];
    const batch = { texts, status: kind.status, count: 100, connections: 4 };
    const { cpuMicros, heapBytes } = await server.runBatch(batch);
    expect(cpuMicros).toBeGreaterThan(0);
    expect(heapBytes).toBeGreaterThan(1_000);
  });

  it('says what is not as it must be', async () => {
    const batch = { texts: [newPlant.next()], status: 401, count: 1, connections: 1 };
    await expect(server.runBatch(batch)).rejects.toThrow(
      'node:http by hand: not 401, or of another length: HTTP/1.1 200 OK',
    );
  });
});

const same = (value: number): Spread => spreadOf([value]);

const results: Results = {
  machine: {
    ...{ cpu: 'A fast CPU', cores: 2, memoryBytes: 4 * 2 ** 30, pinned: true },
    ...{ system: 'Linux x64', node: 'v20.0.0' },
  },
  settings: { rounds: 3, seconds: 2, connections: 8 },
  versions: { fastify: '5.0.0', 'openapi-backend': '5.1.0' },
  layer: [
    {
      ...{ name: 'plant-store', request: '404', operations: 1_000 },
      script: { cpuMicros: same(15), ofFloor: spreadOf([1.4, 1.5, 1.6]), heapBytes: 9_000 },
      sockets: { cpuMicros: same(30), ofFloor: same(1.25) },
    },
  ],
  contract: [
    {
      ...{ name: 'plant-store', cpuMicros: spreadOf([30, 28, 32]), ofFirst: same(1.5) },
      ...{ requestsPerSecond: same(10_000), p50Ms: same(0.5), p99Ms: same(1.25) },
      rssBytes: same(64 * 2 ** 20),
    },
  ],
  durable: [
    {
      ...{ name: 'plant-store', createsPerSecond: spreadOf([900, 1_000, 1_100]) },
      ...{ cpuMicros: same(50), ofFastify: same(4.5) },
    },
  ],
  start: {
    ...{ startMs: spreadOf([240, 250, 260]), startCpuMs: same(150), startCpuRatio: same(5) },
    idleRssBytes: same(80 * 2 ** 20),
    afterRequests: [{ requests: 100_000, rssBytes: 120 * 2 ** 20 }],
  },
};

it('the report has a table for each part, with medians and quartiles', () => {
  expect(report(results).split('\n')).toEqual([
    'The layer, operations in the document: 1000',
    '',
    expect.stringMatching(
      /CPU µs\/request +of the floor +quartiles +heap bytes +sockets: CPU µs\/request +sockets: of the floor/,
    ),
    expect.stringMatching(
      /^404: plant-store +15.0 +1.50 +1.45..1.55 +9000 +30.0 +1.25 +1.25..1.25$/,
    ),
    '',
    'Contract only',
    '',
    expect.stringMatching(
      /CPU µs\/request +quartiles +of the floor +quartiles +requests\/s +p50 ms/,
    ),
    expect.stringMatching(
      /^plant-store +30.0 +29.0..31.0 +1.50 +1.50..1.50 +10000 +0.50 +1.25 +64$/,
    ),
    '',
    'Durable creates in SQLite',
    '',
    expect.stringMatching(/creates\/s +quartiles +of fastify +quartiles +CPU µs\/create$/),
    expect.stringMatching(/^plant-store +1000 +950..1050 +4.50 +4.50..4.50 +50.0$/),
    '',
    'The plant store as built',
    '',
    expect.stringMatching(/^ +median +quartiles$/),
    expect.stringMatching(/^start to first response, ms +250 +245.0..255.0$/),
    expect.stringMatching(/^CPU time until then, ms +150 +150.0..150.0$/),
    expect.stringMatching(/^the same, times that of node:http by hand +5.0 +5.0..5.0$/),
    expect.stringMatching(/^RSS idle, MiB +80 +80..80$/),
    expect.stringMatching(/^RSS after 100000 requests, MiB +120$/),
    '',
    'Medians of 3 rounds, with quartiles; connections in a closed loop: 8',
    'A fast CPU, 2 cores, 4 GiB; Linux x64; Node v20.0.0; servers and load on a core each',
    'fastify 5.0.0, openapi-backend 5.1.0',
    '',
  ]);
});

it('the report leaves out what was not measured', () => {
  const { machine, settings, versions } = results;
  expect(report({ machine, settings, versions })).toMatch(/^Medians of 3 rounds/);
});
