import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Loads TypeScript for a thread whose module is not compiled, as in a checkout. */
const LOADER = join(__dirname, '..', 'scripts', 'load-typescript.cjs');

/**
 * Starts a thread with a module of this program.
 *
 * @param file the path from `require.resolve`, which lets compilers and bundlers find the module
 * @param workerData the thread's `workerData`, copied by `structuredClone`
 */
export function startThread(file: string, workerData: unknown): Worker {
  const execArgv = extname(file) === '.ts' ? ['--require', LOADER] : [];
  return new Worker(file, { workerData, execArgv });
}
