import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../start-thread';
import type { Finding } from '../check/finding';
import type { CheckAnswer } from '../check/run-check';
import type { CheckMessage, CheckTask } from '../check/run-checks';
import { LAST_COMMIT } from './last-commit';
import { oneAtATime } from './one-at-a-time';
import type { DevProject } from './project';

/**
 * Has the drift check find what changed since the last commit and `info.version` does not say, in a thread that
 * what is served next goes before.
 */
export class UnsaidChanges {
  private readonly ask: (changes: readonly unknown[]) => void;
  private thread: Worker | undefined;
  private isClosed = false;

  /** @param onResult told of all such changes, after each check */
  constructor(
    private readonly project: Pick<DevProject, 'spec' | 'generation'>,
    private readonly onResult: (findings: readonly Finding[]) => void,
  ) {
    this.ask = oneAtATime(() => this.run());
  }

  /** Checks now, or once more after the check that runs. */
  check(): void {
    this.ask([undefined]);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.thread?.terminate();
  }

  private async run(): Promise<void> {
    if (this.isClosed) return;
    const answer = await this.answer();
    // A document that cannot be read is shown as such.
    if (answer !== undefined) this.onResult('outcome' in answer ? answer.outcome.findings : []);
  }

  /** Undefined where the thread ended before. */
  private answer(): Promise<CheckAnswer | undefined> {
    const { spec, generation } = this.project;
    const file = path.relative(process.cwd(), spec).split(path.sep).join('/');
    const options = { ...generation, spec: file, generated: undefined };
    const task: CheckTask = {
      name: 'breaking',
      options: { ...options, base: `${LAST_COMMIT}:./${file}` },
      isPatient: true,
    };
    const thread = startThread(require.resolve('../check/check-worker'), task);
    this.thread = thread;
    return new Promise((resolve) => {
      thread.on('message', (message: CheckMessage) => {
        if ('answer' in message) resolve(message.answer);
      });
      const end = (): void => {
        resolve(undefined);
      };
      thread.once('error', end).once('exit', end);
    });
  }
}
