import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../cli';
import { checks } from './checks';
import { runCheck, type CheckMessage, type CheckTask } from './run-checks';

/** The thread of one check: it posts its progress, then the result, and ends. */

const post = (message: CheckMessage): void => parentPort?.postMessage(message);

const { name, options, lowPriority = false } = workerData as CheckTask;
if (lowPriority) lowerThreadPriority();
for (const check of checks.filter((each) => each.name === name)) {
  const tell = (progress: string): void => {
    post({ progress });
  };
  void runCheck(check, options, tell).then((answer) => {
    post({ answer });
  });
}
