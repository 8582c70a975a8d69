import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresHost } from './hosts';

/** Time that a host has before the next one in the list is tried beside it. */
const STAGGER_MS = 500;
/** Between two tries of a host: soon enough for those who wait, seldom enough for a server that starts. */
const RETRY_MS = 250;

/** None of the hosts can be used. */
export class NoHostError extends Error {
  override readonly name = 'NoHostError';

  /** @param reasons why each of the hosts cannot be used */
  constructor(readonly reasons: ReadonlyMap<PostgresHost, unknown>) {
    super('none of the hosts can be used');
  }
}

interface Waiting<Found> {
  readonly resolve: (found: Found) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Looks for the host to work with: tries all of them, beginning in their order, and each one again
 * until one is it. A host that does not respond holds up nobody but itself.
 */
export class HostSearch<Found> {
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
