import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Loads TypeScript, for a thread whose module is not compiled, as in a checkout. */
const LOADER = join(__dirname, '..', 'scripts', 'load-typescript.cjs');

/**
 * Starts a thread with a module of this program.
 *
 * @param file the path that `require.resolve` gives, so that compilers and bundlers see which module it is
 * @param workerData what the thread starts with, as `structuredClone` takes it
 */
export function startThread(file: string, workerData: unknown): Worker {
  const execArgv = extname(file) === '.ts' ? ['--require', LOADER] : [];
  return new Worker(file, { workerData, execArgv });
}
