import type { Socket } from 'node:net';
import type { UnsentResponses } from './unsent-responses';

/** What the refusals of all connections have in common. */
export interface SharedByRefusals {
  /** So many refusals of requests that were not parsed, as they are sent. */
  refusals(count: number): Buffer;
  readonly unsent: UnsentResponses;
}

/** The refusals of requests that were not parsed: they follow the responses to all requests that were. */
export class OwedRefusals {
  private count = 0;
  /** True while the client has not taken those that were written. */
  isUnread = false;

  /** @param onRead told when the client has taken what it had not */
  constructor(
    private readonly socket: Socket,
    private readonly shared: SharedByRefusals,
    private readonly onRead: () => void,
  ) {}

  get areOwed(): boolean {
    return this.count > 0;
  }

  owe(count: number): void {
    this.count += count;
  }

  /** Nothing is sent any more. */
  drop(): void {
    this.count = 0;
  }

  write(): void {
    const { socket, shared, count } = this;
    this.drop();
    if (count === 0 || !socket.writable) return;
    socket.write(shared.refusals(count));
    if (socket.writableNeedDrain && !this.isUnread) this.awaitReading();
  }

  private awaitReading(): void {
    const { socket, shared } = this;
    this.isUnread = true;
    void shared.unsent.drained(socket, socket.writableLength).then(() => {
      this.isUnread = false;
      this.onRead();
    });
  }
}
