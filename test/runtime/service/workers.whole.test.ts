import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf } from '../../lab/child-processes';
import { freePort } from '../../lab/postgres/binaries';
import { readMetrics } from '../../support/log-lines';
import { RawConnection } from '../../support/raw-connection';
import { temporaryFolder } from '../../support/temporary-folder';

/** A service of one's own that several processes serve, by `runService`. */

const onLinux = existsSync('/proc/self/task') ? it : it.skip;

const SRC = path.join(__dirname, '..', '..', '..', 'src');
const folder = temporaryFolder();
const main = path.join(folder, 'main.js');
const [broken, held, go] = ['broken', 'held', 'go'].map((name) => path.join(folder, name)) as [
  string,
  string,
  string,
];

/** `slow` responds when the file `go` is there; a worker waits with its start while `held` is, and fails while `broken` is. */
const PROGRAM = `
const { existsSync } = require('node:fs');
const { parseSource } = require('${SRC}/tools/dist/document/index.js');
const { loadContract } = require('${SRC}/tools/dist/generate/index.js');
const { readServiceConfig, runService, startService } = require('${SRC}/runtime/dist/service/public.js');
const operation = (operationId) => ({ get: { operationId, responses: { 200: { description: 'Done', content: { 'text/plain': { schema: { type: 'string' } } } }, 400: { description: 'Not so' } } } });
const names = ['pid', 'slow', 'busy', 'fail'];
const paths = Object.fromEntries(names.map((name) => ['/' + name, operation(name)]));
const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Workers', version: '1' }, paths });
const { contract, validators } = loadContract(parseSource(text, 'workers.json').document);
const done = (body) => ({ status: 200, body });
let busy;
const handlers = {
  pid: async () => done(String(process.pid)),
  slow: async () => {
    console.log('begun', process.pid);
    while (!existsSync('go')) await new Promise((resolve) => setTimeout(resolve, 5));
    return done(String(process.pid));
  },
  busy: async () => done((busy = busy === undefined ? 'out of paper' : undefined) ?? 'no'),
  fail: async () => { setTimeout(() => { throw new Error('a fault of a timer'); }); return done(''); },
};
void runService(async () => {
  while (existsSync('held')) await new Promise((resolve) => setTimeout(resolve, 5));
  if (existsSync('broken')) throw new Error('broken\\nin two lines');
  const config = readServiceConfig(process.env.OWN === undefined ? process.env : { PORT: '0' });
  return startService({ contract, validators, handlers, dependencies: {}, config, notReady: () => busy });
}, { workers: process.env.OWN_WORKERS, shared: process.env.ALONE === undefined });
`;

interface Run {
  readonly child: ChildProcess;
  readonly output: { stdout: string; stderr: string };
  readonly ended: Promise<unknown[]>;
}

const children = new Set<ChildProcess>();

beforeAll(() => writeFileSync(main, PROGRAM));
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  for (const file of [broken, held, go]) rmSync(file, { force: true });
});

function run(env: Readonly<Record<string, string>>): Run {
  const { PATH = '' } = process.env;
  const cwd = path.dirname(main);
  const child = spawn(process.execPath, [main], { cwd, env: { PATH, PORT: '0', ...env } });
  children.add(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  return { child, output, ended: once(child, 'close') };
}

async function said(
  { output }: Run,
  text: string,
  { times = 1, on = 'stderr' }: { times?: number; on?: 'stdout' | 'stderr' } = {},
): Promise<void> {
  while (output[on].split(text).length <= times) await sleep(5);
}

async function start(env: Readonly<Record<string, string>> = {}): Promise<Run & { url: string }> {
  const service = run({ WORKERS: '2', ...env });
  await said(service, ' workers\n', { on: 'stdout' });
  const url = /^listens on (\S+)/.exec(service.output.stdout)![1]!;
  return { ...service, url };
}

/** Asks on a connection of its own. */
async function ask(url: string): Promise<{ status: number; body: string }> {
  const response = await fetch(url, { headers: { connection: 'close' } });
  return { status: response.status, body: await response.text() };
}

/** Does something while one worker alone can take connections. */
async function whileAlone<T>({ child }: Run, pid: number, action: () => Promise<T>): Promise<T> {
  const others = childrenOf(child.pid!).filter((each) => each !== pid);
  for (const each of others) process.kill(each, 'SIGSTOP');
  const result = await action();
  for (const each of others) process.kill(each, 'SIGCONT');
  return result;
}

const STARTING = { status: 503, body: '{"status":"not ready","reason":"a worker is starting"}' };

const SERVED = ['finishing what is in flight', 'listening', 'stopped'];

/** In the order of the alphabet. */
function messagesOf({ output }: Run): string[] {
  const lines = output.stderr.trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { msg: string }).msg).sort();
}

const request = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`;

/** A connection to each worker, in the order of their pids. */
async function openToEach(service: Run & { url: string }): Promise<RawConnection[]> {
  const connections: RawConnection[] = [];
  for (const pid of pidsOf(service)) {
    const connection = await whileAlone(service, pid, async () => {
      const opened = await RawConnection.open(service.url);
      // Taken by this worker once it has answered.
      await opened.write(request('/-/openapi.json')).response();
      return opened;
    });
    connections.push(connection);
  }
  return connections;
}

/** A connection to each worker, on which it has a request in flight until `go` is there. */
async function keepBusy(service: Run & { url: string }): Promise<RawConnection[]> {
  const connections = await openToEach(service);
  for (const each of connections) each.write(request('/slow'));
  await said(service, 'begun', { times: connections.length, on: 'stdout' });
  return connections;
}

const pidsOf = ({ child }: Run): number[] => childrenOf(child.pid!);

/** The workers that have begun a slow response. */
function begunBy({ output }: Run): Set<string> {
  return new Set(Array.from(output.stdout.matchAll(/begun (\d+)/g), ([, pid = '']) => pid));
}

it('is served by as many as are asked for, by each of them, and finishes what is in flight', async () => {
  const service = await start();
  expect(service.output.stdout).toMatch(/^listens on http:\S+ with 2 workers\n$/);
  const responses: ReturnType<typeof ask>[] = [];
  // A machine that has other work may give many connections in a row to one worker.
  while (responses.length < 12 || begunBy(service).size < 2) {
    responses.push(ask(`${service.url}/slow`));
    await said(service, 'begun', { times: responses.length, on: 'stdout' });
  }
  service.child.kill('SIGTERM');
  await said(service, 'finishing what is in flight');
  writeFileSync(go, '');
  const pids = (await Promise.all(responses)).map(({ body }) => Number(body));
  expect(await service.ended).toEqual([0, null]);
  expect(new Set(pids).size).toBe(2);
  const requests = responses.map(() => 'request');
  expect(messagesOf(service)).toEqual([...SERVED, ...requests].sort());
});

onLinux(
  'is ready when all are, whichever is asked, and live although one of them hangs',
  async () => {
    const service = await start();
    const [one = 0, other = 0] = pidsOf(service);
    const ready = (): Promise<unknown> => ask(`${service.url}/-/ready`);
    const isReady = { status: 200, body: '{"status":"ready"}' };
    const isBusy = { status: 503, body: '{"status":"not ready","reason":"out of paper"}' };
    expect(await ready()).toEqual(isReady);
    const { body } = await whileAlone(service, one, () => ask(`${service.url}/busy`));
    expect(body).toBe('out of paper');
    for (let times = 0; times < 4; times++) expect(await ready()).toEqual(isBusy);
    await whileAlone(service, one, () => ask(`${service.url}/busy`));
    expect(await ready()).toEqual(isReady);
    process.kill(other, 'SIGSTOP');
    const live = await Promise.all(Array.from({ length: 6 }, () => ask(`${service.url}/-/live`)));
    // Stopped, it would outlive the first process.
    process.kill(other, 'SIGKILL');
    expect(live.map(({ status }) => status)).toEqual(Array(6).fill(200));
  },
);

onLinux('replaces a worker that hangs, which readiness waits for', async () => {
  const service = await start();
  const [connection] = await keepBusy(service);
  const [one = 0, other = 0] = pidsOf(service);
  process.kill(one, 'SIGSTOP');
  const ready = ask(`${service.url}/-/ready`);
  await said(service, 'a worker has not responded for 30 s and is killed');
  expect(await ready).toEqual(STARTING);
  expect(await connection!.closed()).toBe('');
  await said(service, 'another worker listens in its place');
  expect(service.output.stderr).toContain('"signal":"SIGKILL","msg":"a worker ended"');
  expect(pidsOf(service)).toHaveLength(2);
  expect(pidsOf(service)).toContain(other);
  expect(await ask(`${service.url}/-/ready`)).toMatchObject({ status: 200 });
});

onLinux('holds RATE_LIMIT for all workers together, to the request', async () => {
  const quota = 50;
  const service = await start({ RATE_LIMIT: `address=${quota}/d,address-bytes=1GiB/d` });
  const connections = [...(await openToEach(service)), ...(await openToEach(service))];
  const responses = await Promise.all(
    connections.map(async (each) => {
      const all = [];
      for (let count = 0; count < 50; count++) {
        all.push(await each.write(request('/pid')).response());
      }
      return all;
    }),
  );
  const served = responses.flat().filter(({ status }) => status === 200);
  expect(new Set(served.map(({ body }) => body)).size).toBe(2);
  expect(served.length).toBe(quota);
});

onLinux('says once what all workers would say at their start', async () => {
  const service = await start({ NODE_ENV: 'prod', RATE_LIMIT: 'address=50/d' });
  for (const said of ['so it is read as development', 'respond 400 over a rate limit']) {
    expect(service.output.stderr.split(said)).toHaveLength(2);
  }
});

const PID = 'http_requests_total{operation="pid",status="200"}';
const PID_SECONDS = 'http_request_duration_seconds_bucket{le="+Inf",operation="pid",status="200"}';

onLinux('sums the metrics of all, those of workers that are no more included', async () => {
  const service = await start();
  const askAll = async (): Promise<void> => {
    for (const each of await openToEach(service)) await each.write(request('/pid')).response();
  };
  await askAll();
  for (let times = 0; times < 4; times++) {
    const { values } = await readMetrics(service.url, { connection: 'close' });
    expect([values.get(PID), values.get(PID_SECONDS)]).toEqual([2, 2]);
  }
  await askAll();
  service.child.kill('SIGHUP');
  await said(service, 'the workers are replaced');
  const headers = { accept: 'application/openmetrics-text; version=1.0.0', connection: 'close' };
  const { values } = await readMetrics(service.url, headers);
  expect(values.get(PID)).toBe(4);
});

onLinux('counts a worker once that is killed while it is asked for its metrics', async () => {
  const service = await start({ MANAGEMENT_PORT: '0' });
  const managementUrl = /"managementUrl":"([^"]+)"/.exec(service.output.stderr)![1]!;
  const counted = async (): Promise<number | undefined> => {
    const { values } = await readMetrics(managementUrl, { connection: 'close' });
    return values.get(PID);
  };
  for (let kills = 1; kills <= 3; kills++) {
    for (const each of await openToEach(service)) await each.write(request('/pid')).response();
    expect(await counted()).toBe(2 * kills);
    const [pid = 0] = pidsOf(service);
    process.kill(pid, 'SIGSTOP');
    const scrape = counted();
    // The other worker answers the first process, then it has asked both.
    await ask(`${managementUrl}/-/live`);
    process.kill(pid, 'SIGKILL');
    expect(await scrape).toBe(2 * kills);
    await said(service, 'another worker listens in its place', { times: kills });
    expect(await counted()).toBe(2 * kills);
  }
});

onLinux('starts another worker where one ends, and says why it ended', async () => {
  const service = await start();
  const before = pidsOf(service);
  await ask(`${service.url}/fail`);
  await said(service, 'another worker listens in its place');
  expect(service.output.stderr).toMatch(/Error: a fault of a timer\n {4}at /);
  expect(service.output.stderr).toMatch(/"code":1,"signal":null,"msg":"a worker ended"/);
  const after = pidsOf(service);
  expect([after.length, after.filter((pid) => before.includes(pid)).length]).toEqual([2, 1]);
  const { values } = await readMetrics(service.url);
  expect(values.get('http_requests_total{operation="(management)",status="200"}')).toBeUndefined();
  expect(await ask(`${service.url}/-/ready`)).toMatchObject({ status: 200 });
});

onLinux(
  'closes kept connections of workers that are replaced after the response in flight',
  async () => {
    const service = await start();
    const connections = await keepBusy(service);
    service.child.kill('SIGHUP');
    while (pidsOf(service).length < 3) await sleep(1);
    // Only the new one accepts then.
    const before = pidsOf(service).slice(0, 2).map(String);
    const responses = connections.map((each) => each.response());
    while (before.includes((await ask(`${service.url}/pid`)).body)) await sleep(5);
    writeFileSync(go, '');
    for (const [index, response] of (await Promise.all(responses)).entries()) {
      expect(response).toMatchObject({ status: 200, body: before[index] });
      expect(await connections[index]!.closed()).toBe('');
    }
    await said(service, 'the workers are replaced');
    service.child.kill('SIGTERM');
    expect(await service.ended).toEqual([0, null]);
  },
);

onLinux.each<[string, (pids: number[]) => number[]]>([
  ['two of three', (pids) => pids.slice(1)],
  ['all', (pids) => pids],
])('has as many as asked for after %s are killed at once', async (_, choose) => {
  const service = await start({ WORKERS: '3', PORT: String(await freePort()) });
  const killed = choose(pidsOf(service));
  for (const pid of killed) process.kill(pid, 'SIGKILL');
  const text = 'another worker listens in its place';
  await said(service, text, { times: killed.length });
  expect(pidsOf(service)).toHaveLength(3);
  expect(pidsOf(service).filter((pid) => killed.includes(pid))).toEqual([]);
  expect(await ask(`${service.url}/-/ready`)).toMatchObject({ status: 200 });
});

onLinux('replaces the workers after its start where SIGHUP comes before its end', async () => {
  writeFileSync(held, '');
  const service = run({ WORKERS: '2' });
  while (pidsOf(service).length < 1) await sleep(1);
  service.child.kill('SIGHUP');
  rmSync(held);
  await said(service, 'the workers are replaced');
  expect(messagesOf(service)).toEqual(
    ['listening', 'replacing the workers', 'the workers are replaced'].sort(),
  );
  service.child.kill('SIGTERM');
  expect(await service.ended).toEqual([0, null]);
});

onLinux('finishes what is in flight where its terminal closes', async () => {
  const service = await start();
  const connections = await keepBusy(service);
  for (const pid of [service.child.pid!, ...pidsOf(service)]) process.kill(pid, 'SIGHUP');
  await said(service, '"signal":"SIGHUP","msg":"finishing what is in flight"');
  const responses = connections.map((each) => each.response());
  writeFileSync(go, '');
  for (const response of responses) expect(await response).toMatchObject({ status: 200 });
  expect(await service.ended).toEqual([0, null]);
});

onLinux('ends as a whole where the first process is killed', async () => {
  const service = await start();
  const pids = pidsOf(service);
  service.child.kill('SIGKILL');
  await service.ended;
  while (pids.some((pid) => existsSync(`/proc/${pid}`))) await sleep(5);
});

onLinux('is not ready for SHUTDOWN_DELAY_MS after a signal, and a second one ends it', async () => {
  const service = await start({ SHUTDOWN_DELAY_MS: '3600000' });
  const pids = pidsOf(service);
  service.child.kill('SIGTERM');
  await said(service, 'finishing what is in flight');
  expect(await ask(`${service.url}/-/ready`)).toEqual({
    status: 503,
    body: '{"status":"not ready","reason":"shutting down"}',
  });
  expect(await ask(`${service.url}/pid`)).toMatchObject({ status: 200 });
  service.child.kill('SIGTERM');
  expect(await service.ended).toEqual([null, 'SIGTERM']);
  while (pids.some((pid) => existsSync(`/proc/${pid}`))) await sleep(5);
});

onLinux.each<[string, string, (service: Run) => void, number]>([
  [
    'another worker starts',
    'a worker ended',
    (service) => process.kill(pidsOf(service)[1]!, 'SIGKILL'),
    2,
  ],
  [
    'the workers are replaced',
    'replacing the workers',
    (service) => service.child.kill('SIGHUP'),
    3,
  ],
])('ends well at SIGTERM while %s', async (_, message, begin, processes) => {
  const service = await start();
  const [connection] = await keepBusy(service);
  writeFileSync(held, '');
  begin(service);
  await said(service, message);
  while (pidsOf(service).length < processes) await sleep(1);
  service.child.kill('SIGTERM');
  await said(service, 'finishing what is in flight');
  const response = connection!.response();
  writeFileSync(go, '');
  expect(await response).toMatchObject({ status: 200 });
  expect(await service.ended).toEqual([0, null]);
  const messages = messagesOf(service).filter((each) => each !== 'request');
  expect(messages).toEqual([...SERVED, message].sort());
});

it('has one for each processor by auto', async () => {
  const service = run({ OWN_WORKERS: 'auto' });
  const count = availableParallelism();
  await said(service, count === 1 ? 'listens on' : ` with ${count} workers\n`, { on: 'stdout' });
});

it.each(['WORKERS', 'OWN_WORKERS'])(
  'refuses %s where the program does not say that they share what it keeps',
  async (name) => {
    const { ended, output } = run({ [name]: '2', ALONE: '' });
    expect(await ended).toEqual([1, null]);
    expect(output).toEqual({
      stdout: '',
      stderr:
        '2 workers (WORKERS, or workers of runService) share neither memory nor a file that one process writes; keep what handlers store in a database server and give runService "shared: true", or run one process\n',
    });
  },
);

it('leaves to the program what it reads of the environment', async () => {
  const service = await start({ OWN: '', PORT: 'tcp://10.0.0.1:80' });
  expect(await ask(`${service.url}/pid`)).toMatchObject({ status: 200 });
});

it('says once why it does not start, as one process does', async () => {
  writeFileSync(broken, '');
  for (const WORKERS of ['1', '2']) {
    const { ended, output } = run({ WORKERS });
    expect(await ended).toEqual([1, null]);
    expect(output.stdout).toBe('');
    expect(output.stderr).toMatch(/^Error: broken\nin two lines\n(?: {4}at .+\n)+$/);
  }
});

onLinux.each<[string, (service: Run) => Promise<void>]>([
  [
    'one ended that was being replaced',
    async (service) => {
      service.child.kill('SIGHUP');
      while (pidsOf(service).length < 3) await sleep(1);
      process.kill(pidsOf(service)[0]!, 'SIGKILL');
    },
  ],
  [
    'one ended before another was replaced',
    async (service) => {
      process.kill(pidsOf(service)[0]!, 'SIGKILL');
      await said(service, 'a worker ended');
      service.child.kill('SIGHUP');
    },
  ],
])('has as many as asked for after %s', async (_, end) => {
  const service = await start();
  // From then on another one is started at once.
  await sleep(1_000);
  writeFileSync(held, '');
  await end(service);
  await said(service, 'a worker ended');
  // The start of another one is decided by then.
  await sleep(500);
  rmSync(held);
  await said(service, 'the workers are replaced');
  expect(pidsOf(service)).toHaveLength(2);
});

onLinux('starts another where one ended and the new one did not start in its place', async () => {
  const service = await start();
  await sleep(1_000);
  writeFileSync(held, '');
  service.child.kill('SIGHUP');
  while (pidsOf(service).length < 3) await sleep(1);
  process.kill(pidsOf(service)[0]!, 'SIGKILL');
  await said(service, 'a worker ended');
  process.kill(pidsOf(service)[1]!, 'SIGKILL');
  await said(service, 'those that are not replaced go on');
  rmSync(held);
  await said(service, 'another worker listens in its place');
  expect(pidsOf(service)).toHaveLength(2);
});

onLinux('keeps the workers that it has where new ones do not start, and then ends', async () => {
  const service = await start({ SHUTDOWN_GRACE_MS: '1000' });
  const before = pidsOf(service);
  writeFileSync(broken, '');
  service.child.kill('SIGHUP');
  await said(service, 'those that are not replaced go on');
  expect(service.output.stderr).toContain('Error: broken\nin two lines\n');
  expect(pidsOf(service)).toEqual(before);
  expect(await ask(`${service.url}/-/ready`)).toMatchObject({ status: 200 });
  process.kill(before[0]!, 'SIGKILL');
  await said(service, 'a worker ended"');
  expect(await ask(`${service.url}/-/ready`)).toEqual(STARTING);
  expect(await service.ended).toEqual([1, null]);
  const lines = service.output.stderr.split('\n');
  expect(lines.filter((line) => line.includes('a worker ended before it listened'))).toHaveLength(
    5,
  );
  expect(service.output.stderr).toContain('"level":60,"time":');
  expect(service.output.stderr).toContain('5 workers in a row ended before they listened; ending');
});
