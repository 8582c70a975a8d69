/** Requests that connections which send ahead may begin, and may be expected to bring, in one turn. */
const REQUESTS_PER_TURN = 64;

/** A connection whose client sends ahead. */
export interface TurnTaker {
  /** How many requests to expect when it is read: as many as it brought the last time. */
  readonly expected: number;
  /** Serves the next request that waits. */
  serveNext(): void;
  /** Reads on. */
  readOn(): void;
}

/**
 * The turns of connections whose clients send ahead: in a turn of the event loop each of them serves one
 * request at most, and is read again only when no more waits. So others are accepted, read and served in
 * between, and no more is read than is served.
 */
export class Turns {
  private readonly servers = new Set<TurnTaker>();
  private readonly readers = new Set<TurnTaker>();
  private isScheduled = false;

  /** @param mayRead false while enough waits */
  constructor(private readonly mayRead: () => boolean) {}

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

  /** Called when fewer requests wait, so that more may be read. */
  schedule(): void {
    if (this.isScheduled || !this.hasWork) return;
    this.isScheduled = true;
    setImmediate(this.run);
  }

  private get hasWork(): boolean {
    return this.servers.size > 0 || (this.readers.size > 0 && this.mayRead());
  }

  private readonly run = (): void => {
    this.isScheduled = false;
    let room = REQUESTS_PER_TURN;
    for (const connection of this.servers) {
      if (room <= 0) break;
      this.servers.delete(connection);
      room--;
      connection.serveNext();
    }
    for (const connection of this.readers) {
      if (room <= 0 || !this.mayRead()) break;
      this.readers.delete(connection);
      room -= connection.expected;
      connection.readOn();
    }
    this.schedule();
  };
}
