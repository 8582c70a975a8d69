import type { Violation } from './checks/check';
import { type Exchange, responseOf } from './exchange';

/** Keeps in mind what was under way when a service stopped to take connections. */
export class Disappearance {
  /** Requests that the service may have got, and that no response followed. */
  private readonly unanswered = new Set<Exchange>();
  /** A request that could not be sent, since the service is gone; undefined while it is there. */
  away: Exchange | undefined;

  note(exchange: Exchange): void {
    const { outcome } = exchange;
    if (outcome.kind === 'away') this.away ??= exchange;
    if (responseOf(exchange) !== undefined) this.unanswered.clear();
    else if (outcome.kind !== 'away' || outcome.mayBeSent) this.unanswered.add(exchange);
  }

  /** What to say of it. @param away a request that could not be sent */
  found(away: Exchange): { exchanges: readonly Exchange[]; violation: Violation } {
    const all = [...this.unanswered];
    const exchanges = all.length > 0 ? all : [away];
    const message = `the service takes no connection any more${circumstances(all.length)}`;
    return { exchanges, violation: { message, pointer: '/paths', ofAll: true } };
  }
}

function circumstances(count: number): string {
  if (count === 0) return ', although it answered all that it got';
  if (count === 1) return ' since it got this request';
  return ` since it got one of these ${count} requests; with --parallel 1 it is seen which`;
}
