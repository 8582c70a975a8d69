import { resolve } from 'node:path';
import { UnavailableError } from 'openapi-trellis/contract';
import type { StoreOptions } from '../store';
import type { TokenRow, TokenUse } from '../token-table';
import { Checkpoints } from './checkpoints';
import { Connection } from './connection';
import { needsReopening, toOpenError } from './errors';
import type { SqliteJobs } from './thread';
import { SqlitePlants } from './plant-table';
import { SqliteTokens } from './token-table';

/** Milliseconds between two tries to reopen a failed database. */
const REOPEN_AFTER_MS = 500;

interface Opened {
  readonly connection: Connection;
  readonly plants: SqlitePlants;
  readonly tokens: SqliteTokens;
}

/**
 * A SQLite file, for the only thread that uses it. When the file or its disk fails, the connection is closed and a new
 * one opened for a later job: the store recovers by itself.
 */
export class SqliteDatabase implements SqliteJobs {
  private readonly file: string;
  private checkpoints: Checkpoints | undefined;
  private opened: Opened | undefined;
  private failure: { readonly error: unknown; readonly at: number } | undefined;
  /** True from a failed commit to the next successful one: a full or locked database can still be read. */
  private doubtsWrites = false;
  private isClosed = false;

  /** @param path absolute or relative to the working directory */
  constructor(
    path: string,
    private readonly options: StoreOptions,
  ) {
    this.file = resolve(path);
  }

  open(): void {
    try {
      this.opened = this.connect(this.options);
      this.probe(this.opened);
    } catch (error) {
      this.opened?.connection.close();
      this.checkpoints?.end(undefined);
      throw toOpenError(error instanceof UnavailableError ? error.cause : error, this.file);
    }
  }

  insertPlants(rows: string, count: number): string {
    return this.use(({ connection, plants }) => {
      this.doubtsWrites = true;
      const before = plants.insert(rows, count);
      this.doubtsWrites = false;
      if (this.options.role === 'tool') this.checkpoints?.keepLogSmall(connection);
      return before;
    });
  }

  openListing(): number {
    return this.use(({ plants }) => plants.openListing());
  }

  readPage(listing: number, from: bigint): string {
    return this.use(({ plants }) => plants.readPage(listing, from));
  }

  closeListing(listing: number): void {
    this.opened?.plants.closeListing(listing);
  }

  insertToken(row: TokenRow): void {
    this.use(({ tokens }) => {
      tokens.insert(row);
    });
  }

  findTokens(hashes: readonly Uint8Array[]): TokenRow[] {
    return this.use(({ tokens }) => tokens.findByHash(hashes));
  }

  listTokens(): TokenRow[] {
    return this.use(({ tokens }) => tokens.list());
  }

  revokeToken(id: string, at: number): boolean {
    return this.use(({ tokens }) => tokens.revoke(id, at));
  }

  markTokensUsed(uses: readonly TokenUse[]): void {
    this.use(({ tokens }) => {
      tokens.markUsed(uses);
    });
  }

  ping(): void {
    this.use((opened) => {
      this.probe(opened);
      if (this.doubtsWrites) opened.connection.commitNothing();
      this.doubtsWrites = false;
    });
  }

  copyTo(file: string): void {
    // Not through the connection's run: a fault of the other file is not the database's.
    this.use(({ connection }) => connection.prepare('VACUUM INTO ?').run(file));
  }

  close(): void {
    this.isClosed = true;
    this.checkpoints?.end(this.opened?.connection);
    this.opened?.connection.close();
  }

  /** Periodic work besides the jobs. */
  tidy(): void {
    if (this.opened !== undefined) this.checkpoints?.keepLogSmall(this.opened.connection);
  }

  private use<T>(work: (opened: Opened) => T): T {
    const opened = this.opened ?? this.reopen();
    try {
      return work(opened);
    } catch (error) {
      if (needsReopening(error)) this.giveUp(opened, error);
      throw error;
    }
  }

  private giveUp({ connection }: Opened, error: unknown): void {
    connection.close();
    this.opened = undefined;
    this.failure = { error, at: Date.now() };
  }

  private reopen(): Opened {
    if (this.isClosed) throw new UnavailableError(`The database "${this.file}" is closed`);
    if (this.failure !== undefined && Date.now() < this.failure.at + REOPEN_AFTER_MS) {
      throw this.failure.error;
    }
    try {
      this.opened = this.connect({ ...this.options, mustExist: true });
      return this.opened;
    } catch (cause) {
      const error = new UnavailableError((cause as Error).message, { cause });
      this.failure = { error, at: Date.now() };
      throw error;
    }
  }

  /** Also compiles the statements, which checks the tables. */
  private connect(options: StoreOptions): Opened {
    const connection = Connection.open(this.file, options);
    try {
      this.checkpoints ??= new Checkpoints(this.file, options.role);
      const plants = new SqlitePlants(connection);
      return { connection, plants, tokens: new SqliteTokens(connection) };
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  private probe({ connection }: Opened): void {
    connection.run(() => connection.prepare('SELECT 1 FROM plants LIMIT 1').get());
  }
}
