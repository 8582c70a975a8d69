import { type Counted, type Counter, newCounter } from '../quotas/usage-counter';
import type { Calls, FirstCalls, WorkerCalls } from './calls';

/** How workers count in the first process. */
type CounterCalls = Pick<FirstCalls, 'addUsage' | 'lookUpUsage' | 'adoptUsage'>;

/** Counters of the whole service, in the memory of the first process, so that no worker misses a use of another one. */
export function serviceCounters(): CounterCalls {
  const counters = new Map<string, Counter>();
  const counterOf = (counted: Counted): Counter => {
    const { shared } = counted.names;
    const counter = counters.get(shared) ?? newCounter(counted);
    counters.set(shared, counter);
    return counter;
  };
  return {
    addUsage: (of, client, amount) => counterOf(of).add(client, amount),
    lookUpUsage: (of, client) => counterOf(of).look(client),
    adoptUsage: (of, client, used, msLeft) => counterOf(of).adopt(client, used, msLeft),
  };
}

/** A counter of the first process, in a worker. */
export function counterBy(first: Calls<WorkerCalls, FirstCalls>, counted: Counted): Counter {
  return {
    ...counted,
    add: (client, amount) => first.call('addUsage', counted, client, amount),
    look: (client) => first.call('lookUpUsage', counted, client),
    adopt: (client, used, msLeft) => first.call('adoptUsage', counted, client, used, msLeft),
  };
}
