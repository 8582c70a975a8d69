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
  /**
   * True for an open loop in which a connection has one create under way, and is opened when no other is free;
   * creates for which there is none are not sent.
   */
  readonly opensAsNeeded?: boolean;
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
  options: MassLoadOptions,
  onEnd: () => void,
): Promise<LoadResults> {
  const { port, connections, seconds, rate, depth = 1, opensAsNeeded = false, firstId } = options;
  const results = newResults();
  const free: LoadConnection[] = [];
  let id = FIRST_ID + firstId;
  let begin = Infinity;
  let end = Infinity;
  const shared = {
    port,
    results,
    nextId: () => id++,
    isLater: (sentAt: number) => sentAt - begin > NOTICE_MS,
    onResponses: (connection: LoadConnection): void => {
      const room = depth - connection.due;
      if (opensAsNeeded && connection.due === 0) free.push(connection);
      if (rate === undefined && room > 0 && performance.now() < end) connection.send(room);
    },
  };
  const open = (): LoadConnection => new LoadConnection(shared);
  const all = opensAsNeeded ? [] : Array.from({ length: connections }, open);
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
  } else {
    const pool = { free, all, connections, open, results };
    await sendAtRate(rate, end, results, opensAsNeeded ? onFree(pool) : onEach(all));
  }
  onEnd();
  const limit = performance.now() + LAST_RESPONSES_MS;
  while (performance.now() < limit && all.some(({ due }) => due > 0)) await sleep(LOOK_MS);
  for (const connection of all) connection.end();
  return results;
}

/** @param spread sends as many creates as are due, on the connections that there are */
async function sendAtRate(
  rate: number,
  end: number,
  { lags }: LoadResults,
  spread: (count: number) => void,
): Promise<void> {
  const begin = performance.now();
  let given = 0;
  for (let now = begin; now < end; now = performance.now()) {
    const due = Math.floor(((now - begin) * rate) / 1_000) - given;
    given += due;
    spread(due);
    const planned = performance.now() + TICK_MS;
    await sleep(TICK_MS);
    lags.push(Math.max(0, performance.now() - planned));
  }
}

/** Each connection in turn has its share. */
function onEach(connections: readonly LoadConnection[]): (count: number) => void {
  let next = 0;
  return (due) => {
    const receivers = Math.min(due, connections.length);
    for (let index = 0; index < receivers; index++) {
      const count =
        Math.floor((due * (index + 1)) / receivers) - Math.floor((due * index) / receivers);
      connections[next++ % connections.length]?.send(count);
    }
  };
}

interface Pool {
  /** Those without a create under way. */
  readonly free: LoadConnection[];
  readonly all: LoadConnection[];
  /** As many as may be open. */
  readonly connections: number;
  readonly open: () => LoadConnection;
  readonly results: LoadResults;
}

/** Each create has a connection to itself. */
function onFree({ free, all, connections, open, results }: Pool): (count: number) => void {
  return (due) => {
    for (let left = due; left > 0; left--) {
      let connection = free.pop();
      if (connection === undefined && all.length < connections) all.push((connection = open()));
      if (connection === undefined) {
        results.unsent += left;
        return;
      }
      connection.send(1);
    }
  };
}
