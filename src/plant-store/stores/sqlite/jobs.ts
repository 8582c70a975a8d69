import type { TokenRow, TokenUse } from '../token-table';

/** What the thread of a SQLite database does, by name. Rows of plants are texts of JSON (plant-json.ts). */
export interface SqliteJobs {
  /** Opens the database; the first job of all. @throws StoreOpenError */
  open(): void;
  /** @param count of the rows */
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
  /** Writes all there is to a file that is not there yet. */
  copyTo(file: string): void;
  /** Lets go of the database; the last job of all. */
  close(): void;
}

/** What the thread is asked. */
export interface JobRequest<Name extends keyof SqliteJobs = keyof SqliteJobs> {
  readonly number: number;
  readonly name: Name;
  readonly args: Parameters<SqliteJobs[Name]>;
}

/** What it answers, in the order of the requests. */
export type JobResponse =
  | { readonly number: number; readonly result: unknown }
  | { readonly number: number; readonly error: PackedError };

/** An error on its way between threads, which keeps neither classes nor codes. */
export type PackedError =
  | { readonly kind: 'other'; readonly fault: Fault }
  | { readonly kind: 'unavailable'; readonly message: string; readonly cause: Fault }
  | {
      readonly kind: 'open';
      readonly store: string;
      readonly problem: string;
      readonly cause: Fault;
    };

/** What is told of an error of the driver or the file system. */
export interface Fault {
  readonly message: string;
  /** Such as `SQLITE_BUSY` or `ENOSPC`; may be empty. */
  readonly code: string;
}
