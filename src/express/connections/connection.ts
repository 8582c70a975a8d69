import type { Socket } from 'node:net';
import type { TextResponse } from '../../contract';
import { writeLastResponse } from './last-response';
import type { MessagePair } from './message-pair';
import { OwedRefusals, type SharedByRefusals } from './owed-refusals';
import { SlicedReading, type Reader, type SharedByReadings } from './sliced-reading';
import type { Task } from './turn-queue';
import { type SharedByWaiting, WaitingRequests } from './waiting-requests';

/** What the connections of a server have in common. */
export interface SharedByConnections extends SharedByReadings, SharedByRefusals, SharedByWaiting {
  /** Serves a request whose turn it is. */
  serve(pair: MessagePair, connection: Connection): void;
  /** Answers a request in place of that, if it is to be refused. @param isTooMuch whatever the load is */
  refuse(pair: MessagePair, isTooMuch: boolean): boolean;
  /** True for a target whose requests may be refused without being parsed. */
  isRefusable(target: string): boolean;
  /** Told when a client sends much more than it can be answered. */
  onFlood(): void;
}

/**
 * Requests after which a connection closes, so that none lasts for ever: often enough for load to spread
 * over instances, seldom enough to cost nothing.
 */
const MAX_REQUESTS = 100_000;

/** Requests that a client may send ahead before connections are read in slices. */
const SENT_AHEAD = 64;

/**
 * The exchanges of one connection: one at a time, in the order of their requests. Requests that are sent
 * ahead (pipelining) wait, and the connection is not read meanwhile, so that a client which sends
 * without reading costs no more than what is read at once.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-9.3.2
 */
export class Connection implements Reader, Task {
  private current: MessagePair | undefined;
  private readonly waiting: WaitingRequests;
  /** The exchange after which it goes on. */
  private watched: MessagePair | undefined;
  private lastResponse: TextResponse | undefined;
  private isClosing = false;
  /** Requests that were refused, the present one as the last, without a pause between their responses. */
  private refusedAhead = 0;
  private readonly refusals: OwedRefusals;
  /** The exchange that refusals follow. */
  private followed: MessagePair | undefined;
  private slices: SlicedReading | undefined;
  isFlooding = false;
  private requests = 0;

  constructor(
    private readonly socket: Socket,
    private readonly shared: SharedByConnections,
  ) {
    this.waiting = new WaitingRequests(shared);
    this.refusals = new OwedRefusals(socket, shared, () => {
      shared.turns.add(this);
    });
    // Without a listener an error of a socket ends the process, and Node takes its own off before 'connect'.
    socket.on('error', () => undefined);
    // Node resumes a connection for reasons of its own, such as the end of a request.
    socket.on('resume', () => {
      if (this.isAhead || this.slices?.isResting === true) socket.pause();
    });
    socket.once('close', () => {
      this.waiting.drop();
    });
  }

  /** True while a request is served. */
  get isBusy(): boolean {
    return this.current !== undefined && !this.current.response.closed;
  }

  /** True when it has brought no request that could be served. */
  get isUnused(): boolean {
    return this.requests === 0;
  }

  /** True when it has brought as many requests as a connection may. */
  get isSpent(): boolean {
    return this.requests >= MAX_REQUESTS;
  }

  /** Of a last request, the rest of the body is read, and nothing behind it. */
  get isReading(): boolean {
    const isWanted = !this.isClosing || this.current?.message.complete === false;
    return isWanted && this.lastResponse === undefined && this.socket.writable;
  }

  get isAhead(): boolean {
    return this.waiting.count > 0 || this.refusals.isUnread;
  }

  /** True while nobody knows whether a request has arrived. */
  get isUnread(): boolean {
    return this.slices?.isQueued === true;
  }

  get isFree(): boolean {
    return !this.isBusy && !this.isAhead && !this.refusals.areOwed;
  }

  /** True when no part of a request was read since the last one that was refused without being parsed. */
  get isBetweenRequests(): boolean {
    return !this.isUnused && this.slices?.isBetweenRequests === true;
  }

  get owesRefusals(): boolean {
    return this.refusals.areOwed;
  }

  get newestWhole(): object | undefined {
    const { message, response } = this.waiting.newest ?? this.current ?? {};
    // Nothing that follows the last request of a connection is one.
    return message?.complete === true && response?.shouldKeepAlive === true ? message : undefined;
  }

  isRefusable(target: string): boolean {
    return !this.isClosing && !this.isSpent && this.shared.isRefusable(target);
  }

  /** Reads the connection in slices from now on. */
  slice(): void {
    if (this.slices !== undefined || !this.isReading) return;
    this.slices = new SlicedReading(this.socket, this, this.shared);
  }

  /** Says that its client sends what takes long to parse. */
  flood(): void {
    this.isFlooding = true;
    this.shared.onFlood();
  }

  /** Serves a request now, or when those before it have been answered. After a last response, never. */
  take(pair: MessagePair): void {
    if (!this.isReading) return;
    const isNext = !this.isBusy || this.refusedAhead > 0;
    if (isNext && !this.isAhead && this.refuseParsed(pair)) return;
    if (this.isBusy || this.isAhead) this.wait(pair);
    else this.begin(pair);
  }

  /**
   * Says something outside of any exchange, after the responses to all requests that arrived whole, and
   * closes: an answer to what the parser refuses, to a request that does not arrive in time, to CONNECT.
   */
  endWith(response: TextResponse): void {
    if (this.lastResponse !== undefined) return;
    this.lastResponse = response;
    const newest = this.waiting.newest ?? this.current;
    // What is wrong is in the body of a request, whose response this is.
    const isOfNewest = newest?.message.complete === false;
    if (isOfNewest && newest === this.current) {
      this.end();
      return;
    }
    if (isOfNewest) this.waiting.dropNewest();
    if (this.waiting.count === 0) this.endAfter(this.current);
  }

  refuse(count: number): void {
    this.requests += count;
    this.refusals.owe(count);
    if (this.isBusy || this.isAhead) this.refuseAfterLast();
    else this.refusals.write();
  }

  /**
   * Leaves what arrives from now on with the system, until it is visited.
   *
   * @param ahead as many connections as have requests that wait
   */
  awaitVisit(ahead: number): void {
    this.waiting.markUnsorted(ahead);
    const { message } = this.waiting.newest ?? this.current ?? {};
    // The rest of a body comes before everything else.
    if (message?.complete !== false) this.slices?.rest();
    this.goOn();
  }

  goOn(): void {
    if (this.isBusy || this.isAhead) this.watch();
    else this.readOn();
  }

  /** Goes on writing when Node has let go of the connection, as it does before 'connect'. */
  keepWriting(): void {
    this.socket.on('drain', () => this.current?.response.emit('drain'));
  }

  /** Lets nothing follow the response to the present request, which tells the client so. */
  close(): void {
    this.isClosing = true;
    this.waiting.drop();
    this.refusals.drop();
  }

  /** Cuts the connection. */
  destroy(): void {
    this.socket.destroy();
  }

  private begin(pair: MessagePair): void {
    this.current = pair;
    this.refusedAhead = 0;
    this.requests++;
    this.refuseAfterLast();
    this.shared.serve(pair, this);
  }

  /** @param isTooMuch whatever the load is @returns false for a request that is to be served */
  private refuseParsed(pair: MessagePair, isTooMuch = false): boolean {
    if (!this.isBusy) this.refusedAhead = 0;
    if (!this.shared.refuse(pair, isTooMuch)) return false;
    this.requests++;
    this.refusedAhead++;
    this.current = pair;
    return true;
  }

  /** Node may close the connection with the last response, so what is to follow is written before it does. */
  private refuseAfterLast(): void {
    if (!this.refusals.areOwed || this.waiting.count > 0 || this.followed === this.current) return;
    this.followed = this.current;
    this.current?.response.prependOnceListener('finish', () => {
      if (this.waiting.count === 0) this.refusals.write();
    });
  }

  private wait(pair: MessagePair): void {
    this.waiting.add(pair);
    this.socket.pause();
    if (this.waiting.count === SENT_AHEAD) this.flood();
    if (this.waiting.areTooMany) this.socket.destroy();
    else this.watch();
  }

  /** Goes on when the present response has closed; other connections have their turn in between. */
  private watch(): void {
    if (this.watched === this.current) return;
    this.watched = this.current;
    this.current?.response.once('close', () => {
      if (this.shared.admission.isShort) this.run();
      else this.shared.turns.add(this);
    });
  }

  /** Serves the next request that waits. */
  run(): void {
    if (!this.socket.writable) this.waiting.drop();
    this.slices?.expect();
    const next = this.refuseFirst();
    if (next !== undefined && !this.isBusy) this.begin(next);
    else if (next !== undefined) {
      // Those before it have been refused just now.
      this.waiting.putBack(next);
    }
    if (this.waiting.count > 0) this.watch();
    else if (this.isBusy && this.refusals.areOwed) {
      this.refuseAfterLast();
      this.watch();
    } else this.readOn();
  }

  /** Nothing that was read waits any more. */
  private readOn(): void {
    if (this.lastResponse !== undefined) {
      this.endAfter(this.current);
      return;
    }
    this.refusals.write();
    if (this.isAhead) return;
    if (this.slices === undefined || !this.isVisited) this.socket.resume();
    else if (this.isBusy) this.watch();
    else this.slices.queue();
  }

  /** True for a connection that is read in its turn only. */
  private get isVisited(): boolean {
    return this.shared.admission.isShort || this.slices?.isResting === true;
  }

  /** Refuses what is to be refused of the requests that wait. @returns the first one that is to be served */
  private refuseFirst(): MessagePair | undefined {
    const { waiting } = this;
    while (waiting.count > 0) {
      const isTooMuch = waiting.areTooManyUnsorted;
      const next = waiting.take();
      if (next !== undefined && !this.refuseParsed(next, isTooMuch)) return next;
    }
    return undefined;
  }

  /** Node may close the connection with the response, so what is to follow is written before it does. */
  private endAfter(pair: MessagePair | undefined): void {
    const response = pair?.response;
    if (response === undefined || response.closed || response.writableFinished) this.end();
    else {
      response.prependOnceListener('finish', () => {
        this.end();
      });
    }
  }

  /** A response to the same request may have begun; a second one would be taken for that to the next. */
  private end(): void {
    const { current, isClosing, lastResponse, socket } = this;
    this.refusals.write();
    const isAnswered = current?.message.complete === false && current.response.headersSent;
    if (isClosing || isAnswered || lastResponse === undefined) socket.destroySoon();
    else writeLastResponse(socket, lastResponse);
  }
}
