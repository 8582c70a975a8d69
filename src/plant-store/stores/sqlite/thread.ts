import type { Worker } from 'node:worker_threads';
import { UnavailableError } from 'openapi-trellis/contract';
import type { StoreOptions } from '../store';
import type { TokenRow, TokenUse } from '../token-table';
import { type PackedError, unpackError } from './errors';
import { startThread } from './start-thread';

/** The jobs of a SQLite database's thread, by name. Rows of plants are JSON texts (plant-table.ts). */
export interface SqliteJobs {
  /** Opens the database; the first job. @throws StoreOpenError */
  open(): void;
  /** @param count the number of rows */
  insertPlants(rows: string, count: number): string;
  openListing(): number;
  readPage(listing: number, from: bigint): string;
  closeListing(listing: number): void;
  insertToken(row: TokenRow): void;
  findTokens(hashes: readonly Uint8Array[]): TokenRow[];
  listTokens(): TokenRow[];
  revokeToken(id: string, at: number): boolean;
  markTokensUsed(uses: readonly TokenUse[]): void;
  ping(): void;
  /** Writes all data to a file that does not exist yet. */
  copyTo(file: string): void;
  /** Closes the database; the last job. */
  close(): void;
}

export interface JobRequest<Name extends keyof SqliteJobs = keyof SqliteJobs> {
  readonly number: number;
  readonly name: Name;
  readonly args: Parameters<SqliteJobs[Name]>;
}

/** Its response, in the order of the requests. */
export type JobResponse =
  | { readonly number: number; readonly result: unknown }
  | { readonly number: number; readonly error: PackedError };

export interface ThreadData {
  readonly path: string;
  readonly options: StoreOptions;
}

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Runs jobs in the thread of a SQLite database, which may be in another process. */
export interface SqliteCaller {
  /** @throws errors of the job; UnavailableError when the thread has ended */
  call<Name extends keyof SqliteJobs>(
    name: Name,
    ...args: Parameters<SqliteJobs[Name]>
  ): Promise<ReturnType<SqliteJobs[Name]>>;
  close(): Promise<void>;
}

/**
 * The thread with the only connection to a SQLite file. A commit blocks until it is on disk; here it blocks the thread,
 * not the event loop that serves requests.
 */
export class SqliteThread implements SqliteCaller {
  private readonly worker: Worker;
  private readonly pending = new Map<number, Pending>();
  private lastNumber = 0;
  private end: Error | undefined;

  /** @param path absolute or relative to the working directory, without NUL, which aborts the driver */
  constructor(path: string, options: StoreOptions) {
    const workerData: ThreadData = { path, options };
    this.worker = startThread(require.resolve('./worker'), workerData);
    this.worker.on('message', (response: JobResponse) => {
      this.settle(response);
    });
    this.worker.on('error', (cause) => {
      this.fail(new UnavailableError('The thread of the database failed', { cause }));
    });
    this.worker.on('exit', () => {
      this.fail(new UnavailableError(`The database "${path}" is closed`));
    });
  }

  /**
   * Runs a job, after those requested before.
   *
   * @throws errors of the job; UnavailableError when the thread has ended
   */
  async call<Name extends keyof SqliteJobs>(
    name: Name,
    ...args: Parameters<SqliteJobs[Name]>
  ): Promise<ReturnType<SqliteJobs[Name]>> {
    if (this.end !== undefined) throw this.end;
    const request: JobRequest<Name> = { number: ++this.lastNumber, name, args };
    return new Promise((resolve, reject) => {
      this.pending.set(request.number, { resolve: resolve as Pending['resolve'], reject });
      this.worker.postMessage(request);
    });
  }

  /** Finishes the requested jobs, and waits for the thread to end. */
  async close(): Promise<void> {
    if (this.end !== undefined) return;
    const ended = new Promise((resolve) => this.worker.once('exit', resolve));
    void this.call('close').catch(() => undefined);
    this.end = new UnavailableError('The database is closed');
    await ended;
  }

  private settle(response: JobResponse): void {
    const pending = this.pending.get(response.number);
    this.pending.delete(response.number);
    if ('error' in response) pending?.reject(unpackError(response.error));
    else pending?.resolve(response.result);
  }

  private fail(error: Error): void {
    this.end ??= error;
    for (const { reject } of this.pending.values()) reject(error);
    this.pending.clear();
  }
}
