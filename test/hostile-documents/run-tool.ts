import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { COMPILED } from '../support/run-script';

/** What a command may take of the processor, in seconds: the system ends its process then. */
const MOST_SECONDS = 10;

let nextNumber = 1;

/** How a process ended, and what it took. */
export interface ToolRun {
  readonly code: number | null;
  /** Absent where it ended by itself. */
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The most memory that it had, in bytes; absent where it did not end by itself. */
  readonly bytes?: number;
}

/** What is done with a command that runs until it is asked to end: then it is asked. */
export interface WhileRunning {
  /** What it prints once it is ready. */
  readonly ready: RegExp;
  readonly act: (match: RegExpExecArray) => Promise<void>;
}

/** Runs commands of the package in a folder, one after another in one process. @param calls their command lines */
export function runInTurn(cwd: string, ...calls: readonly (readonly string[])[]): Promise<ToolRun> {
  const lines = calls.map((call) => JSON.stringify(call));
  const script = path.join(__dirname, 'in-turn.js');
  return runNode(cwd, [script, ...lines], calls.length * MOST_SECONDS);
}

/** Runs one command of the package, as its user does. */
export function runTool(
  cwd: string,
  args: readonly string[],
  whileRunning?: WhileRunning,
): Promise<ToolRun> {
  return runNode(cwd, [COMPILED, ...args], MOST_SECONDS, whileRunning);
}

async function runNode(
  cwd: string,
  args: readonly string[],
  seconds: number,
  whileRunning?: WhileRunning,
): Promise<ToolRun> {
  const usageFile = path.join(cwd, '..', 'usage', `${nextNumber++}.json`);
  mkdirSync(path.dirname(usageFile), { recursive: true });
  const node = [process.execPath, '--require', path.join(__dirname, 'usage.js'), ...args];
  const child = spawn('sh', ['-c', `ulimit -t ${seconds}; exec "$@"`, 'sh', ...node], {
    cwd,
    env: {
      PATH: process.env.PATH,
      HOME: path.join(cwd, '..', 'home'),
      PORT: '0',
      USAGE_FILE: usageFile,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  let acted: Promise<void> | undefined;
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
  child.stdout.on('data', (chunk: Buffer) => {
    said.stdout += chunk.toString();
    const match = acted === undefined ? whileRunning?.ready.exec(said.stdout) : undefined;
    if (whileRunning && match) {
      acted = whileRunning.act(match).finally(() => child.kill('SIGTERM'));
    }
  });
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.once('close', (...ended) => {
      resolve(ended);
    });
  });
  await acted;
  return { code, signal, ...said, ...(signal === null && { bytes: bytesIn(usageFile) }) };
}

function bytesIn(file: string): number {
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly bytes: number }).bytes;
}
