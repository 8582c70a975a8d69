import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** A service in a process of its own, from its start to the signal that ends it. */

const ROOT = path.join(__dirname, '..', '..', '..');

/** `slow` responds when the process is told to go on, or, without that, never. */
const PROGRAM = `
const { parseSource } = require('./src/tools/document');
const { loadContract } = require('./src/tools/generate');
const { readServiceConfig, runService, startService } = require('./src/runtime/service');
const text = '{openapi: 3.1.0, info: {title: Slow, version: "1"}, paths: {/slow: {get: {operationId: slow, responses: {200: {description: Done, content: {text/plain: {schema: {type: string}}}}}}}}}';
const { contract, validators } = loadContract(parseSource(text, 'slow.yaml').document);
const slow = () => new Promise((resolve) => {
  console.log('begun');
  process.stdin.once('data', () => { process.stdin.unref(); resolve({ status: 200, body: 'done' }); });
});
const start = () => startService({ contract, validators, handlers: { slow }, dependencies: {}, config: readServiceConfig(process.env) });
`;

interface Run {
  readonly child: ChildProcess;
  readonly output: { stdout: string; stderr: string };
  readonly ended: Promise<unknown[]>;
}

function run(env: Readonly<Record<string, string>>, call = 'void runService(start);'): Run {
  const args = ['--require', './scripts/load-typescript.cjs', '-e', PROGRAM + call];
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env } });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  return { child, output, ended: once(child, 'close') };
}

async function said({ child, output }: Run, pattern: RegExp): Promise<string> {
  for (;;) {
    const found = pattern.exec(output.stdout);
    if (found !== null) return found[1] ?? '';
    await once(child.stdout!, 'data');
  }
}

it.each(['SIGTERM', 'SIGHUP'] as const)('finishes what is in flight at %s', async (signal) => {
  const service = run({ PORT: '0' });
  const url = await said(service, /^listens on (http:\S+)$/m);
  const response = fetch(`${url}/slow`);
  await said(service, /^begun$/m);
  service.child.kill(signal);
  while (!service.output.stderr.includes('finishing what is in flight')) {
    await once(service.child.stderr!, 'data');
  }
  // A terminal that closes may send it twice.
  if (signal === 'SIGHUP') service.child.kill(signal);
  service.child.stdin!.end('go on');
  expect(await (await response).text()).toBe('done');
  expect(await service.ended).toEqual([0, null]);
  const messages = service.output.stderr
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(messages).toEqual(['listening', 'finishing what is in flight', 'request', 'stopped']);
});

it('ends at once at a second signal', async () => {
  const service = run({ PORT: '0', SHUTDOWN_GRACE_MS: '3600000' });
  const url = await said(service, /^listens on (http:\S+)$/m);
  const response = fetch(`${url}/slow`);
  await said(service, /^begun$/m);
  service.child.kill('SIGINT');
  while (!service.output.stderr.includes('finishing what is in flight')) {
    await once(service.child.stderr!, 'data');
  }
  service.child.kill('SIGINT');
  await expect(response).rejects.toThrow();
  expect(await service.ended).toEqual([null, 'SIGINT']);
});

it('says in one line why it does not start, and exits with 1', async () => {
  const service = run({ PORT: '70000' });
  expect(await service.ended).toEqual([1, null]);
  expect(service.output).toEqual({
    stdout: '',
    stderr: 'PORT is "70000", but must be a whole number from 0 to 65535\n',
  });
});

it('serves on and logs the error where the program cannot introduce it', async () => {
  const introduce = '() => { throw new Error("no terminal"); }';
  const service = run({ PORT: '0' }, `void runService(start, { introduce: ${introduce} });`);
  while (!service.output.stderr.includes('no terminal')) {
    await once(service.child.stderr!, 'data');
  }
  const [, url] = /"url":"(http:[^"]+)"/.exec(service.output.stderr)!;
  expect((await fetch(`${url}/-/live`)).status).toBe(200);
  service.child.kill('SIGTERM');
  expect(await service.ended).toEqual([0, null]);
});

it('has the program introduce the service, and does not wait for it', async () => {
  const introduce = '(service) => new Promise(() => console.log(JSON.stringify(service)))';
  const service = run({ PORT: '0' }, `void runService(start, { introduce: ${introduce} });`);
  const line = await said(service, /^(\{.*\})$/m);
  const { url } = JSON.parse(line) as { url: string };
  expect(JSON.parse(line)).toEqual({ url, managementUrl: url, workers: 1 });
  expect((await fetch(`${url}/-/ready`)).status).toBe(200);
  service.child.kill('SIGTERM');
  expect(await service.ended).toEqual([0, null]);
  expect(service.output.stdout).toBe(`${line}\n`);
});

it('has the program say why it does not start, which rejects when that throws', async () => {
  const onFailure = '(error) => { throw new Error("a printer: " + error.message); }';
  const call = `runService(start, { onFailure: ${onFailure} }).catch(({ message }) => console.log(message));`;
  const service = run({ PORT: '70000' }, call);
  expect(await service.ended).toEqual([1, null]);
  expect(service.output).toEqual({
    stdout: 'a printer: PORT is "70000", but must be a whole number from 0 to 65535\n',
    stderr: '',
  });
});

it('refuses workers for the reason that the program gives', async () => {
  const service = run({ WORKERS: '2' }, `void runService(start, { shared: 'share one printer' });`);
  expect(await service.ended).toEqual([1, null]);
  expect(service.output).toEqual({ stdout: '', stderr: '2 workers share one printer\n' });
});

it('exits with 1 where the start never ends', async () => {
  const service = run({}, 'void runService(() => new Promise(() => undefined));');
  expect(await service.ended).toEqual([1, null]);
});
