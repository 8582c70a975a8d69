import { count } from './counting';
import { isLasting } from './requests/request';
import { isAbort, type Script } from './script';
import type { Problem } from './verifier';

/** One kind for all requests that were changed on their way. */
const CHANGED = 'changed on the way';

/** What was sent, and what came of it. */
export class FuzzCounts {
  requests = 0;
  connections = 0;
  aborts = 0;
  /** Times that the service ended by itself. */
  processEnds = 0;
  seconds = 0;
  /** Final responses by their status. */
  readonly statuses = new Map<number, number>();
  /** Requests after which the connection may end, by their kind. */
  readonly faults = new Map<string, number>();
  /** Problems by their sort. */
  readonly problems: Record<Problem['sort'], number> = { order: 0, 'server-error': 0, other: 0 };
  /** RSS in MiB: after the warm-up, at the end, and the most there ever was. */
  rss: { warm?: number; end?: number; peak?: number | undefined } = {};

  /** Counts what a script is about to send. */
  addScript(script: Script): void {
    this.connections++;
    this.requests += script.requests.length;
    if (isAbort(script)) this.aborts++;
    for (const request of script.requests) {
      if (!isLasting(request)) count(this.faults, request.kind.replace(/^changed: .*/, CHANGED));
    }
  }

  /** Counts a response. */
  addStatus(status: number): void {
    if (status >= 200) count(this.statuses, status);
  }
}
