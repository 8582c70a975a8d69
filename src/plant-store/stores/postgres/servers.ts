import type { UnavailableError } from '../../../contract/failure';
import { isServerLost, problemOf } from './errors';
import { HostPool } from './host-pool';
import { HostSearch } from './host-search';
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
