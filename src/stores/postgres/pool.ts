import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type QueryArrayConfig } from 'pg';
import { UnavailableError } from '../../contract';
import { guardedClient } from './guarded-client';
import { clientConfig, END_MS, type Row } from './client';
import { isRepeatable, toRuntimeError } from './errors';
import { Session } from './session';
import type { PostgresSettings } from './settings';

/** Tries of a statement that others got in the way of, and what the waits between them grow from. */
const MAX_TRIES = 6;
const RETRY_MS = 5;

/** A connection costs the server memory; one that nobody needed for this long is closed. */
const IDLE_MS = 60_000;

/**
 * The connections to a PostgreSQL database. One that fails is closed and a new one opened for a later
 * statement, so that the store recovers by itself.
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
    });
    // The pool has dropped the connection by then, and the next statement opens another one.
    this.pool.on('error', () => undefined);
  }

  /**
   * Sends one statement, a transaction of its own; again when other transactions got in its way.
   *
   * @throws UnavailableError when the database failed or is closed; else the driver's error
   */
  async query(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    this.assertOpen();
    const work = this.send({ text, values: [...values], rowMode: 'array' });
    this.underWay.add(work);
    try {
      return await work;
    } catch (error) {
      throw toRuntimeError(error, this.settings.name);
    } finally {
      this.underWay.delete(work);
    }
  }

  /**
   * Opens a connection beside the pool, so that what takes long keeps nobody waiting. The caller ends it.
   *
   * @param statementTimeoutMs by default that of the settings
   * @throws UnavailableError as {@link query} does
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

  /** Refuses further statements, waits for those under way, and ends sessions where they stand. */
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

  private destroySockets(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private async send(query: QueryArrayConfig): Promise<readonly Row[]> {
    for (let tries = 1; ; tries++) {
      try {
        return (await this.pool.query<unknown[]>(query)).rows;
      } catch (error) {
        if (tries === MAX_TRIES || !isRepeatable(error)) throw error;
      }
      // By chance, so that those who met once do not meet again.
      await sleep(RETRY_MS * 2 ** tries * Math.random());
    }
  }

  private assertOpen(): void {
    if (this.closed === undefined) return;
    throw new UnavailableError(`The database ${this.settings.name} is closed`);
  }
}
