import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { clearAtEnd } from '../clean-up';
import { Connection } from './connection';
import { onCores } from './cores';
import type { RequestKind } from './requests';
import { TOKEN } from './request-text';
import type { Response } from './response-reader';

/** How a server is started. It prints the URL where it listens. */
export interface ServerCommand {
  readonly name: string;
  /** A file that Node runs, with its arguments. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** What a process has used since its start. */
export interface Usage {
  readonly cpuMicros: number;
  readonly rssBytes: number;
  /** How late the event loop was at the 99th percentile since the last question. */
  readonly loopDelayP99Ms: number;
}

export interface StartOptions {
  /** Cores that it may run on; all when undefined. */
  readonly cores?: string | undefined;
  readonly limitMs: number;
  /** The first request, by which the server shows that it serves. */
  readonly first: RequestKind;
}

export const PEERS = path.join(__dirname, 'peers');

/** A server in a process of its own. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly name: string,
    readonly port: number,
    /** From the start of the process to its first response. */
    readonly startMs: number,
  ) {}

  /**
   * Resolves after the first response.
   *
   * @returns undefined when that takes longer than the limit
   * @throws Error when the server ends, or answers other than it must
   */
  static async start(
    command: ServerCommand,
    { cores, limitMs, first }: StartOptions,
  ): Promise<ServerProcess | undefined> {
    const begin = performance.now();
    const child = spawnServer(command, cores);
    const limit = setTimeout(() => child.kill('SIGKILL'), limitMs);
    try {
      const port = await portOf(child, command);
      const response = await Connection.ask(port, first.next());
      const startMs = performance.now() - begin;
      assertResponse(command.name, first, response);
      return new ServerProcess(child, command.name, port, startMs);
    } catch (error) {
      if (performance.now() - begin >= limitMs) return undefined;
      throw error;
    } finally {
      clearTimeout(limit);
    }
  }

  /** @throws Error when the server has ended */
  usage(): Promise<Usage> {
    return new Promise((resolve, reject) => {
      this.child.once('message', ({ usage }: { usage: Usage }) => {
        resolve(usage);
      });
      this.child.send('usage', (error) => {
        if (error) reject(new Error(`${this.name} has ended`, { cause: error }));
      });
    });
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
}

function spawnServer({ args, env }: ServerCommand, cores?: string): ChildProcess {
  const node = [process.execPath, '--require', path.join(PEERS, 'control.js'), ...args];
  const [program = '', ...rest] = onCores(cores, node);
  const child = spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', BENCH_TOKEN: TOKEN, ...env },
  });
  child.once(
    'exit',
    clearAtEnd(() => child.kill('SIGKILL')),
  );
  return child;
}

function portOf(child: ChildProcess, { name }: ServerCommand): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      reject(new Error(`${name} ended with ${String(code ?? signal)} before it served`));
    });
    let printed = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(printed)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
  });
}

/** Who leaves out a part of the contract would be measured at something else. */
function assertResponse(name: string, kind: RequestKind, { status, body }: Response): void {
  const wanted = '{"name":"Monstera deliciosa","tag":"tropical"}';
  if (status === kind.status && (status !== 200 || body === wanted)) return;
  throw new Error(`${name} answers ${status} ${body}, not ${kind.status}`);
}

/**
 * Sends one request of each kind.
 *
 * @throws Error when a response is not as the contract has it
 */
export async function assertContract(
  server: ServerProcess,
  kinds: readonly RequestKind[],
): Promise<void> {
  for (const kind of kinds)
    assertResponse(server.name, kind, await Connection.ask(server.port, kind.next()));
}
