import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const BLOCKED = 0;
const ANSWERED = 1;

/** How long the block lasts when no answer comes: a test that fails then says so. */
const LONGEST_BLOCK_MS = 20_000;

const CODE = `
  const { workerData, parentPort } = require('node:worker_threads');
  const { flags, urls } = workerData;
  Atomics.wait(flags, ${BLOCKED}, 0);
  Promise.all(urls.map(async (url) => {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.status;
  })).then((statuses) => {
    parentPort.postMessage(statuses);
    Atomics.store(flags, ${ANSWERED}, 1);
    Atomics.notify(flags, ${ANSWERED});
  });
`;

/** Sends requests from another thread while this one is blocked: not a turn of its event loop is possible. */
export class Prober {
  private readonly flags = new Int32Array(new SharedArrayBuffer(8));
  private readonly worker: Worker;
  /** The statuses of all responses. */
  readonly statuses: Promise<readonly number[]>;

  constructor(urls: readonly string[]) {
    this.worker = new Worker(CODE, { eval: true, workerData: { flags: this.flags, urls } });
    this.statuses = once(this.worker, 'message').then(([statuses]) => statuses as number[]);
  }

  /** Blocks this thread until all responses have arrived. @returns false when they did not */
  block(): boolean {
    Atomics.store(this.flags, BLOCKED, 1);
    Atomics.notify(this.flags, BLOCKED);
    return Atomics.wait(this.flags, ANSWERED, 0, LONGEST_BLOCK_MS) !== 'timed-out';
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }
}
