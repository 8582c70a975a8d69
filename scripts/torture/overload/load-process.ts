import { fork } from 'node:child_process';
import { clearAtEnd } from '../../clean-up';
import { mergeResults, type LoadResults } from './load-results';
import { sendMassLoad, type MassLoadOptions } from './mass-load';
import { MOST_IDS } from './plant-text';

/**
 * Loads in processes of their own, so that what sends neither waits for what reads nor for the figures. This
 * file is both what starts the processes and what runs in them.
 */

type Message = 'end' | LoadResults;

export type LoadTask = Omit<MassLoadOptions, 'firstId'>;

/** Keeps the ids of loads apart. */
let loads = 0;

/**
 * Sends a load from several processes, which share its connections and its rate.
 *
 * @param onEnd is told once nothing more is sent
 */
export async function sendFromProcesses(
  { connections, rate, ...task }: LoadTask,
  { processes, onEnd }: { readonly processes: number; readonly onEnd: () => void },
): Promise<LoadResults> {
  let sending = processes;
  const parts = Array.from({ length: processes }, (_, index) =>
    run(
      {
        ...task,
        connections: share(connections, index, processes),
        ...(rate !== undefined && { rate: rate / processes }),
        firstId: loads++ * MOST_IDS,
      },
      () => {
        if (--sending === 0) onEnd();
      },
    ),
  );
  return mergeResults(await Promise.all(parts));
}

function share(total: number, index: number, parts: number): number {
  return Math.floor((total * (index + 1)) / parts) - Math.floor((total * index) / parts);
}

function run(task: MassLoadOptions, onEnd: () => void): Promise<LoadResults> {
  const child = fork(__filename, { serialization: 'advanced' });
  const cleared = clearAtEnd(() => child.kill('SIGKILL'));
  return new Promise((resolve, reject) => {
    child.on('message', (message: Message) => {
      if (message === 'end') onEnd();
      else resolve(message);
    });
    child.once('exit', (code, signal) => {
      cleared();
      reject(new Error(`a process of the load ended with ${String(code ?? signal)}`));
    });
    child.send(task);
  });
}

function runTask(options: MassLoadOptions): void {
  void sendMassLoad(options, () => process.send?.('end')).then((results) => {
    process.send?.(results, () => {
      process.disconnect();
    });
  });
}

if (require.main === module) process.once('message', runTask);
