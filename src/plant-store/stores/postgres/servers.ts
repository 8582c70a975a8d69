import { setTimeout as sleep } from 'node:timers/promises';
import type { UnavailableError } from '../../../contract/failure';
import { isServerLost, problemOf, NoHostError } from './errors';
import { HostPool } from './host-pool';
import { showHost, type PostgresHost } from './hosts';
import type { PostgresSettings } from './settings';

/**
 * The servers of the URL, of which one is worked with at a time. When it is lost or is not the one that
 * is wanted any more, all its connections are let go, and the next one is looked for.
 */
export class Servers {
  private current: HostPool | undefined;
  private search: HostSearch<HostPool> | undefined;
  private closed: Error | undefined;
  /** A single server without a condition is never lost: whatever is wrong, it is the one. */
  private readonly isFixed: boolean;

  /** @param tell gets lines for the operator */
  constructor(
    private readonly settings: PostgresSettings,
    private readonly tell: (line: string) => void,
  ) {
    const [host, ...others] = settings.hosts;
    this.isFixed = others.length === 0 && settings.targetSession === 'any';
    if (this.isFixed && host !== undefined) this.current = this.poolOf(host);
  }

  /**
   * The server to work with; each that is not the one is tried once before there is none.
   *
   * @throws NoHostError; UnavailableError after `close`
   */
  async pool(): Promise<HostPool> {
    if (this.current !== undefined) return this.current;
    if (this.closed !== undefined) throw this.closed;
    return (this.search ??= this.begin()).found();
  }

  /** Judges an error of a server: when it shows that the server is lost, its connections are let go. */
  failed(pool: HostPool, error: unknown): void {
    if (this.isFixed || this.closed !== undefined || this.current !== pool) return;
    if (!isServerLost(error)) return;
    this.current = undefined;
    pool.drop(error);
    this.tell(`the database server ${showHost(pool.host)} is left: ${problemOf(error, pool.host)}`);
    this.search ??= this.begin();
  }

  /** Looks for no server any more; what waits for one gets the error. */
  close(error: UnavailableError): void {
    this.closed = error;
    this.search?.end(error);
  }

  /** Lets go of the connections. To be called after {@link close}, when nothing is under way. */
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

/** Time that a host has before the next one in the list is tried beside it. */
const STAGGER_MS = 500;
/** Between two tries of a host: soon enough for those who wait, seldom enough for a server that starts. */
const RETRY_MS = 250;

interface Waiting<Found> {
  readonly resolve: (found: Found) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Looks for the host to work with: tries all of them, beginning in their order, and each one again
 * until one is it. A host that does not respond holds up nobody but itself.
 */
class HostSearch<Found> {
  private readonly reasons = new Map<PostgresHost, unknown>();
  private readonly waiting = new Set<Waiting<Found>>();
  private readonly ending = new AbortController();

  /**
   * @param attempt connects to a host, or rejects with the reason why it is not the one, in bounded time
   * @param onFound gets what is found, once
   * @param onLate gets what a further host gave after that, or after the end
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
   * Waits until a host is found, or each has been tried: so what waits is bounded by the time of a try.
   *
   * @throws NoHostError when none was it in its latest try
   */
  found(): Promise<Found> {
    return new Promise((resolve, reject) => {
      this.waiting.add({ resolve, reject });
      this.rejectWhenTried();
    });
  }

  /** Stops looking; those who wait get the error. */
  end(error: Error): void {
    this.ending.abort();
    for (const { reject } of this.waiting) reject(error);
    this.waiting.clear();
  }

  /** @returns when the next host is to be begun with */
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

  /** Not longer than until the end. */
  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.ending.signal }).catch(() => undefined);
  }
}
