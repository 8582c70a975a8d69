import { spawnSync } from 'node:child_process';
import { closeSync, cpSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { clearAtEnd } from '../command';
import { ServiceStartError, type Service } from './service';
import { randomMoment, Trial, type Outcome, type Setting } from './trial';
import { OverdueError, until } from './waiting';

/** Small enough to be filled at once, large enough for all plants that come while it is not full. */
const DISK_BYTES = 32 * 2 ** 20;
const DISK_BYTES_PER_KILL = 4 * 2 ** 20;

/** A log that has its size already takes some more commits before it must grow. */
const FULL_LIMIT_MS = 60_000;
const RECOVERY_LIMIT_MS = 10_000;

/** One service on a SQLite file whose disk is full time and again: it must recover by itself, and when killed. */
export async function tortureFullDisk(setting: Setting): Promise<Outcome> {
  const bytes = DISK_BYTES + setting.kills * DISK_BYTES_PER_KILL;
  const disk = SmallDisk.mount(path.join(setting.folder, 'disk'), bytes);
  if ('refusal' in disk) return { name: setting.name, skipped: disk.refusal };
  try {
    const url = `sqlite:${path.join(disk.folder, 'plants.db')}`;
    const trial = new Trial(setting, url, ['service']);
    const [service] = trial.services as readonly [Service];
    const result = await trial.run(async () => {
      for (let round = 0; round < setting.kills; round++) {
        await fillAndFree(trial, disk);
        await killWhileFull(trial, disk, service);
      }
    });
    disk.free();
    if (!result.findings.isEmpty) {
      cpSync(disk.folder, path.join(setting.folder, 'copy'), { recursive: true });
    }
    return result;
  } finally {
    disk.unmount();
  }
}

/** Creates must be refused for now while the disk is full, and accepted again without a restart. */
async function fillAndFree(trial: Trial, disk: SmallDisk): Promise<void> {
  await fill(trial, disk);
  await randomMoment(trial.random, trial.load);
  disk.free();
  await recovery(trial);
  // While somebody reads, the log can only grow, and under load it would fill a disk as small as this.
  trial.load.isHeld = true;
  await trial.checkAndGoOn();
}

/** A start on a full disk may fail, if it says why; what was acknowledged is there in any case. */
async function killWhileFull(trial: Trial, disk: SmallDisk, service: Service): Promise<void> {
  await fill(trial, disk);
  await randomMoment(trial.random, trial.load);
  await trial.kill(service);
  trial.load.isHeld = true;
  try {
    await service.start();
    await trial.checkAndGoOn();
  } catch (error) {
    if (!(error instanceof ServiceStartError)) throw error;
    if (!error.message.includes('the disk is full')) {
      trial.findings.unexpected(`on a full disk the service says: ${error.message}`);
    }
  }
  disk.free();
  await service.start();
  await trial.checkAndGoOn();
  await recovery(trial);
}

async function fill(trial: Trial, disk: SmallDisk): Promise<void> {
  await randomMoment(trial.random, trial.load);
  const before = trial.load.counts.unavailable;
  disk.fill();
  trial.say('the disk is full');
  await until(FULL_LIMIT_MS, 'a 503 on a full disk', () =>
    trial.load.counts.unavailable > before ? true : undefined,
  );
}

async function recovery(trial: Trial): Promise<void> {
  const before = trial.ledger.acknowledged;
  try {
    await until(RECOVERY_LIMIT_MS, 'a create after space was freed', () =>
      trial.ledger.acknowledged > before ? true : undefined,
    );
    await until(RECOVERY_LIMIT_MS, 'readiness after space was freed', () => isReady(trial));
  } catch (error) {
    if (!(error instanceof OverdueError)) throw error;
    trial.findings.unexpected(error.message);
  }
}

async function isReady({ services }: Trial): Promise<true | undefined> {
  const [service] = services;
  const { status } = await fetch(`http://127.0.0.1:${service?.port}/-/ready`);
  return status === 200 ? true : undefined;
}

/** Writes of these sizes fill a disk to its last page. */
const FILL_BYTES = [2 ** 20, 2 ** 12];

/** A disk of its own, in memory, that can be full. */
class SmallDisk {
  private readonly cleared = clearAtEnd(() => {
    unmount(this.folder, '--lazy');
  });

  private constructor(readonly folder: string) {}

  /**
   * Mounts a tmpfs.
   *
   * @param folder is made
   * @param bytes how much it holds
   * @returns why it cannot be mounted, where this system or this user does not allow it
   */
  static mount(folder: string, bytes: number): SmallDisk | { readonly refusal: string } {
    if (process.platform !== 'linux') return { refusal: 'it needs the tmpfs of Linux' };
    mkdirSync(folder);
    const args = ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder];
    const { status, stderr, error } = spawnSync('mount', args, { encoding: 'utf8' });
    if (status === 0) return new SmallDisk(folder);
    const reason = error?.message ?? stderr.trim().replaceAll(/\s+/g, ' ');
    return { refusal: `root of Linux may mount a small disk; here: ${reason}` };
  }

  /** Leaves no space at all. */
  fill(): void {
    const file = openSync(this.ballast, 'a');
    try {
      for (const bytes of FILL_BYTES) writeUntilFull(file, bytes);
    } finally {
      closeSync(file);
    }
  }

  /** Leaves the space that there was before. */
  free(): void {
    rmSync(this.ballast, { force: true });
  }

  /** To be called when nobody uses it any more. */
  unmount(): void {
    unmount(this.folder);
    this.cleared();
  }

  private get ballast(): string {
    return path.join(this.folder, 'ballast');
  }
}

function writeUntilFull(file: number, bytes: number): void {
  const zeros = Buffer.alloc(bytes);
  try {
    while (writeSync(file, zeros) === bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

function unmount(folder: string, ...options: readonly string[]): void {
  const { status, stderr } = spawnSync('umount', [...options, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${folder} is still mounted: ${stderr.trim()}`);
}
