import type { PlantStore } from '../plants/plant-store';
import type { CounterTable, TokenStore } from '../../service';
import type { CommitObserver } from './batches';

/** The folder of the database that is used when none is named: the only one that is made when it is not there. */
export const DEFAULT_FOLDER = 'data';

export const DEFAULT_DATABASE_URL = `sqlite:${DEFAULT_FOLDER}/plants.db`;

/**
 * Who opens the store.
 * - `server`: the one long-lived process; it alone moves the write-ahead log into the database.
 * - `tool`: a short-lived command, possibly beside a running server.
 */
export type StoreRole = 'server' | 'tool';

/** How a store is opened. */
export interface StoreOptions {
  readonly role: StoreRole;
  /** Refuse to open a store that is not there instead of making it. By default it is made. */
  readonly mustExist?: boolean;
  /**
   * Milliseconds, 0 or more, to wait for a lock that another process holds. By default 1,000 for the
   * server, whose clients wait, and 10,000 for a tool, which has nothing else to do.
   */
  readonly busyTimeoutMs?: number;
}

/** An open database: the ports of the domain and of access of one database. */
export interface Store {
  readonly plants: PlantStore;
  readonly tokens: TokenStore;
  /** Counts that instances share; absent where there is only one. */
  readonly counters?: CounterTable;
  /**
   * Resolves when the database answers; once a create has failed, when it takes commits again.
   *
   * @throws UnavailableError when it does not
   */
  ping(): Promise<void>;
  /** Tells somebody of the commits of creates from now on. */
  observe(observer: CommitObserver): void;
  /**
   * Writes plants and tokens, as they are at one moment, to a new SQLite file, which is complete and on
   * disk when this resolves. Others go on reading and writing meanwhile.
   *
   * @param file absolute or relative to the working directory
   * @throws BackupError with one line for the operator when the file is there already or cannot be written
   * @throws UnavailableError when the store cannot be read
   */
  backup(file: string): Promise<void>;
  /** Waits for what is under way and lets go of the database; calling it twice is harmless. */
  close(): Promise<void>;
}

/**
 * Thrown when a store cannot be opened. The message is one line for the operator: which store, what
 * is wrong and what to do about it; it holds no password.
 */
export class StoreOpenError extends Error {
  override readonly name = 'StoreOpenError';

  /**
   * @param store the file or the harmless part of the URL; quoted in the message
   * @param problem what is wrong and the remedy, without a full stop
   */
  constructor(
    readonly store: string,
    readonly problem: string,
    options: { cause?: unknown } = {},
  ) {
    super(`Cannot open the store ${JSON.stringify(store)}: ${problem}`, options);
  }
}
