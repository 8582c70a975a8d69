import type * as Limiters from 'rate-limiter-flexible';
import type { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimit } from './rate-limits';
import { RecentClients } from './recent-clients';

/** What one client has used of a limit in its present window. */
export interface Usage {
  readonly used: number;
  /** 0 when nothing is left. */
  readonly left: number;
  /** Milliseconds until the window ends. */
  readonly msLeft: number;
  /** More was used than the limit allows. */
  readonly isExceeded: boolean;
}

/** Clients that are told apart for one limit, so that a flood of addresses takes no more than some 60 MB. */
export const MAX_CLIENTS = 100_000;

/** With the first limit: its 36 files take 10 ms, and most starts have no RATE_LIMIT. */
function loadLimiters(): typeof Limiters {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- import() would need a flag under Jest
  return require('rate-limiter-flexible') as typeof Limiters;
}

/**
 * Counts what clients use of one limit, in the memory of this process. A client's window begins with its
 * first use. This is the one file that knows rate-limiter-flexible, whose memory has no bound of its own.
 */
export class UsageCounter {
  private readonly memory: RateLimiterMemory;
  private readonly clients: RecentClients;

  /** @param maxClients beyond, those that were seen longest ago are forgotten */
  constructor(
    readonly limit: RateLimit,
    maxClients = MAX_CLIENTS,
  ) {
    this.clients = new RecentClients(maxClients, (client) => void this.memory.delete(client));
    const { name, quota, windowSeconds } = limit;
    this.memory = new (loadLimiters().RateLimiterMemory)({
      keyPrefix: name,
      points: quota,
      duration: windowSeconds,
    });
  }

  /** Counts a use, which may exceed the limit. */
  async add(client: string, amount: number): Promise<Usage> {
    this.clients.see(client);
    return this.usageOf(await this.memory.penalty(client, amount));
  }

  /** What a client has used; undefined for nothing. */
  async look(client: string): Promise<Usage | undefined> {
    const result = await this.memory.get(client);
    // What has ended is removed by a timer, which may be late.
    return result === null || result.msBeforeNext <= 0 ? undefined : this.usageOf(result);
  }

  /** Takes over what is known from elsewhere of a client's window, unless less is known there than here. */
  async adopt(client: string, used: number, msLeft: number): Promise<void> {
    const known = await this.look(client);
    if (msLeft <= 0 || (known?.used ?? 0) > used) return;
    this.clients.see(client);
    await this.memory.set(client, used, msLeft / 1_000);
  }

  private usageOf({ consumedPoints: used, msBeforeNext: msLeft }: RateLimiterRes): Usage {
    const { quota } = this.limit;
    return { used, left: Math.max(0, quota - used), msLeft, isExceeded: used > quota };
  }
}
