import type { Socket } from 'node:net';
import type { Client } from 'pg';
import { UnavailableError } from '../../../contract/failure';
import { guardedClient } from './guarded-client';
import { clientConfig, END_MS, type Row } from './client';
import { toRuntimeError } from './errors';
import type { PostgresHost } from './hosts';
import type { PostgresSettings } from './settings';

/** A connection of its own, for what takes several statements or long. */
export class Session {
  private readonly client: Client;
  private socket: Socket | undefined;
  private ended: Promise<void> | undefined;

  /** @param statementTimeoutMs by default that of the settings */
  constructor(
    private readonly settings: PostgresSettings,
    host: PostgresHost,
    private readonly onEnd: (session: Session) => void,
    statementTimeoutMs?: number,
  ) {
    const onSocket = (socket: Socket): void => void (this.socket = socket);
    const GuardedClient = guardedClient(host.authentication);
    this.client = new GuardedClient(clientConfig(settings, host, onSocket, statementTimeoutMs));
    // Without a listener, a connection that breaks between two statements would end the process.
    this.client.on('error', () => undefined);
  }

  /** @throws UnavailableError */
  async connect(): Promise<void> {
    await this.run(() => this.client.connect());
  }

  /** @throws UnavailableError when the database failed or the session has ended; else the driver's error */
  async query(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    const query = { text, values: [...values], rowMode: 'array' as const };
    return (await this.run(() => this.client.query<unknown[]>(query))).rows;
  }

  /** Lets go of the connection; the server rolls back what was not committed. */
  end(): Promise<void> {
    this.ended ??= this.close();
    return this.ended;
  }

  private async close(): Promise<void> {
    const timer = setTimeout(() => this.socket?.destroy(), END_MS);
    await this.client.end();
    clearTimeout(timer);
    this.socket?.destroy();
    this.onEnd(this);
  }

  private async run<T>(work: () => Promise<T>): Promise<T> {
    const { name } = this.settings;
    try {
      return await work();
    } catch (error) {
      if (this.ended === undefined) throw toRuntimeError(error, name);
      throw new UnavailableError(`The database ${name} is closed`, { cause: error });
    }
  }
}
