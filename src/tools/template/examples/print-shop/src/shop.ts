import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Job } from '../generated/types.js';

const MS_PER_COPY = 50;

/** Jobs and their files, in memory, and a press that prints them one after the other. */
export class Shop {
  private readonly jobs = new Map<string, Job>();
  private readonly files = new Map<string, Uint8Array>();
  private readonly onPrinted: (job: Job) => Promise<void>;
  private press = Promise.resolve();

  /** @param onPrinted called with each job that is printed; it must not reject */
  constructor(onPrinted: (job: Job) => Promise<void>) {
    this.onPrinted = onPrinted;
  }

  add(file: Uint8Array, copies: number): Job {
    const job: Job = { id: randomUUID(), state: 'waiting', copies, bytes: file.byteLength };
    this.jobs.set(job.id, job);
    this.files.set(job.id, file);
    this.press = this.press.then(() => this.print(job));
    return { ...job };
  }

  get(id: string): Job | undefined {
    return this.jobs.get(id);
  }

  file(id: string): Uint8Array | undefined {
    return this.files.get(id);
  }

  delete(id: string): void {
    this.jobs.delete(id);
    this.files.delete(id);
  }

  private async print(job: Job): Promise<void> {
    if (!this.jobs.has(job.id)) return;
    job.state = 'printing';
    // A press that prints does not keep the process from ending.
    await delay(job.copies * MS_PER_COPY, undefined, { ref: false });
    job.state = 'printed';
    await this.onPrinted(job);
  }
}
