import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryArrayConfig } from 'pg';
import { UnavailableError } from '../../../contract/failure';
import { type Row, Session } from './client';
import { isRepeatable, toRuntimeError } from './errors';
import type { HostPool } from './host-pool';
import { Servers } from './servers';
import type { PostgresSettings } from './settings';

/** The most tries of a statement that conflicts with others, and the base of the pauses between them. */
const MAX_TRIES = 6;
const RETRY_MS = 5;

/**
 * The connections to a PostgreSQL database, at the server currently in use. A failed statement is not sent again
 * elsewhere, but the store recovers for later statements.
 */
export class PostgresPool {
  private readonly servers: Servers;
  private readonly sessions = new Set<Session>();
  private readonly underWay = new Set<Promise<unknown>>();
  private closed: Promise<void> | undefined;

  /** @param tell called with lines for the operator: the server that is left, and the one that is used */
  constructor(
    private readonly settings: PostgresSettings,
    tell: (line: string) => void = () => undefined,
  ) {
    this.servers = new Servers(settings, tell);
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
    await this.track(this.onServer((server) => server.check()));
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
    const { host } = await this.track(this.servers.pool());
    const session = new Session(this.settings, host, onEnd, statementTimeoutMs);
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
    this.servers.close(this.closedError());
    await Promise.allSettled(this.underWay);
    await Promise.all([this.servers.end(), ...sessionsEnded]);
  }

  private async send(query: QueryArrayConfig): Promise<readonly Row[]> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.onServer((server) => server.query(query));
      } catch (error) {
        if (tries === MAX_TRIES || !isRepeatable(error)) throw error;
      }
      // Jitter, which separates transactions that conflicted.
      await sleep(RETRY_MS * 2 ** tries * Math.random());
    }
  }

  private async onServer<Result>(work: (server: HostPool) => Promise<Result>): Promise<Result> {
    const server = await this.servers.pool();
    try {
      return await work(server);
    } catch (error) {
      this.servers.failed(server, error);
      throw error;
    }
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
