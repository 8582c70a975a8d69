import type { Socket } from 'node:net';
import type { Admission } from './admission';
import { READ_BYTES, readArrived, startReading, stopReading } from './native-reading';
import type { Rounds, Visited } from './rounds';
import { SentAhead } from './sent-ahead';
import { Triage, type Exchanges, type Parsing } from './triage';
import type { Task, TurnQueue } from './turn-queue';

/** Bytes that are parsed in one go: 45 requests without content, or 340 chunks of a byte. */
const SLICE_BYTES = 2_048;

/** Milliseconds for which slices are parsed at once; most that a client sends takes far less. */
const AT_ONCE_MS = 0.3;

/** Milliseconds that a request is served before its connection is read on, since its client may have gone. */
const UNREAD_MS = 1_000;

/** Whose bytes they are, and whether they are wanted now. */
export interface Reader extends Exchanges {
  /** True while nothing more is read, since requests wait that have been read already. */
  readonly isAhead: boolean;
  /** True while a request is served. */
  readonly isBusy: boolean;
  /** True once it has sent much more than it could be answered. */
  readonly isFlooding: boolean;
  /** True while requests that were not parsed have no response, before which no other may be parsed. */
  readonly owesRefusals: boolean;
  /** Has it queue for the next visit, once all responses are out. */
  goOn(): void;
}

/** What the connections that are read in slices have in common. */
export interface SharedByReadings {
  readonly turns: TurnQueue;
  readonly admission: Admission;
  readonly rounds: Rounds;
}

/**
 * Reads a connection in slices. By itself Node hands its parser 64 KiB at a time, which may be 2,500
 * requests, and makes objects of all of them before anything else has its turn: 20 ms for each
 * connection, and 10 MB. A slice is parsed when the requests of the one before have been answered, and
 * connections that have sent much, or whose slices take long, wait for their turns.
 *
 * While more requests arrive than can be served, what arrives is sorted before it is parsed (triage.ts).
 *
 * It costs some 3 µs of CPU time a request, since Node's parser then no longer takes the bytes from the
 * system by itself; so it is for times when a client sends much ahead (connections.ts).
 */
export class SlicedReading implements Parsing, Task, Visited {
  private isTurn = false;
  private isAtRest = false;
  /** True while it waits for a visit, before which nobody knows what has arrived. */
  isQueued = false;
  private unreadTimer: NodeJS.Timeout | undefined;
  private readonly ahead = new SentAhead();
  /** When something was sorted, in milliseconds of `performance.now()`. */
  private sortedAt = performance.now();
  readonly parse: (bytes: Buffer) => void;
  private readonly triage: Triage;

  constructor(
    private readonly socket: Socket,
    private readonly reader: Reader,
    private readonly shared: SharedByReadings,
  ) {
    // Node's parser hears of bytes as any listener does, once somebody else listens for them too.
    const [parse] = socket.listeners('data');
    this.parse = parse as (slice: Buffer) => void;
    this.triage = new Triage(reader, shared.admission, this, socket.bytesRead === 0);
    // Before Node's own listener ends the parsing.
    socket.prependListener('end', this.parseHeld);
    socket.on('data', this.onData);
    socket.off('data', this.parse);
    // The socket may have been stopped behind the back of its stream, which is to start it again.
    socket.push('');
  }

  /** True while what arrives is left with the system. */
  get isResting(): boolean {
    return this.isAtRest;
  }

  /** True when all requests have been sorted of which anything was read. */
  get isBetweenRequests(): boolean {
    return this.triage.isBetweenRequests;
  }

  /** Node pauses a connection whose client does not read, and its parser must not be given anything until it goes on. */
  get isReady(): boolean {
    return (this.socket as Socket & { readonly _paused?: boolean })._paused !== true;
  }

  /** Tells the admission how long what is kept will probably wait. */
  expect(): void {
    const { ahead, shared, socket } = this;
    const isMoreBehind = socket.readableLength >= socket.readableHighWaterMark;
    shared.admission.expected(this, ahead.expectedMs(socket.readableLength, isMoreBehind));
  }

  /** Reads a slice. */
  run(): void {
    const { socket, reader } = this;
    const { admission } = this.shared;
    admission.waited(this.ahead.waitedMs);
    if (!reader.isReading || reader.isAhead || this.isAtRest || !this.isReady) return;
    // Whoever wants no more pauses it again: the message whose body it is, Node, or its connection.
    socket.resume();
    if (socket.readableLength > 0) this.readSlice(admission.isShort);
    if (socket.readableLength === 0) this.ahead.end();
    if (socket.readableLength > 0 && !socket.isPaused()) this.wait();
  }

  visit(): void {
    const { reader } = this;
    this.isQueued = false;
    this.isAtRest = false;
    if (!reader.isReading || reader.isAhead || !this.isReady || !this.readAll()) {
      this.readOn();
      return;
    }
    if (this.isResting) return;
    if (reader.isBusy && reader.newestWhole !== undefined) {
      this.rest();
      reader.goOn();
    } else this.readOn();
  }

  /** Reads what has arrived. @returns false for nothing */
  private readAll(): boolean {
    const { socket } = this;
    const kept = socket.readableLength;
    const arrived = kept > 0 ? undefined : readArrived(socket);
    if (kept === 0 && arrived === undefined) return false;
    socket.resume();
    if (arrived === undefined) socket.read(kept);
    else this.onData(arrived);
    return true;
  }

  /** Reads what has arrived, and what arrives from now on. */
  private readonly readOn = (): void => {
    const { socket, reader } = this;
    this.isAtRest = false;
    startReading(socket);
    if (!reader.isReading || reader.isAhead) return;
    socket.resume();
    if (socket.readableLength > 0) socket.read(socket.readableLength);
  };

  private readSlice(isWhole: boolean): void {
    const { socket } = this;
    const before = socket.readableLength;
    this.isTurn = !isWhole;
    socket.read(isWhole ? before : Math.min(SLICE_BYTES, before));
    this.isTurn = false;
    this.ahead.serve(before - socket.readableLength);
  }

  private readonly onData = (arrived: Buffer): void => {
    const { reader, triage } = this;
    const { admission } = this.shared;
    if (!reader.isReading) return;
    admission.arrived();
    const bytes = triage.withHeld(arrived);
    if ((admission.isShort || reader.owesRefusals) && this.isReady) {
      this.sort(bytes);
      return;
    }
    triage.forget();
    if (this.isTurn) this.parse(bytes);
    else if (reader.isFlooding || !this.isReady) this.keep(bytes);
    else this.parseAtOnce(bytes);
  };

  private sort(bytes: Buffer): void {
    const { reader } = this;
    this.sortedAt = performance.now();
    const rest = this.triage.sort(bytes, this.parseHeld);
    if (rest !== undefined && reader.isReading) {
      if (reader.isFree && this.isReady) this.parseUnsorted(rest);
      else this.keep(rest);
    }
    if (reader.owesRefusals && bytes.length < READ_BYTES) this.rest();
    reader.goOn();
  }

  private readonly parseHeld = (): void => {
    const held = this.triage.takeHeld();
    if (held === undefined || !this.reader.isReading) return;
    if (this.reader.owesRefusals || !this.isReady) this.triage.holdAgain(held, this.parseHeld);
    else this.parseUnsorted(held);
  };

  private parseUnsorted(bytes: Buffer): void {
    this.triage.forget();
    this.parseAtOnce(bytes);
  }

  /** Waits for its next visit; what arrives until then is left with the system. */
  queue(): void {
    this.rest();
    if (this.isQueued) return;
    this.isQueued = true;
    this.shared.rounds.add(this, this.dueAt);
  }

  /** When it is to be read again: at once, unless it sends more than is served. */
  private get dueAt(): number {
    if (!this.triage.refusesSome) return performance.now();
    return this.sortedAt + this.shared.admission.roundMs;
  }

  /** Leaves what arrives with the system. */
  rest(): void {
    const { socket, reader } = this;
    clearTimeout(this.unreadTimer);
    this.isAtRest = true;
    socket.pause();
    stopReading(socket);
    if (reader.isBusy) this.unreadTimer = setTimeout(this.readOn, UNREAD_MS).unref();
  }

  private parseAtOnce(chunk: Buffer): void {
    const end = performance.now() + AT_ONCE_MS;
    let at = 0;
    do {
      this.parse(chunk.subarray(at, at + SLICE_BYTES));
      at += SLICE_BYTES;
    } while (at < chunk.length && this.mayGoOn && performance.now() < end);
    if (at >= chunk.length || !this.reader.isReading) return;
    this.keep(chunk.subarray(at));
    this.ahead.serve(at);
  }

  /** False while somebody has paused the connection, and when Node's parser has gone on to another one. */
  private get mayGoOn(): boolean {
    return this.reader.isReading && !this.socket.isPaused() && this.isReady;
  }

  /** Keeps what is to be parsed later. */
  private keep(rest: Buffer): void {
    // What was kept before has been read in a visit, or by a turn.
    if (this.socket.readableLength === 0) this.ahead.end();
    this.ahead.wait();
    if (!this.socket.isPaused()) this.wait();
    this.socket.unshift(rest);
  }

  private wait(): void {
    this.socket.pause();
    this.shared.turns.add(this);
  }
}
