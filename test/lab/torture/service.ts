import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, existsSync, type WriteStream } from 'node:fs';
import path from 'node:path';
import type { Random } from '../../../src/tools/cli/random';
import { childrenOf } from '../child-processes';
import { TOKEN } from '../request-text';
import { clearAtEnd } from '../command';
import { freePort } from '../postgres/binaries';
import type { Target } from './clients';
import type { Findings } from './ledger';
import { until, within } from './waiting';

/** A `plant-store` with its database. */
export interface Program {
  /** The file that Node runs. */
  readonly main: string;
  readonly databaseUrl: string;
}

/** How the service runs. */
export interface ServiceSetting {
  /** The folder where its log is written. */
  readonly folder: string;
}

/** Processes that serve where the store is shared, as the service reads it. */
const { WORKERS = '1' } = process.env;

const START_LIMIT_MS = 60_000;
const END_LIMIT_MS = 10_000;
/** More than the grace time that a service has by default. */
const STOP_LIMIT_MS = 15_000;

/** Something that can be killed and started again. */
export interface Victim {
  readonly name: string;
  /** Ends it at once, with no chance to clean up; harmless when it has ended. */
  kill(): Promise<void>;
  /** Resolves when it serves, or has been killed meanwhile; harmless when it runs. */
  start(): Promise<void>;
}

/** The service did not start; the message is what it said. */
export class ServiceStartError extends Error {
  override readonly name = 'ServiceStartError';
}

/** The service as it is built, in a process of its own that is started again and again. */
export class Service implements Victim, Target {
  port: number | undefined;
  private child: ChildProcess | undefined;
  /** 0 takes a free one, which would be another once all workers have been killed. */
  private wantedPort: number | undefined;
  /** What it prints, its log included. */
  readonly logFile: string;
  private readonly log: WriteStream;

  constructor(
    readonly name: string,
    private readonly program: Program & ServiceSetting,
    private readonly findings: Findings,
  ) {
    this.logFile = path.join(program.folder, `${name.replaceAll(' ', '-')}.log`);
    this.log = createWriteStream(this.logFile);
    if (!this.hasWorkers) this.wantedPort = 0;
  }

  get hasWorkers(): boolean {
    return WORKERS !== '1' && !this.program.databaseUrl.startsWith('sqlite:');
  }

  /** Of its process; undefined while there is none. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** @throws ServiceStartError when it ends by itself, or does not serve in time */
  async start(): Promise<void> {
    if (this.child !== undefined) return;
    this.wantedPort ??= await freePort();
    const child = this.spawn();
    await within(START_LIMIT_MS, `the start of the ${this.name}`, this.serves(child));
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (child === undefined) return;
    this.child = undefined;
    this.port = undefined;
    // Its workers, which have its streams and its port, end by themselves.
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await within(END_LIMIT_MS, `the end of the ${this.name} after SIGKILL`, ended);
  }

  /**
   * Asks it to end by SIGTERM. It has its port until it has ended, as clients know it.
   *
   * @returns its exit code; null when a signal ended it
   */
  async stop(): Promise<number | null> {
    const { child } = this;
    if (child === undefined) return null;
    this.child = undefined;
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    try {
      return await within(STOP_LIMIT_MS, `the end of the ${this.name} after SIGTERM`, ended);
    } finally {
      child.kill('SIGKILL');
      this.port = undefined;
    }
  }

  private spawn(): ChildProcess {
    const { main, databaseUrl } = this.program;
    const child = spawn(process.execPath, [main, 'serve'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PORT: String(this.wantedPort),
        ACCESS_TOKENS: TOKEN,
        DATABASE_URL: databaseUrl,
        LOG_LEVEL: 'error',
        NODE_ENV: 'production',
        ...(this.hasWorkers && { WORKERS }),
      },
    });
    this.child = child;
    const cleared = clearAtEnd(() => child.kill('SIGKILL'));
    for (const stream of [child.stdout, child.stderr]) stream.pipe(this.log, { end: false });
    child.once('exit', cleared);
    return child;
  }

  private serves(child: ChildProcess): Promise<void> {
    return new Promise((resolve, reject) => {
      let said = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream?.setEncoding('utf8').on('data', (text: string) => {
          if (this.port !== undefined && this.child === child) return;
          said += text;
          const port = /listens on http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1];
          if (port === undefined || this.child !== child) return;
          this.port = Number(port);
          resolve();
        });
      }
      child.once('error', reject);
      child.once('close', (code, signal) => {
        if (this.child !== child) {
          resolve(); // killed
          return;
        }
        const served = this.port !== undefined;
        this.child = undefined;
        this.port = undefined;
        const how = `the ${this.name} ended by itself with ${String(code ?? signal)}`;
        if (served) this.findings.unexpected(`${how}; its log says why`);
        reject(new ServiceStartError(said.trim() || how));
      });
    });
  }
}

/** Of the processes of a service and its workers, those that can be killed. */
export function victimsOf(services: readonly Service[], random: Random): Victim[] {
  return services.flatMap((service) =>
    service.hasWorkers ? [service, workerOf(service, random)] : [service],
  );
}

/** Any worker of a service, which starts another in its place. */
function workerOf(service: Service, random: Random): Victim {
  const name = `worker of the ${service.name}`;
  const pids = (): number[] => {
    const { pid } = service;
    return pid !== undefined && existsSync(`/proc/${pid}`) ? childrenOf(pid) : [];
  };
  return {
    name,
    kill: async () => {
      const pid = await until(START_LIMIT_MS, `a ${name}`, () => {
        const all = pids();
        return all.length === 0 ? undefined : random.pick(all);
      });
      process.kill(pid, 'SIGKILL');
      await until(END_LIMIT_MS, `the end of the ${name}`, () => !pids().includes(pid) || undefined);
    },
    start: async () => {
      const url = `http://127.0.0.1:${service.port}/-/ready`;
      await until(START_LIMIT_MS, `another ${name}`, async () => {
        const ready = await fetch(url, { headers: { connection: 'close' } }).catch(() => undefined);
        return ready?.ok === true ? true : undefined;
      });
    },
  };
}
