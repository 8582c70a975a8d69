import { parentPort, workerData } from 'node:worker_threads';
import { SqliteDatabase } from './database';
import { packError } from './errors';
import type { JobResponse, JobRequest, SqliteJobs, ThreadData } from './thread';

/** The thread side of thread.ts: runs one job after the other. */

/** Milliseconds between two checks of the log's size. */
const TIDY_MS = 1_000;

const { path, options } = workerData as ThreadData;
const database = new SqliteDatabase(path, options);
/** The type of a request ensures that name and arguments match. */
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
    // The next job meets the same fault, and can report it.
  }
}, TIDY_MS);

parentPort?.on('message', (request: JobRequest) => {
  parentPort?.postMessage(answer(request));
  if (request.name !== 'close') return;
  clearInterval(tidying);
  parentPort?.close();
});
