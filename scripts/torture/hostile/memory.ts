import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** The memory that a process has in RAM, in MiB. */
export interface Memory {
  readonly now: number;
  /** The most that it ever had; undefined where the system does not say. */
  readonly peak: number | undefined;
}

const run = promisify(execFile);

/**
 * Asks the system for the memory of a process.
 *
 * @returns undefined when there is no such process
 */
export async function memoryOf(pid: number): Promise<Memory | undefined> {
  try {
    return process.platform === 'linux' ? await fromProc(pid) : await fromPs(pid);
  } catch {
    // It has ended meanwhile; why is for others to find.
    return undefined;
  }
}

async function fromProc(pid: number): Promise<Memory | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [now, peak] = ['VmRSS', 'VmHWM'].map((name) => {
    const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) / 1_024;
  });
  return now === undefined ? undefined : { now, peak };
}

async function fromPs(pid: number): Promise<Memory | undefined> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  const kibibytes = Number(stdout.trim());
  return kibibytes > 0 ? { now: kibibytes / 1_024, peak: undefined } : undefined;
}

/** Looks at the memory of a process again and again. */
export class MemoryWatch {
  /** The most that was seen, in MiB. */
  most = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(pid: () => number | undefined, everyMs = 100) {
    this.timer = setInterval(() => {
      const process = pid();
      if (process === undefined) return;
      void memoryOf(process).then((memory) => {
        this.most = Math.max(this.most, memory?.now ?? 0);
      });
    }, everyMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
