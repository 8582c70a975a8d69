import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { ROOT } from '../../../src/cli/package-files';
import { RawConnection } from '../../support/raw-connection';
import type { WireResponse } from '../../support/response-reader';
import { clearAtEnd } from '../command';
import { TOKEN } from '../request-text';
import { assertResponse, newPlant, type RequestKind } from './requests';

/** The baseline: the least that Node can do. */
export const FLOOR = 'node:http by hand';
/** This project. */
export const OWN = 'plant-store';

export const PEERS = path.join(__dirname, 'peers');

/** How to start a server. It prints its URL. */
interface ServerCommand {
  readonly name: string;
  /** Options of Node; by default none. */
  readonly options?: readonly string[];
  /** A file that Node runs, with its arguments. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Files of the servers without storage, by name. */
const PEER_FILES = {
  [FLOOR]: 'floor',
  fastify: 'fastify',
  'fastify-openapi-glue': 'fastify-openapi-glue',
  'express-openapi-validator': 'express-openapi-validator',
  'openapi-backend': 'openapi-backend',
  [OWN]: 'contract-layer',
} as const;

type PeerName = keyof typeof PEER_FILES;

export const peerNames = Object.keys(PEER_FILES) as readonly PeerName[];

/** A server without storage. @param operations of its document: 1, or 3 and more */
export function peer(name: PeerName, operations = 1): ServerCommand {
  return peerFile(name, PEER_FILES[name], { BENCH_OPERATIONS: String(operations) });
}

/**
 * A peer whose young generation has its maximum of 16 MiB from the start, and whose garbage can be collected.
 * Otherwise V8 grows it at a random time, and requests cost some µs more until then.
 */
export function measuredPeer(name: PeerName, operations: number): ServerCommand {
  return { ...peer(name, operations), options: ['--expose-gc', '--min-semi-space-size=16'] };
}

/** The plant store as users start it. @param file of SQLite */
export function plantStoreServer(file: string): ServerCommand {
  return {
    name: OWN,
    args: [path.join(ROOT, 'dist', 'src', 'main.js'), 'serve'],
    env: { PORT: '0', ACCESS_TOKENS: TOKEN, DATABASE_URL: `sqlite:${file}`, LOG_LEVEL: 'warn' },
  };
}

/** Fastify with a transaction per plant. @param file of SQLite */
export function fastifySqlite(file: string): ServerCommand {
  return peerFile('fastify', 'fastify-sqlite', { BENCH_FILE: file });
}

function peerFile(name: string, file: string, env: Record<string, string>): ServerCommand {
  return { name, args: [path.join(PEERS, 'serve.js'), file], env };
}

/** Resources used since the start of the process. */
interface Usage {
  readonly cpuMicros: number;
  readonly rssBytes: number;
}

/** Requests that a process sends to its own server. */
interface Batch {
  readonly texts: readonly string[];
  readonly status: number;
  readonly count: number;
  readonly connections: number;
}

/** Per request. */
export interface BatchSample {
  readonly cpuMicros: number;
  /** Bytes of the heap that were allocated. */
  readonly heapBytes: number;
}

const START_LIMIT_MS = 30_000;

/** A server in its own process. */
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
   * @param cores that it may run on; all when undefined
   * @throws Error when the server ends, does not serve in time, or responds incorrectly
   */
  static async start(command: ServerCommand, cores: string | undefined): Promise<ServerProcess> {
    const begin = performance.now();
    const child = spawnServer(command, cores);
    const limit = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS);
    try {
      const port = await portOf(child, command);
      const response = await ask(port, newPlant);
      const startMs = performance.now() - begin;
      assertResponse(command.name, newPlant, response);
      return new ServerProcess(child, command.name, port, startMs);
    } finally {
      clearTimeout(limit);
    }
  }

  /**
   * Starts servers, and sends each one request of each kind.
   * @throws Error when one does not serve, or violates the contract
   */
  static async startAll(
    commands: readonly ServerCommand[],
    cores: string | undefined,
    kinds: readonly RequestKind[],
  ): Promise<ServerProcess[]> {
    const servers: ServerProcess[] = [];
    for (const command of commands) {
      const server = await ServerProcess.start(command, cores);
      for (const kind of kinds) assertResponse(server.name, kind, await ask(server.port, kind));
      servers.push(server);
    }
    return servers;
  }

  /** @throws Error when the server has ended */
  usage(): Promise<Usage> {
    return this.ask('usage');
  }

  /**
   * Makes the process send requests to its own server.
   * @throws Error for an incorrect response
   */
  async runBatch(batch: Batch): Promise<BatchSample> {
    const { fault, ...sample } = await this.ask<BatchSample & { fault?: string }>({ batch });
    if (fault !== undefined) throw new Error(`${this.name}: ${fault}`);
    return sample;
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
        if (error) reject(new Error(`${this.name} has ended`, { cause: error }));
      });
    });
  }
}

function spawnServer({ options = [], args, env }: ServerCommand, cores?: string): ChildProcess {
  const node = [process.execPath, ...options, '--require', path.join(PEERS, 'control.js'), ...args];
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

async function ask(port: number, kind: RequestKind): Promise<WireResponse> {
  const connection = await RawConnection.open(port);
  const response = await connection.send(kind.next());
  connection.abort();
  return response;
}

/** Cores by number, as for `taskset -c`. */
export interface Cores {
  /** The core of the servers, the same for all to be comparable. */
  readonly server: string;
  /** The core of the load. */
  readonly load: string;
}

/**
 * Binds this process to one core and finds another for the servers.
 * @returns undefined if that is impossible: on one core only, or without `taskset` (Linux)
 */
export function bindToCores(): Cores | undefined {
  const [server, load] = allowedCores();
  if (server === undefined || load === undefined) return undefined;
  // Binds all threads: by default those that Node has already started would stay unbound.
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
