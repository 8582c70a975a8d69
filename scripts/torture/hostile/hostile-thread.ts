import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { siegeAttackers, Siege } from './attacks';
import { Throng, type ThrongResult } from './throng';

/**
 * Hostile clients in a thread of their own, so that those who measure are not late because of them. This
 * file is both what starts the thread and what runs in it.
 */

interface Task {
  readonly kind: 'siege' | 'throng';
  readonly port: number;
  readonly seed: number;
  readonly connections: number;
}

/** Connections that were cut, by what was done on them. */
export type SiegeResult = ReadonlyMap<string, number>;

interface HostileThread<Result> {
  /** Ends it. @returns what came of it */
  stop(): Promise<Result>;
}

/** Starts all attackers of a siege. */
export function startSiege(port: number, seed: number): HostileThread<SiegeResult> {
  return start({ kind: 'siege', port, seed, connections: 0 });
}

/** Starts clients that create as much as they can. */
export function startThrong(
  port: number,
  seed: number,
  connections: number,
): HostileThread<ThrongResult> {
  return start({ kind: 'throng', port, seed, connections });
}

function start<Result>(task: Task): HostileThread<Result> {
  const worker = new Worker(__filename, { workerData: task });
  const result = new Promise<Result>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  // What it is rejected with is thrown by stop().
  result.catch(() => undefined);
  return {
    async stop() {
      worker.postMessage('stop');
      try {
        return await result;
      } finally {
        await worker.terminate();
      }
    },
  };
}

function runTask({ kind, port, seed, connections }: Task): void {
  const stop = kind === 'siege' ? besiege(port, seed) : throng(port, seed, connections);
  parentPort?.once('message', () => parentPort?.postMessage(stop()));
}

function besiege(port: number, seed: number): () => SiegeResult {
  const sieges = siegeAttackers(seed).map((attackers) => new Siege(port, attackers));
  return () => {
    for (const siege of sieges) siege.stop();
    return new Map(sieges.map(({ attackers, cut }) => [attackers.name, cut]));
  };
}

function throng(port: number, seed: number, connections: number): () => ThrongResult {
  const clients = new Throng(port, seed, connections);
  return () => clients.stop();
}

if (!isMainThread) runTask(workerData as Task);
