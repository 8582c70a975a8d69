import type { Socket } from 'node:net';
import type { Task, TurnQueue } from './turn-queue';

/** Bytes that are parsed in one go: 45 requests without content, or 340 chunks of a byte. */
const SLICE_BYTES = 2_048;

/** Milliseconds for which slices are parsed at once; most that a client sends takes far less. */
const AT_ONCE_MS = 0.3;

/** Whether what arrives on a connection is still wanted, now and at all. */
export interface Reader {
  /** False after what ends the connection. */
  readonly isReading: boolean;
  /** True while requests wait that have been read already. */
  readonly isAhead: boolean;
  /** True once it has sent much more than it could be answered. */
  readonly isFlooding: boolean;
}

/**
 * Reads a connection in slices. By itself Node hands its parser 64 KiB at a time, which may be 2,500
 * requests, and makes objects of all of them before anything else has its turn: 20 ms for each
 * connection, and 10 MB. A slice is parsed when the requests of the one before have been answered, and
 * connections that have sent much, or whose slices take long, wait for their turns.
 *
 * It costs some 3 µs of CPU time a request, since Node's parser then no longer takes the bytes from the
 * system by itself; so it is for times when a client sends much ahead (connections.ts).
 */
export class SlicedReading implements Task {
  private isTurn = false;
  private since: number | undefined;
  private readonly parse: (slice: Buffer) => void;

  constructor(
    private readonly socket: Socket,
    private readonly reader: Reader,
    private readonly turns: TurnQueue,
  ) {
    // Node's parser hears of bytes as any listener does, once somebody else listens for them too.
    const [parse] = socket.listeners('data');
    this.parse = parse as (slice: Buffer) => void;
    socket.on('data', this.onData);
    socket.off('data', this.parse);
    // The socket may have been stopped behind the back of its stream, which is to start it again.
    socket.push('');
  }

  /** When the oldest of what is kept arrived, in milliseconds of `performance.now()`; undefined when nothing is. */
  get heldSince(): number | undefined {
    return this.since;
  }

  /** Reads a slice. */
  run(): void {
    const { socket, reader } = this;
    if (!reader.isReading || reader.isAhead || isPausedByNode(socket)) return;
    // Whoever wants no more pauses it again: the message whose body it is, Node, or its connection.
    socket.resume();
    this.isTurn = true;
    if (socket.readableLength > 0) socket.read(Math.min(SLICE_BYTES, socket.readableLength));
    this.isTurn = false;
    if (socket.readableLength === 0) this.since = undefined;
    if (socket.readableLength > 0 && !socket.isPaused()) this.wait();
  }

  private readonly onData = (chunk: Buffer): void => {
    const { socket, reader } = this;
    if (!reader.isReading) return;
    if (this.isTurn) this.parse(chunk);
    else if (reader.isFlooding || isPausedByNode(socket)) this.keep(chunk);
    else this.parseAtOnce(chunk);
  };

  private parseAtOnce(chunk: Buffer): void {
    const end = performance.now() + AT_ONCE_MS;
    let at = 0;
    do {
      this.parse(chunk.subarray(at, at + SLICE_BYTES));
      at += SLICE_BYTES;
    } while (at < chunk.length && this.mayGoOn && performance.now() < end);
    if (at < chunk.length && this.reader.isReading) this.keep(chunk.subarray(at));
  }

  /** False while somebody has paused the connection, and when Node's parser has gone on to another one. */
  private get mayGoOn(): boolean {
    return this.reader.isReading && !this.socket.isPaused() && !isPausedByNode(this.socket);
  }

  /** Keeps what is to be parsed later. */
  private keep(rest: Buffer): void {
    this.since ??= performance.now();
    if (!this.socket.isPaused()) this.wait();
    this.socket.unshift(rest);
  }

  private wait(): void {
    this.socket.pause();
    this.turns.add(this);
  }
}

/** Node pauses a connection whose client does not read, and must not be given anything until it goes on. */
function isPausedByNode(socket: Socket & { readonly _paused?: boolean }): boolean {
  return socket._paused === true;
}
