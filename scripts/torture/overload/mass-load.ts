import { setTimeout as sleep } from 'node:timers/promises';
import { LoadConnection } from './load-connection';
import { newResults, type LoadResults } from './load-results';
import { FIRST_ID } from './plant-text';

/** A load of one process. */
export interface MassLoadOptions {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /**
   * Creates a second, whether or not there are responses (an open loop); without it each connection sends
   * the next one when it has its response (a closed loop).
   */
  readonly rate?: number;
  /** In a closed loop, creates that a connection has under way; 1 unless given. */
  readonly depth?: number;
  /** Ids that no other load has. */
  readonly firstId: number;
}

/** Milliseconds between two moments at which an open loop sends what is due. */
const TICK_MS = 2;

/** How long responses are waited for after the load. */
const LAST_RESPONSES_MS = 10_000;
const LOOK_MS = 10;

/** How long the service has to notice the load. */
const NOTICE_MS = 1_000;

/** How long connections have to be accepted. */
const SETTLE_MS = 1_000;

/** Sends a load, and waits for its last responses. @param onEnd is told when nothing more is sent */
export async function sendMassLoad(
  { port, connections, seconds, rate, depth = 1, firstId }: MassLoadOptions,
  onEnd: () => void,
): Promise<LoadResults> {
  const results = newResults();
  let id = FIRST_ID + firstId;
  let begin = Infinity;
  let end = Infinity;
  const options = {
    port,
    results,
    nextId: () => id++,
    isLater: (sentAt: number) => sentAt - begin > NOTICE_MS,
    onResponses: (connection: LoadConnection): void => {
      const free = depth - connection.due;
      if (rate === undefined && free > 0 && performance.now() < end) connection.send(free);
    },
  };
  const all = Array.from({ length: connections }, () => new LoadConnection(options));
  await Promise.all(all.map(({ connected }) => connected));
  // They are connected to the system; the service accepts them after that.
  await sleep(SETTLE_MS);
  begin = performance.now();
  end = begin + seconds * 1_000;
  if (rate === undefined) {
    for (const connection of all) connection.send(depth);
    // Those that were closed, and whose connection has no response to go on after.
    while (performance.now() < end) {
      await sleep(LOOK_MS);
      for (const connection of all) if (connection.due === 0) connection.send(depth);
    }
  } else await sendAtRate(all, rate, end, results);
  onEnd();
  const limit = performance.now() + LAST_RESPONSES_MS;
  while (performance.now() < limit && all.some(({ due }) => due > 0)) await sleep(LOOK_MS);
  for (const connection of all) connection.end();
  return results;
}

async function sendAtRate(
  connections: readonly LoadConnection[],
  rate: number,
  end: number,
  { lags }: LoadResults,
): Promise<void> {
  const begin = performance.now();
  let given = 0;
  let next = 0;
  for (let now = begin; now < end; now = performance.now()) {
    const due = Math.floor(((now - begin) * rate) / 1_000) - given;
    given += due;
    const receivers = Math.min(due, connections.length);
    for (let index = 0; index < receivers; index++) {
      const count =
        Math.floor((due * (index + 1)) / receivers) - Math.floor((due * index) / receivers);
      connections[next++ % connections.length]?.send(count);
    }
    const planned = performance.now() + TICK_MS;
    await sleep(TICK_MS);
    lags.push(Math.max(0, performance.now() - planned));
  }
}
