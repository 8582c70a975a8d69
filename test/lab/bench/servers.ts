import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { ROOT } from '../../../src/cli/package-files';
import { RawConnection } from '../../support/raw-connection';
import { clearAtEnd } from '../command';
import { TOKEN } from '../request-text';
import { assertResponse, newPlant, refusals, type RequestKind } from './requests';

/** The baseline: the least that Node can do. */
export const FLOOR = 'node:http by hand';
/** This project. */
export const OWN = 'plant-store';

export const PEERS = path.join(__dirname, 'peers');

/** How a process is started. It prints the URLs where it listens. */
interface ServerCommand {
  /** Those that it serves, each at a port. */
  readonly names: readonly string[];
  /** A file that Node runs, with its arguments. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Files of the servers with nothing stored, by name. */
const PEER_FILES = {
  [FLOOR]: 'floor',
  fastify: 'fastify',
  'fastify-openapi-glue': 'fastify-openapi-glue',
  'express-openapi-validator': 'express-openapi-validator',
  'openapi-backend': 'openapi-backend',
  [OWN]: 'contract-layer',
} as const;

type PeerName = keyof typeof PEER_FILES;

/** All of them. */
export const peerNames = Object.keys(PEER_FILES) as readonly PeerName[];

/** Servers of one process. @param operations of their document: 1, or 3 and more */
export function peers(names: readonly PeerName[], operations = 1): ServerCommand {
  const files = names.map((name) => PEER_FILES[name]);
  return {
    names,
    args: [path.join(PEERS, 'serve.js'), ...files],
    env: { BENCH_OPERATIONS: String(operations) },
  };
}

/** The plant store as users start it. @param file of SQLite */
export function plantStoreServer(file: string): ServerCommand {
  return {
    names: [OWN],
    args: [path.join(ROOT, 'dist', 'src', 'main.js'), 'serve'],
    env: { PORT: '0', ACCESS_TOKENS: TOKEN, DATABASE_URL: `sqlite:${file}`, LOG_LEVEL: 'warn' },
  };
}

/** Fastify with a transaction for each plant. @param file of SQLite */
export function fastifySqlite(file: string): ServerCommand {
  return {
    names: ['fastify'],
    args: [path.join(PEERS, 'serve.js'), 'fastify-sqlite'],
    env: { BENCH_FILE: file },
  };
}

/** What a process has used since its start. */
interface Usage {
  readonly cpuMicros: number;
  readonly rssBytes: number;
}

/** Requests that a process sends to a server of its own. */
interface Batch {
  readonly texts: readonly string[];
  readonly status: number;
  readonly count: number;
  readonly connections: number;
}

/** For each request. */
export interface BatchSample {
  readonly cpuMicros: number;
  /** Bytes of the heap that were allocated. */
  readonly heapBytes: number;
}

const START_LIMIT_MS = 30_000;

/** A server of a process. */
export interface Served {
  readonly name: string;
  readonly process: ServerProcess;
  readonly port: number;
}

/** A process with servers. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly names: readonly string[],
    private readonly ports: readonly number[],
    /** From the start of the process to the first response. */
    readonly startMs: number,
  ) {}

  /**
   * Resolves after the first response.
   *
   * @param cores that it may run on; all when undefined
   * @throws Error when the process ends, does not serve in time, or answers other than it must
   */
  static async start(command: ServerCommand, cores: string | undefined): Promise<ServerProcess> {
    const begin = performance.now();
    const child = spawnServer(command, cores);
    const limit = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS);
    try {
      const ports = await portsOf(child, command);
      const started = new ServerProcess(child, command.names, ports, NaN);
      await assertKind(started.first, newPlant);
      return new ServerProcess(child, command.names, ports, performance.now() - begin);
    } finally {
      clearTimeout(limit);
    }
  }

  /**
   * Starts a process, and sends its servers one request of each kind.
   *
   * @throws Error when one does not serve, or not what the contract says
   */
  static async startChecked(
    command: ServerCommand,
    cores: string | undefined,
    kinds: readonly RequestKind[] = [newPlant, ...refusals],
  ): Promise<ServerProcess> {
    const started = await ServerProcess.start(command, cores);
    for (const server of started.servers) {
      for (const kind of kinds) await assertKind(server, kind);
    }
    return started;
  }

  get servers(): readonly Served[] {
    return this.ports.map((port, index) => ({
      ...{ name: this.names[index] ?? '', process: this, port },
    }));
  }

  get first(): Served {
    return { name: this.names[0] ?? '', process: this, port: this.ports[0] ?? NaN };
  }

  /** @throws Error when the process has ended */
  usage(): Promise<Usage> {
    return this.ask('usage');
  }

  /**
   * Has the process send requests to one of its servers by itself.
   *
   * @throws Error when a response is other than it must be
   */
  async runBatch(port: number, batch: Batch): Promise<BatchSample> {
    const server = this.ports.indexOf(port);
    const answer = await this.ask<BatchSample & { fault?: string }>({
      batch: { server, ...batch },
    });
    if (answer.fault !== undefined) throw new Error(`${this.names[server]}: ${answer.fault}`);
    return answer;
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  private ask<Answer>(question: string | object): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.child.once('message', (answer: Answer) => {
        resolve(answer);
      });
      this.child.send(question, (error) => {
        if (error) reject(new Error(`${this.names.join()} has ended`, { cause: error }));
      });
    });
  }
}

function spawnServer({ args, env }: ServerCommand, cores?: string): ChildProcess {
  const node = [
    process.execPath,
    '--expose-gc',
    '--require',
    path.join(PEERS, 'control.js'),
    ...args,
  ];
  const [program = '', ...rest] = onCores(cores, node);
  const own = {
    NODE_ENV: 'production',
    BENCH_TOKEN: TOKEN,
  };
  const child = spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, ...own, ...env },
  });
  const cleared = clearAtEnd(() => child.kill('SIGKILL'));
  child.once('exit', cleared);
  return child;
}

function portsOf(child: ChildProcess, { names }: ServerCommand): Promise<number[]> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      reject(new Error(`${names.join()} ended with ${String(code ?? signal)} before it served`));
    });
    let printed = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const ports = [...printed.matchAll(/http:\/\/127\.0\.0\.1:(\d+)/g)];
      if (ports.length >= names.length) resolve(ports.map(([, port]) => Number(port)));
    });
  });
}

async function assertKind({ name, port }: Served, kind: RequestKind): Promise<void> {
  const connection = await RawConnection.open(port);
  const response = await connection.send(kind.next());
  connection.abort();
  assertResponse(name, kind, response);
}

/** Cores by their numbers, as `taskset -c` takes them. */
export interface Cores {
  /** That of the servers, so that what each takes is comparable. */
  readonly server: string;
  /** That of the load. */
  readonly load: string;
}

/**
 * Binds this process to one core and finds another for the servers.
 *
 * @returns undefined where that cannot be done: on one core only, or without `taskset` (Linux)
 */
export function bindToCores(): Cores | undefined {
  const [server, load] = allowedCores();
  if (server === undefined || load === undefined) return undefined;
  // All threads: those that Node has started already would stay where they are.
  const { status } = spawnSync('taskset', ['-a', '-c', '-p', String(load), String(process.pid)]);
  if (status !== 0) return undefined;
  return { server: String(server), load: String(load) };
}

/** The command that runs a command on some cores. */
function onCores(cores: string | undefined, command: readonly string[]): readonly string[] {
  return cores === undefined ? command : ['taskset', '-c', cores, ...command];
}

/** Such as `0-3,8`. @see https://man7.org/linux/man-pages/man5/proc_pid_status.5.html */
function allowedCores(): number[] {
  const list = /^Cpus_allowed_list:\s*(.+)$/m.exec(readStatus())?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [first = NaN, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 || 0 }, (_, index) => first + index);
  });
}

function readStatus(): string {
  try {
    return readFileSync('/proc/self/status', 'utf8');
  } catch {
    // Not Linux.
    return '';
  }
}
