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
