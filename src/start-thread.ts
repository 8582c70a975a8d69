import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** The folder that has `src`: of a checkout, or of what is compiled. */
const ROOT = join(__dirname, '..');

/** TypeScript where this file is, as in tests; then a thread needs a loader of it. */
const EXTENSION = extname(__filename);
const LOADER = join(ROOT, 'scripts', 'load-typescript.cjs');
const EXEC_ARGV = EXTENSION === '.ts' ? ['--require', LOADER] : [];

/**
 * Starts a thread with a module of this program.
 *
 * @param module its place in the tree, such as `src/stores/sqlite/worker`; not relative to the caller, which
 *   is in a bundle where it is compiled (scripts/bundle.ts)
 * @param workerData what the thread starts with, as `structuredClone` takes it
 */
export function startThread(module: string, workerData: unknown): Worker {
  return new Worker(join(ROOT, `${module}${EXTENSION}`), { workerData, execArgv: EXEC_ARGV });
}
