import { mkdtempSync, rmSync } from 'node:fs';
import { Session, type Profiler } from 'node:inspector';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { EXIT_OK, parseOptions, runCommand, wholeNumber } from '../../src/cli/command-line';
import { ROOT } from '../../src/cli/package-files';
import { serve } from '../../src/plant-store/commands/serve';
import { RawConnection } from '../support/raw-connection';
import { createDraft, textOf, TOKEN } from './request-text';

const USAGE = `Usage: npm run files-per-request [-- OPTIONS]
  --requests N   requests that warm the service up, 5000 unless given
  --functions    also print the functions of each file

Counts the files and functions of the project that one warm POST /plants runs through, with the log level
"warn". The thread of the database is another one, and not counted.`;

/** Waits after a response for its log line and other remaining work. */
const SETTLE_MS = 100;

/** A function that the compiler adds for each export. */
const ACCESSOR = /^\(\)\s*=>\s*[\w$.]+(?:\[\w+\])?$/;

interface CalledFile {
  readonly file: string;
  readonly functions: readonly { readonly name: string; readonly isAccessor: boolean }[];
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
    const connection = await RawConnection.open(service.url);
    const create = async (id: number): Promise<void> => {
      const draft = createDraft(`{"id":${id},"name":"Monstera deliciosa","tag":"tropical"}`);
      const { status, body } = await connection.send(textOf(draft));
      if (status !== 200) throw new Error(`A create was refused: ${body.toString()}`);
    };
    for (let id = 1; id <= requests; id++) await create(id);
    await sleep(SETTLE_MS);
    const called = await filesCalledDuring(() => create(requests + 1));
    connection.abort();
    process.stdout.write(report(called, values.functions === true));
    return EXIT_OK;
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(called: readonly CalledFile[], hasFunctions: boolean): string {
  const lines = called.flatMap(({ file, functions }) => [
    `${String(functions.length).padStart(4)}  ${file}`,
    ...(hasFunctions ? functions.map(({ name }) => `        ${name}`) : []),
  ]);
  const functions = called.flatMap((each) => each.functions);
  const written = called.filter((each) => each.functions.some(({ isAccessor }) => !isAccessor));
  lines.push(
    `${called.length} files, ${functions.length} functions; without accessors of exports, which the ` +
      `compiler adds: ${written.length} files, ` +
      `${functions.filter(({ isAccessor }) => !isAccessor).length} functions`,
  );
  return `${lines.join('\n')}\n`;
}

/** Runs `plant-store serve` in this process. */
async function startService(
  databaseUrl: string,
): Promise<{ url: string; stop: () => Promise<unknown> }> {
  let signal: (name: string) => void = () => undefined;
  const signalled = new Promise<string>((resolve) => (signal = resolve));
  let ended: Promise<unknown> = Promise.resolve();
  const url = await new Promise<string>((resolve, reject) => {
    const stdout = new Writable({
      write: (chunk, _encoding, done) => {
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(String(chunk))?.[0];
        if (found !== undefined) resolve(found);
        done();
      },
    });
    ended = serve({
      args: [],
      env: {
        ...{ PORT: '0', ACCESS_TOKENS: TOKEN, DATABASE_URL: databaseUrl },
        ...{ LOG_LEVEL: 'warn', SHUTDOWN_GRACE_MS: '1000' },
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
  const stop = (): Promise<unknown> => {
    signal('SIGTERM');
    return ended;
  };
  return { url, stop };
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
  session.post('Debugger.enable');
  const files: CalledFile[] = [];
  for (const { scriptId, url, functions } of scripts) {
    const file = projectFile(url);
    const called = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
    if (file === undefined || called.length === 0) continue;
    const source = await sourceOf(session, scriptId);
    const names = called.map(({ functionName, ranges: [range] }) => ({
      name: functionName || '(anonymous)',
      isAccessor: ACCESSOR.test(source.slice(range?.startOffset, range?.endOffset)),
    }));
    files.push({ file, functions: names });
  }
  session.disconnect();
  return files.sort(
    (a, b) => b.functions.length - a.functions.length || a.file.localeCompare(b.file),
  );
}

function sourceOf(session: Session, scriptId: string): Promise<string> {
  return new Promise((resolve, reject) => {
    session.post('Debugger.getScriptSource', { scriptId }, (error, { scriptSource }) => {
      if (error === null) resolve(scriptSource);
      else reject(error);
    });
  });
}

/** The URL of a script, or its path, below the project. */
function projectFile(url: string): string | undefined {
  const start = [`${pathToFileURL(ROOT).href}/`, `${ROOT}${path.sep}`].find((root) =>
    url.startsWith(root),
  );
  const file = start && url.slice(start.length);
  return file !== undefined && /^(?:src|generated)[\\/]/.test(file) ? file : undefined;
}

runCommand(filesPerRequest);
