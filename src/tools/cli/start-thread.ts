import { type ResourceLimits, Worker } from 'node:worker_threads';

/**
 * Starts a thread with a module of this program; in a checkout it inherits the loader of TypeScript. A module of its
 * own, since tests start compiled threads (test/support/start-thread.ts).
 *
 * @param file the path from `require.resolve`, which lets compilers and bundlers find the module
 * @param workerData the thread's `workerData`, copied by `structuredClone`
 */
export function startThread(
  file: string,
  workerData: unknown,
  resourceLimits: ResourceLimits = {},
): Worker {
  return new Worker(file, { workerData, resourceLimits });
}
