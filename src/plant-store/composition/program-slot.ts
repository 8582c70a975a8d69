import type { Log } from '../log';
import type { MountedProgram } from './mounted-program';

/** Holds the program that requests get when they arrive; those under way end on the one that they began on. */
export class ProgramSlot {
  constructor(
    private mounted: MountedProgram,
    private readonly log: Log,
  ) {}

  get current(): MountedProgram {
    return this.mounted;
  }

  /** Has another program serve from the next request on. Streams of the one before end, and connect again. */
  replace(next: MountedProgram): void {
    const before = this.mounted;
    this.mounted = next;
    if (before.retire()) {
      this.log.info(
        'streams of the program before are ended; clients that connect again get the new one',
      );
    }
  }
}
