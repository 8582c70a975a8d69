import type * as Limiters from 'rate-limiter-flexible';
import type { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimit } from '../../contract';

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

/** What a limit is called. */
export interface LimitNames {
  /** To clients: a String of structured fields (RFC 9651, section 3.3.3). */
  readonly policy: string;
  /** Among instances, at most 36 characters of ASCII: another limit is another count. */
  readonly shared: string;
}

export function namesOf({ name, quota, windowSeconds }: RateLimit): LimitNames {
  return { policy: name, shared: `${name}=${quota}/${windowSeconds}` };
}

/** Clients that are told apart for one limit, so that a flood of addresses takes no more than some 60 MB. */
const MAX_CLIENTS = 100_000;

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

  /**
   * @param maxClients beyond, those that were seen longest ago are forgotten
   * @param names by default those of a limit of the service as a whole
   */
  constructor(
    readonly limit: RateLimit,
    maxClients = MAX_CLIENTS,
    readonly names: LimitNames = namesOf(limit),
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

/**
 * The clients that were seen last, up to a number, in three generations: who is seen is of the present one.
 * When that is full, the oldest is forgotten, one client at a time, so that no request waits for many. One
 * set from which each client is deleted and added again would keep the order exactly, and takes 60 µs a
 * request once it holds 100,000: V8 keeps deleted entries in its chains.
 */
class RecentClients {
  private present = new Set<string>();
  private earlier = new Set<string>();
  private leaving: Iterator<string> = this.earlier.values();
  private readonly maxGeneration: number;

  /**
   * @param maxClients 3 or more
   * @param forget called with each client that is evicted
   */
  constructor(
    maxClients: number,
    private readonly forget: (client: string) => void,
  ) {
    this.maxGeneration = Math.floor(maxClients / 3);
  }

  see(client: string): void {
    if (this.present.has(client)) return;
    if (this.present.size >= this.maxGeneration) this.age();
    this.present.add(client);
    // As many leave as come, so that none is left when the present generation is full.
    this.forgetOne();
  }

  private age(): void {
    this.leaving = this.earlier.values();
    this.earlier = this.present;
    this.present = new Set();
  }

  private forgetOne(): void {
    const next = this.leaving.next();
    if (next.done === true) return;
    const isSeen = this.present.has(next.value) || this.earlier.has(next.value);
    if (!isSeen) this.forget(next.value);
  }
}
