import path from 'node:path';
import { Worker } from 'node:worker_threads';

const ROOT = path.join(__dirname, '..', '..');

/**
 * Stands in for src/start-thread.ts (jest.config.js): threads run the same modules as compiled before the
 * tests. From TypeScript each would spend half a second of CPU time on loading a compiler.
 */
export function startThread(file: string, workerData: unknown): Worker {
  const module = path.relative(ROOT, file).replace(/\.ts$/, '.js');
  return new Worker(path.join(ROOT, 'dist', module), { workerData });
}
