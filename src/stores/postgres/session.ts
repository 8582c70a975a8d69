import { Client, type ClientConfig } from 'pg';
import { UnavailableError } from '../../contract/failure';
import type { Row } from './client';
import { toRuntimeError } from './errors';

/** A connection of its own, for what takes several statements or long. */
export class Session {
  private readonly client: Client;
  private ended: Promise<void> | undefined;

  /** @param name of the database, for messages */
  constructor(
    private readonly name: string,
    config: ClientConfig,
    private readonly onEnd: (session: Session) => void,
  ) {
    this.client = new Client(config);
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
    await this.client.end();
    this.onEnd(this);
  }

  private async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (this.ended === undefined) throw toRuntimeError(error, this.name);
      throw new UnavailableError(`The database ${this.name} is closed`, { cause: error });
    }
  }
}
