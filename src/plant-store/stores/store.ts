import type { PlantStore } from '../plants/plant-store';
import type { CounterTable, TokenRecord, TokenStore } from 'openapi-trellis/service';
import type { CommitObserver } from './batches';

/** The folder of the default database: the only one that is created when it is missing. */
export const DEFAULT_FOLDER = 'data';

export const DEFAULT_DATABASE_URL = `sqlite:${DEFAULT_FOLDER}/plants.db`;

/**
 * The process that opens the store.
 * - `server`: the one long-lived process; only it moves the write-ahead log into the database.
 * - `tool`: a short-lived command, possibly while a server runs.
 */
export type StoreRole = 'server' | 'tool';

export interface StoreOptions {
  readonly role: StoreRole;
  /** Refuse to open a store that does not exist instead of creating it. By default it is created. */
  readonly mustExist?: boolean;
  /**
   * Milliseconds, 0 or more, to wait for a lock that another process holds. By default 1,000 for a server, whose
   * clients wait, and 10,000 for a tool, which has nothing else to do.
   */
  readonly busyTimeoutMs?: number;
}

export interface AccessTokens extends TokenStore {
  /** @throws UnavailableError when the store temporarily cannot be written */
  add(record: TokenRecord): Promise<void>;
  /** All tokens, oldest first. */
  list(): Promise<TokenRecord[]>;
  /** Marks a token as revoked; false when there is none with this id. Revoking twice keeps the first time. */
  revoke(id: string, at: Date): Promise<boolean>;
}

/** An open database: the ports of the domain and of access. */
export interface Store {
  readonly plants: PlantStore;
  readonly tokens: AccessTokens;
  /** Counts that instances share; absent where there is only one. */
  readonly counters?: CounterTable;
  /**
   * Resolves when the database answers; after a failed create, when it accepts commits again.
   *
   * @throws UnavailableError when it does not
   */
  ping(): Promise<void>;
  /** Reports the commits of creates from now on. */
  observe(observer: CommitObserver): void;
  /**
   * Writes a snapshot of plants and tokens to a new SQLite file, which is complete and on disk when this resolves.
   * Others can read and write meanwhile.
   *
   * @param file absolute or relative to the working directory
   * @throws BackupError with one line for the operator when the file exists already or cannot be written
   * @throws UnavailableError when the store cannot be read
   */
  backup(file: string): Promise<void>;
  /** Waits for work in progress and closes the database; calling it twice is harmless. */
  close(): Promise<void>;
}

/**
 * Thrown when a store cannot be opened. The message is one line for the operator: the store, the fault and the remedy;
 * it holds no password.
 */
export class StoreOpenError extends Error {
  override readonly name = 'StoreOpenError';

  /**
   * @param store the file or the harmless part of the URL; quoted in the message
   * @param problem the fault and the remedy, without a full stop
   */
  constructor(
    readonly store: string,
    readonly problem: string,
    options: { cause?: unknown } = {},
  ) {
    super(`Cannot open the store ${JSON.stringify(store)}: ${problem}`, options);
  }
}
