import { setTimeout as sleep } from 'node:timers/promises';
import type { UnavailableError } from '../../../contract/failure';
import { isServerLost, problemOf, NoHostError } from './errors';
import { HostPool } from './host-pool';
import { showHost, type PostgresHost } from './hosts';
import type { PostgresSettings } from './settings';

/**
 * The servers of the URL, one of which is in use at a time. When it is lost or no longer suitable, all its connections
 * are dropped, and the search for another one begins.
 */
export class Servers {
  private current: HostPool | undefined;
  private search: HostSearch<HostPool> | undefined;
  private closed: Error | undefined;
  /** True for a single server without a condition, which is never replaced. */
  private readonly isFixed: boolean;

  /** @param tell called with lines for the operator */
  constructor(
    private readonly settings: PostgresSettings,
    private readonly tell: (line: string) => void,
  ) {
    const [host, ...others] = settings.hosts;
    this.isFixed = others.length === 0 && settings.targetSession === 'any';
    if (this.isFixed && host !== undefined) this.current = this.poolOf(host);
  }

  /**
   * The server to use; without one, each host is tried once before this fails.
   *
   * @throws NoHostError; UnavailableError after `close`
   */
  async pool(): Promise<HostPool> {
    if (this.current !== undefined) return this.current;
    if (this.closed !== undefined) throw this.closed;
    return (this.search ??= this.begin()).found();
  }

  /** Handles an error of a server: when it shows that the server is lost, its connections are dropped. */
  failed(pool: HostPool, error: unknown): void {
    if (this.isFixed || this.closed !== undefined || this.current !== pool) return;
    if (!isServerLost(error)) return;
    this.current = undefined;
    pool.drop(error);
    this.tell(`the database server ${showHost(pool.host)} is left: ${problemOf(error, pool.host)}`);
    this.search ??= this.begin();
  }

  /** Stops the search; callers that wait for a server get the error. */
  close(error: UnavailableError): void {
    this.closed = error;
    this.search?.end(error);
  }

  /** Releases the connections. Call it after {@link close}, when no statement is in progress. */
  async end(): Promise<void> {
    await this.current?.end();
  }

  private begin(): HostSearch<HostPool> {
    return new HostSearch(
      this.settings.hosts,
      (host) => this.connect(host),
      (pool) => {
        this.current = pool;
        this.search = undefined;
        this.tell(`the database server ${showHost(pool.host)} is used`);
      },
      (pool) => {
        pool.drop(this.closed);
      },
    );
  }

  private async connect(host: PostgresHost): Promise<HostPool> {
    const pool = this.poolOf(host);
    try {
      await pool.connect();
      return pool;
    } catch (error) {
      pool.drop(error);
      throw error;
    }
  }

  private poolOf(host: PostgresHost): HostPool {
    const pool = new HostPool(this.settings, host, (error) => {
      this.failed(pool, error);
    });
    return pool;
  }
}

/** Milliseconds before the next host in the list is tried in parallel. */
const STAGGER_MS = 500;
/** Milliseconds between two tries of a host: short for waiting callers, long enough for a server that starts. */
const RETRY_MS = 250;

interface Waiting<Found> {
  readonly resolve: (found: Found) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Searches for a usable host: tries all of them, starting in their order, and each one again until one succeeds. A host
 * that does not respond delays only itself.
 */
class HostSearch<Found> {
  private readonly reasons = new Map<PostgresHost, unknown>();
  private readonly waiting = new Set<Waiting<Found>>();
  private readonly ending = new AbortController();

  /**
   * @param attempt connects to a host, or rejects with the reason why it is unsuitable, in bounded time
   * @param onFound called with the first result, once
   * @param onLate called with the results of other hosts after that, or after the end
   */
  constructor(
    private readonly hosts: readonly PostgresHost[],
    private readonly attempt: (host: PostgresHost) => Promise<Found>,
    private readonly onFound: (found: Found) => void,
    private readonly onLate: (found: Found) => void,
  ) {
    let before: Promise<void> = Promise.resolve();
    for (const host of hosts) before = this.begin(host, before);
  }

  /**
   * Waits until a host is found, or each has been tried, which bounds the wait by the time of a try.
   *
   * @throws NoHostError when the latest try of each host failed
   */
  found(): Promise<Found> {
    return new Promise((resolve, reject) => {
      this.waiting.add({ resolve, reject });
      this.rejectWhenTried();
    });
  }

  /** Stops the search; waiting callers get the error. */
  end(error: Error): void {
    this.ending.abort();
    for (const { reject } of this.waiting) reject(error);
    this.waiting.clear();
  }

  /** @returns when it is time to start with the next host */
  private async begin(host: PostgresHost, before: Promise<void>): Promise<void> {
    await before;
    const tried = this.try(host);
    void tried.then(() => this.tryAgain(host));
    await Promise.race([tried, this.pause(STAGGER_MS)]);
  }

  private async tryAgain(host: PostgresHost): Promise<void> {
    while (!this.ending.signal.aborted) {
      await this.pause(RETRY_MS);
      await this.try(host);
    }
  }

  private async try(host: PostgresHost): Promise<void> {
    if (this.ending.signal.aborted) return;
    try {
      this.succeed(await this.attempt(host));
    } catch (error) {
      this.reasons.set(host, error);
      this.rejectWhenTried();
    }
  }

  private succeed(found: Found): void {
    if (this.ending.signal.aborted) {
      this.onLate(found);
      return;
    }
    this.ending.abort();
    this.onFound(found);
    for (const { resolve } of this.waiting) resolve(found);
    this.waiting.clear();
  }

  private rejectWhenTried(): void {
    if (this.reasons.size < this.hosts.length) return;
    for (const { reject } of this.waiting) reject(new NoHostError(new Map(this.reasons)));
    this.waiting.clear();
  }

  /** Ends early with the search. */
  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.ending.signal }).catch(() => undefined);
  }
}
