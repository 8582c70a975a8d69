import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../cli';
import type { SourceDocument } from '../document';
import type { GenerationOptions } from '../generate';

/** Maximum wait at the end of the process for files that are being written. */
const LAST_FILES_MS = 5_000;

const WORKER = require.resolve('./writer-worker');

/** The request to the thread. */
export interface WriteRequest extends Pick<
  GenerationOptions,
  'exact-client' | 'no-defaults' | 'yaml' | 'runtime' | 'module'
> {
  readonly source: Pick<SourceDocument, 'name' | 'document' | 'faults' | 'part'>;
  /** The folder of generated files. */
  readonly out: string;
  readonly handlers: string;
  readonly extensions?: string | undefined;
  readonly strict: boolean;
}

export interface WriteResponse {
  /** Names of the files that changed on disk. */
  readonly written: readonly string[];
  /** The published document. */
  readonly json?: string | undefined;
  readonly yaml?: string | undefined;
  /** Why files could not be generated or written. */
  readonly fault?: string;
}

/**
 * Writes the generated files of a document in a thread, while the document is already served: printing types takes
 * longer than all other work.
 */
export class Writer {
  private thread: Worker | undefined;
  private last: Promise<WriteResponse | undefined> = Promise.resolve(undefined);
  private newest: WriteRequest | undefined;

  /** Starts the thread, which takes a moment, before the first request. */
  start(): void {
    this.thread ??= startThread(WORKER, undefined);
  }

  /**
   * Writes the files of a document, after those of the previous one.
   * @param isAnew reloads all modules first, including extensions
   * @returns undefined if a newer document superseded it before it began
   */
  write(request: WriteRequest, isAnew: boolean): Promise<WriteResponse | undefined> {
    this.newest = request;
    const writing = this.last.then(async () => {
      if (isAnew) await this.end();
      return this.newest === request ? this.ask(request) : undefined;
    });
    this.last = writing;
    return writing;
  }

  /** Ends the thread after the current files are complete, unless that takes long. */
  async close(): Promise<void> {
    await Promise.race([this.last, sleep(LAST_FILES_MS, undefined, { ref: false })]);
    await this.end();
  }

  private async end(): Promise<void> {
    const { thread } = this;
    this.thread = undefined;
    await thread?.terminate();
  }

  private ask(request: WriteRequest): Promise<WriteResponse> {
    const thread = (this.thread ??= startThread(WORKER, undefined));
    return new Promise((resolve) => {
      const settle = (response: WriteResponse): void => {
        thread.off('message', settle).off('error', onError).off('exit', onExit);
        resolve(response);
      };
      const fail = (reason: string): void => {
        this.thread = undefined;
        settle({ written: [], fault: `the thread that generates ${reason}` });
      };
      const onError = (error: Error): void => {
        fail(`failed: ${error.message}`);
      };
      const onExit = (): void => {
        fail('ended');
      };
      thread.on('message', settle).on('error', onError).on('exit', onExit);
      thread.postMessage(request);
    });
  }
}
