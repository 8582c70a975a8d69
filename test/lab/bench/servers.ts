import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { clearAtEnd } from '../command';
import { TOKEN } from '../request-text';

/** The baseline: the least that Node can do. */
export const FLOOR = 'node:http by hand';
/** This project. */
export const OWN = 'plant-store';

export const PEERS = path.join(__dirname, 'peers');

/** Files of the servers, by name. */
const PEER_FILES = {
  [FLOOR]: 'floor',
  fastify: 'fastify',
  'fastify-openapi-glue': 'fastify-openapi-glue',
  'express-openapi-validator': 'express-openapi-validator',
  'openapi-backend': 'openapi-backend',
  [OWN]: 'contract-layer',
} as const;

export type ServerName = keyof typeof PEER_FILES;

export const serverNames = Object.keys(PEER_FILES) as readonly ServerName[];

/**
 * The young generation has its maximum of 16 MiB from the start, and garbage can be collected. Otherwise V8 grows it at
 * a random time, and requests cost some µs more until then.
 */
const NODE_OPTIONS = ['--expose-gc', '--min-semi-space-size=16'];

/** A server in its own process, which stores nothing. */
export class ServerProcess {
  private constructor(
    readonly name: ServerName,
    private readonly child: ChildProcess,
    private readonly ended: Promise<never>,
    readonly port: number,
  ) {}

  /**
   * @param operations of its document: 1, or 3 and more
   * @throws Error when it does not serve
   */
  static async start(name: ServerName, operations: number): Promise<ServerProcess> {
    const child = spawnServer(name, operations);
    const ended = once(child, 'exit').then(([code, signal]: (number | string | null)[]) => {
      throw new Error(`${name} ended with ${String(code ?? signal)}`);
    });
    ended.catch(() => undefined);
    return new ServerProcess(name, child, ended, await nextMessage(child, ended));
  }

  /** CPU time since the start of the process. @throws Error when the server has ended */
  cpuMicros(): Promise<number> {
    return this.ask('usage');
  }

  /** Bytes of its old objects, those included that only a full collection frees. @throws Error when it has ended */
  oldBytes(): Promise<number> {
    return this.ask('old');
  }

  private ask(what: string): Promise<number> {
    const answer = nextMessage(this.child, this.ended);
    // That it cannot be sent is said by the end of the process.
    this.child.send(what, () => undefined);
    return answer;
  }

  stop(): void {
    this.child.kill('SIGKILL');
  }
}

/** The next message of a server is a number. */
async function nextMessage(child: ChildProcess, ended: Promise<never>): Promise<number> {
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [number];
  return message;
}

function spawnServer(name: ServerName, operations: number): ChildProcess {
  const file = path.join(PEERS, 'serve.js');
  const own = { BENCH_TOKEN: TOKEN, BENCH_OPERATIONS: String(operations) };
  const child = spawn(process.execPath, [...NODE_OPTIONS, file, PEER_FILES[name]], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', ...own },
  });
  const cleared = clearAtEnd(() => child.kill('SIGKILL'));
  child.once('exit', cleared);
  return child;
}
