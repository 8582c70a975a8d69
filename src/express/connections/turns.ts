/** The most requests of pipelining connections served in one turn, and approximately the most read. */
const REQUESTS_PER_TURN = 64;

/** A connection whose client pipelines requests. */
export interface TurnTaker {
  /** The number of requests to expect of a read: the number that the last one yielded. */
  readonly expected: number;
  /** True when its client has pipelined requests and none of them is incomplete. */
  readonly isPostponable: boolean;
  /** Serves the next waiting request. */
  serveNext(): void;
  /** Continues reading. */
  readOn(): void;
}

/**
 * The turns of connections whose clients pipeline requests: in a turn of the event loop each of them serves one request
 * at most, and few are read again. Other connections are accepted, read and served in between.
 */
export class Turns {
  private readonly servers = new Set<TurnTaker>();
  private readonly readers = new Set<TurnTaker>();
  private isScheduled = false;

  /** @param isCrowded true while connections with pipelined requests must not yield more */
  constructor(private readonly isCrowded: () => boolean) {}

  /** Lets a connection serve its next request in a coming turn. */
  serve(connection: TurnTaker): void {
    this.servers.add(connection);
    this.schedule();
  }

  /** Lets a connection continue reading in a coming turn. */
  read(connection: TurnTaker): void {
    this.readers.add(connection);
    this.schedule();
  }

  /** Also called when fewer requests wait. */
  schedule(): void {
    if (this.isScheduled || this.servers.size + this.readers.size === 0) return;
    this.isScheduled = true;
    setImmediate(this.run);
  }

  private readonly run = (): void => {
    this.isScheduled = false;
    let toServe = REQUESTS_PER_TURN;
    for (const connection of this.servers) {
      if (toServe-- <= 0) break;
      this.servers.delete(connection);
      connection.serveNext();
    }
    let toRead = REQUESTS_PER_TURN;
    for (const connection of this.readers) {
      if (toRead <= 0) break;
      if (connection.isPostponable && this.isCrowded()) continue;
      this.readers.delete(connection);
      toRead -= connection.expected;
      connection.readOn();
    }
    if (this.servers.size > 0 || toRead <= 0) this.schedule();
  };
}
