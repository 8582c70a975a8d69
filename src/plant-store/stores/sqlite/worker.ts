import { parentPort, workerData } from 'node:worker_threads';
import { SqliteDatabase } from './database';
import { packError } from './errors';
import type { JobResponse, JobRequest, SqliteJobs, ThreadData } from './thread';

/** The other side of thread.ts: does one job after the other. */

/** Milliseconds between two looks at the size of the log. */
const TIDY_MS = 1_000;

const { path, options } = workerData as ThreadData;
const database = new SqliteDatabase(path, options);
/** The type of a request holds that name and arguments belong together. */
const jobs = database as Record<keyof SqliteJobs, (...args: readonly unknown[]) => unknown>;

function answer({ number, name, args }: JobRequest): JobResponse {
  try {
    return { number, result: jobs[name](...args) };
  } catch (error) {
    return { number, error: packError(error) };
  }
}

const tidying = setInterval(() => {
  try {
    database.tidy();
  } catch {
    // The next job meets the same fault, and has somebody to tell.
  }
}, TIDY_MS);

parentPort?.on('message', (request: JobRequest) => {
  parentPort?.postMessage(answer(request));
  if (request.name !== 'close') return;
  clearInterval(tidying);
  parentPort?.close();
});
