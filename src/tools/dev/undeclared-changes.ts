import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import {
  type Finding,
  type CheckAnswer,
  type CheckMessage,
  type CheckTask,
  readBase,
} from '../check';
import { CommandError, askGit, startThread } from '../cli';
import type { SourceDocument } from '../document';
import type { ReadingOptions } from '../generate';
import { batched } from './batched';
import type { DevProject } from './project';

/** The git revision that operations are compared with. */
export const LAST_COMMIT = 'HEAD';

/** The document of the last commit, which may change at any time. */
export class LastCommit {
  private commit: string | undefined;
  private known: SourceDocument | undefined;

  constructor(
    private readonly spec: string,
    private readonly reading: ReadingOptions,
  ) {}

  /**
   * Undefined if there is none, or if it cannot be read.
   * @throws CommandError for a folder whose git repository may be of others
   */
  document(): SourceDocument | undefined {
    const commit = askGit(path.dirname(this.spec), 'rev-parse', LAST_COMMIT)?.trim();
    if (commit !== this.commit) {
      this.commit = commit;
      this.known = commit === undefined ? undefined : this.read();
    }
    return this.known;
  }

  private read(): SourceDocument | undefined {
    try {
      return readBase(LAST_COMMIT, { ...this.reading, spec: this.spec });
    } catch (error) {
      if (error instanceof CommandError) return undefined;
      throw error;
    }
  }
}

/**
 * Runs the drift check for changes since the last commit that `info.version` does not announce, in a thread of lower
 * priority.
 */
export class UnsaidChanges {
  private readonly ask: (changes: readonly unknown[]) => void;
  private thread: Worker | undefined;
  private isClosed = false;

  /** @param onResult called with all such changes after each check */
  constructor(
    private readonly project: Pick<DevProject, 'spec' | 'out' | 'generation'>,
    private readonly onResult: (findings: readonly Finding[]) => void,
  ) {
    this.ask = batched(() => this.run());
  }

  /** Checks now, or again after the running check. */
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
    // The status shows an unreadable document itself.
    if (answer !== undefined) this.onResult('outcome' in answer ? answer.outcome.findings : []);
  }

  /** Undefined if the thread ended early. */
  private answer(): Promise<CheckAnswer | undefined> {
    const { spec, out, generation } = this.project;
    const file = path.relative(process.cwd(), spec).split(path.sep).join('/');
    const task: CheckTask = {
      name: 'breaking',
      options: { ...generation, spec: file, generated: out, base: LAST_COMMIT },
      lowPriority: true,
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
