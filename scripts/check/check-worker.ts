import { parentPort, workerData } from 'node:worker_threads';
import { checks } from './checks';
import { runCheck } from './run-check';
import type { CheckTask } from './run-checks';

/** The thread of one check: it posts the answer, and ends. */

const { name, options } = workerData as CheckTask;
for (const check of checks.filter((each) => each.name === name)) {
  void runCheck(check, options).then((answer) => parentPort?.postMessage(answer));
}
