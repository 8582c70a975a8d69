import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../start-thread';
import type { SourceDocument } from '../generate/index';
import type { GenerationOptions } from '../generate/project';

/** How long the end of the process waits for files that are being written. */
const LAST_FILES_MS = 5_000;

const WORKER = require.resolve('./writer-worker');

/** What the thread is asked for. */
export interface WriteRequest extends Pick<
  GenerationOptions,
  'exact-client' | 'no-defaults' | 'yaml' | 'runtime' | 'module'
> {
  readonly source: Pick<SourceDocument, 'name' | 'document' | 'faults'>;
  /** The folder of generated files. */
  readonly out: string;
  readonly handlers: string;
  readonly extensions?: string | undefined;
  readonly strict: boolean;
}

/** What it answers. */
export interface WriteResponse {
  /** Names of the files that changed on disk. */
  readonly written: readonly string[];
  /** The published document. */
  readonly json?: string | undefined;
  readonly yaml?: string | undefined;
  /** Why files could not be generated, or not be written. */
  readonly fault?: string;
}

/**
 * Writes the generated files of a document in a thread, while the document is served already: to print types
 * takes longer than all else.
 */
export class Writer {
  private thread: Worker | undefined;
  private last: Promise<WriteResponse | undefined> = Promise.resolve(undefined);
  private newest: WriteRequest | undefined;

  /** Starts the thread, which takes a moment, before there is something to write. */
  start(): void {
    this.thread ??= startThread(WORKER, undefined);
  }

  /**
   * Writes the files of a document, after those of the one before.
   *
   * @param isAnew loads all modules anew before, extensions too
   * @returns undefined where a newer document has taken its place before it was begun
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

  /** Ends the thread once the files agree with each other, unless that takes long. */
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
