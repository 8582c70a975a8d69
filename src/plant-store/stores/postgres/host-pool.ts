import type { Socket } from 'node:net';
import { Pool, type ClientBase, type QueryArrayConfig } from 'pg';
import { clientConfig, END_MS, type Row, guardedClient } from './client';
import type { PostgresHost } from './hosts';
import { type PostgresSettings, assertTarget } from './settings';

/** A connection costs the server memory; one that nobody needed for this long is closed. */
const IDLE_MS = 60_000;

/**
 * The connections to one server. One that fails is closed and a new one opened for a later statement;
 * each new one first makes sure that the server is the one that is wanted.
 */
export class HostPool {
  private readonly pool: Pool;
  private readonly sockets = new Set<Socket>();
  /** Rejects the statements under way. */
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
    // While a connection is verified, the pool listens to no error of it, which would end the process.
    this.pool.on('connect', (client) => client.on('error', () => undefined));
    // The pool has dropped the connection by then, and the next statement opens another one.
    this.pool.on('error', onError);
  }

  /** Opens a connection for a later statement. @throws the driver's error, or WrongServerError */
  async connect(): Promise<void> {
    (await this.pool.connect()).release();
  }

  /** @throws the driver's error, WrongServerError, or what the pool was dropped for */
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

  /** Asks the server whether it still is the one that is wanted. @throws as {@link query} does */
  check(): Promise<void> {
    return assertTarget(this.settings.targetSession, (text) =>
      this.query({ text, rowMode: 'array' }),
    );
  }

  /** Lets go of the connections when what is under way has ended. */
  async end(): Promise<void> {
    const timer = setTimeout(() => {
      this.destroySockets();
    }, END_MS);
    await this.pool.end();
    clearTimeout(timer);
    this.destroySockets();
  }

  /** Lets go of all connections now: what is under way on them fails for the reason given. */
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
