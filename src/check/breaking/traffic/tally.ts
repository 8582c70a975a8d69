import type { Change } from '../change';
import type { Recorded, RecordedExample, Recording } from './recorded';
import type { Met } from './recorded-request';
import { meaningOf } from './relation-of';

/** Counts by change: as much memory as there are changes, however many exchanges there are. */
export class Tally {
  exchanges = 0;
  requests = 0;
  responses = 0;
  outside = 0;
  refused = 0;
  incomplete = 0;
  unexplained = 0;
  private readonly counts = new Map<Change, Count>();

  /** @param exampleOf is called for the first exchange of a change */
  count(met: readonly Met[], exampleOf: () => RecordedExample): void {
    for (const { change, isUnclear = false } of met) {
      const known = this.counts.get(change) ?? { count: 0, unclear: 0 };
      this.counts.set(change, known);
      if (isUnclear) known.unclear++;
      else if (known.count++ === 0) known.example = exampleOf();
    }
  }

  /** Those that the traffic showed, of which the comparison knows nothing. */
  changesBeside(changes: readonly Change[]): Change[] {
    const known = new Set(changes);
    return [...this.counts.keys()].filter((change) => !known.has(change));
  }

  /** The change with its counts, where recorded traffic can say something of it. */
  withCounts(change: Change): Change {
    const meaning = meaningOf(change);
    if (meaning === undefined) return change;
    const { count, unclear, example } = this.counts.get(change) ?? { count: 0, unclear: 0 };
    const recorded: Recorded = {
      ...meaning,
      count,
      of: meaning.kind === 'requests' ? this.requests : this.responses,
      ...(unclear > 0 && { unclear }),
      ...(example && { example }),
    };
    return { ...change, recorded };
  }

  recording(file: string): Recording {
    const { exchanges, requests, responses, outside, refused, incomplete, unexplained } = this;
    return { file, exchanges, requests, responses, outside, refused, incomplete, unexplained };
  }
}

interface Count {
  count: number;
  unclear: number;
  example?: RecordedExample;
}
