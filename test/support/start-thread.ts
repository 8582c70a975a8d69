import path from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';

const ROOT = path.join(__dirname, '..', '..');

/**
 * Replaces the modules start-thread.ts in tests (jest.config.js): threads run modules that were compiled before the tests.
 * Loading a compiler would take half a second of CPU time for each.
 */
export function startThread(
  file: string,
  workerData: unknown,
  resourceLimits: ResourceLimits = {},
): Worker {
  const module = path.relative(ROOT, file).replace(/\.ts$/, '.js');
  const [, folder = '', name = ''] = /^(src.tools.|)(.*)$/.exec(module) ?? [];
  return new Worker(path.join(ROOT, folder, 'dist', name), { workerData, resourceLimits });
}
