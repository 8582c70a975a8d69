import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort, giveToServer, serverUser } from './binaries';
import type { PostgresServer } from './postgres-server';

/** When a client's connection to the server is reassigned to another client. */
type PoolMode = 'session' | 'transaction';

const START_TIMEOUT_MS = 30_000;
const RETRY_MS = 25;

const FOLDERS = ['/usr/local/bin', '/usr/bin', '/usr/local/sbin', '/usr/sbin', '/bin'];

/** The program in its usual place. */
function findPgBouncer(): string | undefined {
  return FOLDERS.map((folder) => path.join(folder, 'pgbouncer')).find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Why there is none, with the remedy; undefined when there is one. */
export function whyNoPgBouncer(): string | undefined {
  if (findPgBouncer() !== undefined) return undefined;
  return 'it needs a package of Debian that is not installed: pgbouncer';
}

/** A PgBouncer in front of a server, on its own port. */
export class PgBouncer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly program: string,
    private readonly folder: string,
    private readonly server: PostgresServer,
    private readonly port: number,
  ) {}

  /** @throws Error when it is not installed or does not start */
  static async create(server: PostgresServer, mode: PoolMode): Promise<PgBouncer> {
    const program = findPgBouncer();
    if (program === undefined) throw new Error(whyNoPgBouncer());
    const folder = mkdtempSync(path.join(tmpdir(), 'pgbouncer-'));
    giveToServer(folder);
    const port = await freePort();
    writeFileSync(path.join(folder, 'pgbouncer.ini'), iniFile(folder, server, port, mode));
    const { username, password } = new URL(server.url());
    const secret = decodeURIComponent(password).replaceAll('"', '""');
    writeFileSync(path.join(folder, 'users'), `"${username}" "${secret}"\n`);
    const bouncer = new PgBouncer(program, folder, server, port);
    await bouncer.start();
    return bouncer;
  }

  /** The PgBouncer URL for a database URL of the server. */
  url(serverUrl = this.server.url()): string {
    return Object.assign(new URL(serverUrl), { port: String(this.port) }).href;
  }

  /**
   * Resolves when it reaches a database of the server, which must run. After an outage of the server it rejects
   * connections to each database for a while.
   */
  async start(): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      this.child ??= this.spawn();
      const client = new Client({ connectionString: this.url() });
      try {
        await client.connect();
        await client.query('SELECT 1');
        return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
      } finally {
        await client.end();
      }
      await sleep(RETRY_MS);
    }
  }

  /** Kills it; harmless when it does not run. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child?.pid === undefined) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private spawn(): ChildProcess {
    const log = openSync(path.join(this.folder, 'log'), 'a');
    const child = spawn(this.program, [path.join(this.folder, 'pgbouncer.ini')], {
      ...serverUser,
      cwd: this.folder,
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', HOME: this.folder },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    child.on('error', () => undefined);
    child.once('exit', () => {
      if (this.child === child) this.child = undefined;
    });
    return child;
  }
}

/** @see https://www.pgbouncer.org/config.html */
function iniFile(folder: string, server: PostgresServer, port: number, mode: PoolMode): string {
  return [
    '[databases]',
    `* = host=127.0.0.1 port=${server.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${path.join(folder, 'users')}`,
    `pool_mode = ${mode}`,
    // Fewer than the service has, to force sharing.
    'default_pool_size = 5',
    'ignore_startup_parameters = statement_timeout',
    // Delay before it retries a server after an outage; 15 s by default.
    'server_login_retry = 1',
    '',
  ].join('\n');
}
