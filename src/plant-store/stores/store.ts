import type { TokenStore } from '../access/token-store';
import type { PlantStore } from '../plants/plant-store';
import type { CounterTable } from '../quotas/counter-table';
import type { CommitObserver } from './commit-observer';

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
