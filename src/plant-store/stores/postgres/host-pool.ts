import type { Socket } from 'node:net';
import { Pool, type ClientBase, type QueryArrayConfig } from 'pg';
import { clientConfig, END_MS, type Row, guardedClient } from './client';
import type { PostgresHost } from './hosts';
import { type PostgresSettings, assertTarget } from './settings';

/** Milliseconds after which an idle connection is closed, since it costs the server memory. */
const IDLE_MS = 60_000;

/**
 * The connections to one server. A failed one is closed and a new one opened for a later statement; each new one first
 * verifies that the server is a suitable one.
 */
export class HostPool {
  private readonly pool: Pool;
  private readonly sockets = new Set<Socket>();
  /** Rejects the statements in progress. */
  private readonly drops = new Set<(reason: unknown) => void>();

  /** @param onError called with the reason when an idle connection breaks */
  constructor(
    private readonly settings: PostgresSettings,
    readonly host: PostgresHost,
    onError: (error: Error) => void,
  ) {
    this.pool = new Pool({
      ...clientConfig(settings, host, (socket) => {
        this.sockets.add(socket);
        socket.once('close', () => this.sockets.delete(socket));
      }),
      Client: guardedClient(host.authentication),
      max: settings.poolMax,
      idleTimeoutMillis: IDLE_MS,
      ...(settings.targetSession !== 'any' && {
        verify: (client, done) => {
          this.verify(client).then(() => {
            done();
          }, done);
        },
      }),
    });
    // The pool does not listen to errors while a connection is verified; without a listener, they end the process.
    this.pool.on('connect', (client) => client.on('error', () => undefined));
    // By then the pool has dropped the connection, and the next statement opens another one.
    this.pool.on('error', onError);
  }

  /** Opens a connection for a later statement. @throws the driver's error, or WrongServerError */
  async connect(): Promise<void> {
    (await this.pool.connect()).release();
  }

  /** @throws the driver's error, WrongServerError, or the reason for which the pool was dropped */
  async query(query: QueryArrayConfig): Promise<readonly Row[]> {
    let onDrop: (reason: unknown) => void = () => undefined;
    const dropped = new Promise<never>((_resolve, reject) => (onDrop = reject));
    this.drops.add(onDrop);
    try {
      return (await Promise.race([this.pool.query<unknown[]>(query), dropped])).rows;
    } finally {
      this.drops.delete(onDrop);
    }
  }

  /** Checks that the server is still a suitable one. @throws like {@link query} */
  check(): Promise<void> {
    return assertTarget(this.settings.targetSession, (text) =>
      this.query({ text, rowMode: 'array' }),
    );
  }

  /** Releases the connections when the statements in progress have ended. */
  async end(): Promise<void> {
    const timer = setTimeout(() => {
      this.destroySockets();
    }, END_MS);
    await this.pool.end();
    clearTimeout(timer);
    this.destroySockets();
  }

  /** Releases all connections now: statements in progress fail for the given reason. */
  drop(reason: unknown): void {
    for (const onDrop of this.drops) onDrop(reason);
    void this.pool.end();
    this.destroySockets();
  }

  private destroySockets(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private verify(client: ClientBase): Promise<void> {
    const { targetSession, connectTimeoutSeconds } = this.settings;
    return assertTarget(targetSession, async (text) => {
      const limit = { query_timeout: connectTimeoutSeconds * 1_000 };
      return (await client.query<unknown[]>({ text, rowMode: 'array', ...limit })).rows;
    });
  }
}
