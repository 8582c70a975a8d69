import path from 'node:path';
import { Worker } from 'node:worker_threads';

const ROOT = path.join(__dirname, '..', '..');

/**
 * Stands in for src/start-thread.ts (jest.config.js): threads run the same modules as compiled before the
 * tests. From TypeScript each would spend half a second of CPU time on loading a compiler.
 */
export function startThread(folder: string, name: string, workerData: unknown): Worker {
  const compiled = path.join(ROOT, 'dist', path.relative(ROOT, folder), `${name}.js`);
  return new Worker(compiled, { workerData });
}
