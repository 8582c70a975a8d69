import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, Pool, type QueryArrayConfig } from 'pg';
import { UnavailableError } from 'openapi-trellis/contract';
import { assertTarget, clientConfig, END_MS, guardedClient, type Row, Session } from './client';
import { isRepeatable, READ_ONLY, toRuntimeError } from './errors';
import type { PostgresSettings } from './settings';

/** The most tries of a statement that conflicts with others, and the base of the pauses between them. */
const MAX_TRIES = 6;
const RETRY_MS = 5;
/** Milliseconds after which an idle connection is closed, since it costs the server memory. */
const IDLE_MS = 60_000;

/**
 * The connections to a PostgreSQL database. A failed one is closed and a new one opened for a later statement, which
 * may lead to another server; each new one is first checked for `target_session_attrs`. A failed statement is not sent
 * again.
 */
export class PostgresPool {
  private readonly pool: Pool;
  private readonly sockets = new Set<Socket>();
  private readonly sessions = new Set<Session>();
  private readonly underWay = new Set<Promise<unknown>>();
  private closed: Promise<void> | undefined;

  constructor(private readonly settings: PostgresSettings) {
    this.pool = new Pool({
      ...clientConfig(settings, (socket) => {
        this.sockets.add(socket);
        socket.once('close', () => this.sockets.delete(socket));
      }),
      Client: guardedClient(settings.authentication),
      max: settings.poolMax,
      idleTimeoutMillis: IDLE_MS,
      ...(settings.targetSession !== 'any' && {
        verify: (client, done) => {
          assertTarget(client, settings).then(() => {
            done();
          }, done);
        },
      }),
    });
    // The pool does not listen to errors while a connection is verified; without a listener, they end the process.
    this.pool.on('connect', (client) => client.on('error', () => undefined));
    // By then the pool has dropped the connection, and the next statement opens another one.
    this.pool.on('error', () => undefined);
  }

  /**
   * Sends one statement in an implicit transaction; retries it after conflicts with other transactions.
   *
   * @throws UnavailableError when the database failed or is closed; else the driver's error
   */
  async query(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    this.assertOpen();
    return this.track(this.send({ text, values: [...values], rowMode: 'array' }));
  }

  /**
   * Checks that the server accepts statements, and still is a suitable one.
   *
   * @param probe a statement that shows it
   * @throws UnavailableError
   */
  async ping(probe: string): Promise<void> {
    this.assertOpen();
    await this.track(this.check());
    await this.query(probe);
  }

  /**
   * Opens a connection outside the pool, so long work does not delay others. The caller ends it.
   *
   * @param statementTimeoutMs by default that of the settings
   * @throws UnavailableError like {@link query}
   */
  async openSession(statementTimeoutMs?: number): Promise<Session> {
    this.assertOpen();
    const onEnd = (session: Session): void => void this.sessions.delete(session);
    const session = new Session(this.settings, onEnd, statementTimeoutMs);
    this.sessions.add(session);
    try {
      await session.connect();
      return session;
    } catch (error) {
      await session.end();
      throw error;
    }
  }

  /** Refuses further statements, waits for those in progress, and ends sessions immediately. */
  close(): Promise<void> {
    this.closed ??= this.end();
    return this.closed;
  }

  private async end(): Promise<void> {
    const sessionsEnded = [...this.sessions].map((session) => session.end());
    await Promise.allSettled(this.underWay);
    const timer = setTimeout(() => {
      this.destroySockets();
    }, END_MS);
    await Promise.all([this.pool.end(), ...sessionsEnded]);
    clearTimeout(timer);
    this.destroySockets();
  }

  private async send(query: QueryArrayConfig): Promise<readonly Row[]> {
    for (let tries = 1; ; tries++) {
      try {
        return (await this.pool.query<unknown[]>(query)).rows;
      } catch (error) {
        if (error instanceof DatabaseError && error.code === READ_ONLY) this.leaveServer();
        if (tries === MAX_TRIES || !isRepeatable(error)) throw error;
      }
      // Jitter, which separates transactions that conflicted.
      await sleep(RETRY_MS * 2 ** tries * Math.random());
    }
  }

  private async check(): Promise<void> {
    if (this.settings.targetSession === 'any') return;
    const client = await this.pool.connect();
    try {
      await assertTarget(client, this.settings);
      client.release();
    } catch (error) {
      client.release(true);
      this.leaveServer();
      throw error;
    }
  }

  /** Closes all connections to a server that takes no writes any more; new ones may lead to another. */
  private leaveServer(): void {
    if (this.settings.targetSession !== 'any') this.destroySockets();
  }

  private destroySockets(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private async track<Result>(work: Promise<Result>): Promise<Result> {
    this.underWay.add(work);
    try {
      return await work;
    } catch (error) {
      throw toRuntimeError(error, this.settings.name);
    } finally {
      this.underWay.delete(work);
    }
  }

  private assertOpen(): void {
    if (this.closed !== undefined) throw this.closedError();
  }

  private closedError(): UnavailableError {
    return new UnavailableError(`The database ${this.settings.name} is closed`);
  }
}
