import { Worker } from 'node:worker_threads';

/**
 * Starts a thread with a module, which in a checkout inherits the loader of TypeScript. Tests start compiled ones
 * (test/support/start-thread.ts).
 */
export function startThread(file: string, workerData: unknown): Worker {
  return new Worker(file, { workerData });
}
