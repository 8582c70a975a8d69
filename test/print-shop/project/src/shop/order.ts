import { EventEmitter, once } from 'node:events';
import type { Job, JobEvent, JobPatch, State } from '../../generated/types.js';

const NEXT: Readonly<Record<State, State | undefined>> = {
  waiting: 'printing',
  printing: 'printed',
  printed: undefined,
};

/** A job with its artwork, and what has happened to it. */
export class Order {
  private version = 1;
  private readonly events: JobEvent[] = [];
  private readonly happening = new EventEmitter().setMaxListeners(0);
  private isRemoved = false;
  artwork: Uint8Array | undefined;

  constructor(private current: Job) {}

  get job(): Job {
    return this.current;
  }

  /** The entity tag of the job. */
  get tag(): string {
    return `"${this.current.id}-${this.version}"`;
  }

  get isWaiting(): boolean {
    return this.current.state === 'waiting';
  }

  /** Applies a merge patch. */
  change(patch: JobPatch): void {
    const { dueOn, note, ...others } = { ...this.current, ...patch };
    this.replace({ ...others, ...(dueOn && { dueOn }), ...(note && { note }) });
  }

  /** @returns false where no job moves that way */
  moveTo(state: State): boolean {
    if (NEXT[this.current.state] !== state) return false;
    this.replace({ ...this.current, state });
    this.tell('moved', { state });
    return true;
  }

  /** @returns whether it is the first artwork */
  putArtwork(artwork: Uint8Array): boolean {
    const isFirst = this.artwork === undefined;
    this.artwork = artwork;
    this.tell('artworkArrived', { bytes: artwork.byteLength });
    return isFirst;
  }

  tell(event: JobEvent['event'], data: object): void {
    const id = String(this.events.length + 1);
    this.events.push({ id, event, data: JSON.stringify(data) });
    this.happening.emit('event');
  }

  /** Ends what waits for further events. */
  remove(): void {
    this.isRemoved = true;
    this.happening.emit('event');
  }

  /**
   * The events behind the one of a number, until there can be none any more.
   *
   * @param signal ends it earlier
   */
  async *watch(after: number, signal: AbortSignal): AsyncGenerator<JobEvent> {
    for (let seen = after; !signal.aborted;) {
      const event = this.events[seen];
      if (event !== undefined) {
        seen += 1;
        yield event;
      } else if (this.isRemoved || this.current.state === 'printed') {
        return;
      } else {
        // What the signal makes it throw ends the loop.
        await once(this.happening, 'event', { signal }).catch(() => undefined);
      }
    }
  }

  private replace(job: Job): void {
    this.current = job;
    this.version += 1;
  }
}
