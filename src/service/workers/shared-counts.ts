import type { SharedUsage, UsageRow } from '../quotas/shared-usage';

/** Counts of all limits together, which take some 60 MB. */
const MAX_COUNTS = 200_000;

interface Count {
  used: number;
  readonly endsAt: number;
}

/** Counts of RATE_LIMIT for all workers, in the memory of the first process. */
export class SharedCounts {
  private readonly counts = new Map<string, Count>();

  /** As that of a counter table; windows that have ended begin anew. */
  add(rows: readonly UsageRow[]): readonly SharedUsage[] {
    const now = performance.now();
    return rows.map(({ key, amount, windowMs }) => {
      const known = this.counts.get(key);
      const count =
        known !== undefined && known.endsAt > now ? known : { used: 0, endsAt: now + windowMs };
      count.used += amount;
      this.keep(key, count);
      return { key, used: count.used, msLeft: count.endsAt - now };
    });
  }

  /** Forgets the one that began longest ago beyond the bound. */
  private keep(key: string, count: Count): void {
    if (this.counts.get(key) === count) return;
    this.counts.delete(key);
    this.counts.set(key, count);
    if (this.counts.size <= MAX_COUNTS) return;
    const [oldest] = this.counts.keys();
    if (oldest !== undefined) this.counts.delete(oldest);
  }
}
