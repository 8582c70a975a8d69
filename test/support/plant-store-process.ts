import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { SharedProcess } from './shared-commands';

const ROOT = path.join(__dirname, '..', '..');
export const MAIN = path.join(ROOT, 'dist', 'src', 'main.js');
const RECORD = path.join(ROOT, 'src', 'tools', 'dist', 'contract-coverage', 'record-process.js');

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** File descriptors for standard streams of a command that do not go to the test. */
export interface Streams {
  readonly stdout?: number;
  readonly stderr?: number;
}

const { PATH = '', CONTRACT_COVERAGE = '' } = process.env;

type Environment = Readonly<Record<string, string>>;

const shared = new SharedProcess<Finished>(MAIN.replace(/js$/, 'program.js'));
afterAll(() => shared.end());

/** A temporary folder in which the compiled `plant-store` runs as it does for users. */
export class Workplace {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'plant-store-'));
  private readonly children = new Set<ChildProcess>();

  run(args: readonly string[], env: Environment = {}, streams: Streams = {}): Promise<Finished> {
    return this.start(args, env, streams).finished;
  }

  /**
   * Runs a command to its end in a process shared with others, which takes a tenth of the processor time. Not for
   * commands that read standard input or get signals.
   */
  runShared(args: readonly string[], env: Environment = {}): Promise<Finished> {
    return shared.run({ folder: this.folder, args, env: { PATH, ...env } });
  }

  /** Starts a command that gets input or signals while it runs. */
  start(args: readonly string[], env: Environment = {}, streams: Streams = {}): RunningProcess {
    const { child, stdin, output } = this.spawn(args, env, streams);
    const finished = new Promise<Finished>((resolve) => {
      child.once('close', (code) => resolve({ code, ...output }));
    });
    return { stdin, output, finished, kill: (signal) => child.kill(signal) };
  }

  /**
   * Starts `plant-store serve` on a free port and resolves once it states its address: on standard output, or in
   * the log if LOG_LEVEL allows it.
   */
  async serve(
    env: Environment = {},
    streams: Streams = {},
    args: readonly string[] = [],
  ): Promise<ServingProcess> {
    const settings = { PORT: '0', LOG_LEVEL: 'warn', ...env };
    const { child, output } = this.spawn(['serve', ...args], settings, streams);
    const closed = new Promise<number | null>((resolve) => {
      child.once('close', (code) => resolve(code));
    });
    const url = await new Promise<string>((resolve, reject) => {
      const look = (): void => {
        const found =
          /listens on (\S+)/.exec(output.stdout) ?? /"url":"([^"]+)"/.exec(output.stderr);
        if (found?.[1] !== undefined) resolve(found[1]);
      };
      child.stdout?.on('data', look);
      child.stderr?.on('data', look);
      void closed.then((code) => reject(new Error(`serve ended with ${code}: ${output.stderr}`)));
    });
    return { url, pid: child.pid!, output, closed, kill: (signal) => child.kill(signal) };
  }

  remove(): void {
    for (const child of this.children) child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private spawn(
    args: readonly string[],
    env: Environment,
    streams: Streams,
  ): { child: ChildProcess; stdin: Writable; output: { stdout: string; stderr: string } } {
    const child = spawn(process.execPath, ['--require', RECORD, MAIN, ...args], {
      cwd: this.folder,
      env: { PATH, CONTRACT_COVERAGE, ...env },
      stdio: ['pipe', streams.stdout ?? 'pipe', streams.stderr ?? 'pipe'],
    });
    const output = { stdout: '', stderr: '' };
    // A command that ends early does not read the rest of its input.
    const stdin = child.stdin!;
    stdin.on('error', () => undefined);
    child.stdout?.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
    this.children.add(child);
    child.once('close', () => this.children.delete(child));
    return { child, stdin, output };
  }
}

export interface RunningProcess {
  readonly stdin: Writable;
  readonly output: Readonly<{ stdout: string; stderr: string }>;
  readonly finished: Promise<Finished>;
  kill(signal: NodeJS.Signals): boolean;
}

export interface ServingProcess {
  readonly url: string;
  readonly pid: number;
  readonly output: Readonly<{ stdout: string; stderr: string }>;
  /** The exit code, once the process has ended; null if a signal ended it. */
  readonly closed: Promise<number | null>;
  kill(signal: NodeJS.Signals): boolean;
}
