import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** TypeScript where this file is, as in tests; then a thread needs a loader of it. */
const EXTENSION = extname(__filename);
const LOADER = join(__dirname, '..', 'scripts', 'load-typescript.cjs');
const EXEC_ARGV = EXTENSION === '.ts' ? ['--require', LOADER] : [];

/**
 * Starts a thread with a module of this program.
 *
 * @param folder where the module is: `__dirname` of the caller
 * @param name of the file, without its extension
 * @param workerData what the thread starts with, as `structuredClone` takes it
 */
export function startThread(folder: string, name: string, workerData: unknown): Worker {
  return new Worker(join(folder, `${name}${EXTENSION}`), { workerData, execArgv: EXEC_ARGV });
}
