import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Siege, type SiegeResult } from './attacks';
import { Throng, type ThrongResult } from './throng';

/**
 * Hostile clients in a thread of their own, so that those who measure are not late because of them. This
 * file is both what starts the thread and what runs in it.
 */

interface Task {
  readonly port: number;
  readonly seed: number;
  /** Of a throng; without it the task is a siege. */
  readonly connections?: number;
}

interface HostileThread<Result> {
  /** Ends it. @returns what came of it */
  stop(): Promise<Result>;
}

/** Starts all attackers of a siege. */
export function startSiege(port: number, seed: number): HostileThread<SiegeResult> {
  return start({ port, seed });
}

/** Starts clients that create as much as they can. */
export function startThrong(
  port: number,
  seed: number,
  connections: number,
): HostileThread<ThrongResult> {
  return start({ port, seed, connections });
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

function runTask({ port, seed, connections }: Task): void {
  const clients =
    connections === undefined ? new Siege(port, seed) : new Throng(port, seed, connections);
  parentPort?.once('message', () => parentPort?.postMessage(clients.stop()));
}

if (!isMainThread) runTask(workerData as Task);
