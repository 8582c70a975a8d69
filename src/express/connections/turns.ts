/** Requests of connections which send ahead that are served in one turn, and about as many that are read. */
const REQUESTS_PER_TURN = 64;

/** A connection whose client sends ahead. */
export interface TurnTaker {
  /** How many requests to expect when it is read: as many as it brought the last time. */
  readonly expected: number;
  /** True when its client has sent requests ahead and none of them is incomplete. */
  readonly isPostponable: boolean;
  /** Serves the next request that waits. */
  serveNext(): void;
  /** Reads on. */
  readOn(): void;
}

/**
 * The turns of connections whose clients send ahead: in a turn of the event loop each of them serves one
 * request at most, and few are read again. So others are accepted, read and served in between.
 */
export class Turns {
  private readonly servers = new Set<TurnTaker>();
  private readonly readers = new Set<TurnTaker>();
  private isScheduled = false;

  /** @param isCrowded true while connections that have sent ahead are to bring no more */
  constructor(private readonly isCrowded: () => boolean) {}

  /** Has a connection serve its next request in a coming turn. */
  serve(connection: TurnTaker): void {
    this.servers.add(connection);
    this.schedule();
  }

  /** Has a connection read on in a coming turn. */
  read(connection: TurnTaker): void {
    this.readers.add(connection);
    this.schedule();
  }

  /** Called when fewer requests wait, too. */
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
