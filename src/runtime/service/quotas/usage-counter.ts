import type * as Limiters from 'rate-limiter-flexible';
import type { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimit } from '../../contract';

/** A client's usage of a limit in its current window. */
export interface Usage {
  readonly used: number;
  /** 0 when nothing is left. */
  readonly left: number;
  /** Milliseconds until the window ends. */
  readonly msLeft: number;
  /** True when more was used than the limit allows. */
  readonly isExceeded: boolean;
}

export interface LimitNames {
  /** For clients: a String of structured fields (RFC 9651, section 3.3.3). */
  readonly policy: string;
  /** For other instances, at most 36 ASCII characters: limits with other names have separate counts. */
  readonly shared: string;
}

export function namesOf({ name, quota, windowSeconds }: RateLimit): LimitNames {
  return { policy: name, shared: `${name}=${quota}/${windowSeconds}` };
}

/** A limit, and under which names it is counted. */
export interface Counted {
  readonly limit: RateLimit;
  readonly names: LimitNames;
}

/** Counts the usage of one limit by client. A client's window begins with its first use. */
export interface Counter extends Counted {
  /** Counts a use, which may exceed the limit. */
  add(client: string, amount: number): Promise<Usage>;
  /** A client's usage; undefined for none. */
  look(client: string): Promise<Usage | undefined>;
  /** Adopts another instance's count of a client's window, unless it is lower than the local one. */
  adopt(client: string, used: number, msLeft: number): Promise<void>;
}

/** The most clients counted for one limit: a flood of addresses takes at most some 60 MB. */
const MAX_CLIENTS = 100_000;

/** Loaded with the first limit: its 36 files take 10 ms, and most services have no RATE_LIMIT. */
function loadLimiters(): typeof Limiters {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- import() would need a flag under Jest
  return require('rate-limiter-flexible') as typeof Limiters;
}

/** Counts in the memory of this process. Only this file imports rate-limiter-flexible, which does not bound its memory. */
export class UsageCounter implements Counter {
  private readonly memory: RateLimiterMemory;
  private readonly clients: RecentClients;

  /**
   * @param maxClients beyond it, the longest unseen clients are evicted
   * @param names by default those of a limit of the whole service
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

  async add(client: string, amount: number): Promise<Usage> {
    this.clients.see(client);
    return this.usageOf(await this.memory.penalty(client, amount));
  }

  async look(client: string): Promise<Usage | undefined> {
    const result = await this.memory.get(client);
    // A timer removes ended windows, and may be late.
    return result === null || result.msBeforeNext <= 0 ? undefined : this.usageOf(result);
  }

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

/** A counter in the memory of this process. */
export function newCounter({ limit, names }: Counted): Counter {
  return new UsageCounter(limit, undefined, names);
}

/**
 * The most recently seen clients, up to a limit, in three generations: a seen client joins the current one. When that
 * is full, the oldest generation is evicted, one client per request, so no request has to evict many. A single set with
 * deletion and reinsertion would keep the exact order, but takes 60 µs a request at 100,000 clients: V8 keeps deleted
 * entries in its chains.
 */
class RecentClients {
  private present = new Set<string>();
  private earlier = new Set<string>();
  private leaving: Iterator<string> = this.earlier.values();
  private readonly maxGeneration: number;

  /**
   * @param maxClients 3 or more
   * @param forget called with each evicted client
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
    // One leaves for each that comes, so the oldest generation is empty when the current one is full.
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
