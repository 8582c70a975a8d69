import { mkdtempSync, rmSync } from 'node:fs';
import { Session, type Profiler } from 'node:inspector';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { EXIT_OK, parseOptions, runCommand, wholeNumber } from '../../src/cli/command-line';
import { ROOT } from '../../src/cli/package-files';
import { serve } from '../../src/plant-store/commands/serve';

const USAGE = `Usage: npm run files-per-request [-- OPTIONS]
  --requests N   requests that warm the service up, 5000 unless given
  --functions    also print the functions of each file

Counts the files and functions of the project that one warm POST /plants runs through, with the log level
"warn". The thread of the database is another one, and not counted.`;

const TOKEN = 'measured-token';

/** After a response, its log line and whatever else is left to do. */
const SETTLE_MS = 100;

interface CalledFile {
  readonly file: string;
  readonly functions: readonly string[];
}

async function filesPerRequest(): Promise<number> {
  const values = parseOptions(
    { requests: { type: 'string', default: '5000' }, functions: { type: 'boolean' } },
    USAGE,
  );
  const requests = wholeNumber('requests', values.requests, { most: 1_000_000, usage: USAGE });
  const folder = mkdtempSync(path.join(tmpdir(), 'files-per-request-'));
  const service = await startService(`sqlite:${path.join(folder, 'plants.db')}`);
  try {
    const { send, close } = await openConnection(service.port);
    for (let id = 1; id <= requests; id++) await send(createRequest(id));
    await sleep(SETTLE_MS);
    const called = await filesCalledDuring(() => send(createRequest(requests + 1)));
    close();
    for (const { file, functions } of called) {
      print(`${String(functions.length).padStart(4)}  ${file}`);
      if (values.functions === true) for (const name of functions) print(`        ${name}`);
    }
    const functions = called.flatMap((each) => each.functions);
    const written = called.filter((each) => each.functions.some((name) => !isAccessor(name)));
    const writtenFunctions = functions.filter((name) => !isAccessor(name));
    print(
      `${called.length} files, ${functions.length} functions; without accessors of exports, which the ` +
        `compiler adds: ${written.length} files, ${writtenFunctions.length} functions`,
    );
    return EXIT_OK;
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Runs `plant-store serve` in this process. */
async function startService(
  databaseUrl: string,
): Promise<{ port: number; stop: () => Promise<unknown> }> {
  let stop = (): void => undefined;
  const signalled = new Promise<string>((resolve) => {
    stop = () => {
      resolve('SIGTERM');
    };
  });
  let ended: Promise<unknown> = Promise.resolve();
  const port = await new Promise<number>((resolve, reject) => {
    let printed = '';
    const stdout = new Writable({
      write: (chunk, _encoding, done) => {
        printed += String(chunk);
        const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(printed)?.[1];
        if (found !== undefined) resolve(Number(found));
        done();
      },
    });
    ended = serve({
      args: [],
      env: {
        PORT: '0',
        ACCESS_TOKENS: TOKEN,
        DATABASE_URL: databaseUrl,
        LOG_LEVEL: 'warn',
        SHUTDOWN_GRACE_MS: '1000',
      },
      stdin: () => process.stdin,
      stdout,
      stderr: process.stderr,
      untilSignal: () => signalled,
      maxOpenFiles: () => undefined,
      atExit: () => undefined,
    });
    ended.catch(reject);
  });
  return {
    port,
    stop: () => {
      stop();
      return ended;
    },
  };
}

function createRequest(id: number): string {
  const body = `{"id":${id},"name":"Monstera deliciosa","tag":"tropical"}`;
  return `POST /plants HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** A connection that stays; each response to a create arrives in one piece. */
async function openConnection(
  port: number,
): Promise<{ send: (request: string) => Promise<void>; close: () => void }> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise((resolve) => socket.once('connect', resolve));
  const send = (request: string): Promise<void> =>
    new Promise((resolve, reject) => {
      socket.once('data', (chunk) => {
        const response = chunk.toString('latin1');
        if (response.startsWith('HTTP/1.1 200 ')) resolve();
        else reject(new Error(`A create was refused:\n${response}`));
      });
      socket.write(request);
    });
  return { send, close: () => socket.destroy() };
}

/** @returns the project's files in src/ and generated/ with a function that was called, most functions first */
async function filesCalledDuring(action: () => Promise<unknown>): Promise<CalledFile[]> {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await action();
  await sleep(SETTLE_MS);
  const scripts = await new Promise<readonly Profiler.ScriptCoverage[]>((resolve, reject) => {
    session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error === null) resolve(result);
      else reject(error);
    });
  });
  const files: CalledFile[] = [];
  session.post('Debugger.enable');
  for (const { scriptId, url, functions } of scripts) {
    const file = projectFile(url);
    const called = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
    if (file === undefined || called.length === 0) continue;
    const source = await sourceOf(session, scriptId);
    const names = called.map(({ functionName, ranges: [range] }) => {
      const text = source.slice(range?.startOffset, range?.endOffset);
      const name = functionName || '(anonymous)';
      return /^\(\)\s*=>\s*[\w$.]+(?:\[\w+\])?$/.test(text) ? `${name} ${ACCESSOR}` : name;
    });
    files.push({ file, functions: names });
  }
  session.disconnect();
  return files.sort(
    (a, b) => b.functions.length - a.functions.length || a.file.localeCompare(b.file),
  );
}

const ACCESSOR = '(accessor of an export)';

function isAccessor(name: string): boolean {
  return name.endsWith(ACCESSOR);
}

function sourceOf(session: Session, scriptId: string): Promise<string> {
  return new Promise((resolve, reject) => {
    session.post('Debugger.getScriptSource', { scriptId }, (error, { scriptSource }) => {
      if (error === null) resolve(scriptSource);
      else reject(error);
    });
  });
}

function projectFile(url: string): string | undefined {
  const root = `${pathToFileURL(ROOT).href}/`;
  const plain = `${ROOT}${path.sep}`;
  const file = [root, plain].flatMap((start) =>
    url.startsWith(start) ? [url.slice(start.length)] : [],
  )[0];
  return file !== undefined && /^(?:src|generated)[\\/]/.test(file) ? file : undefined;
}

runCommand(filesPerRequest);
