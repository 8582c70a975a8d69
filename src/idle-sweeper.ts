import type { Socket } from 'node:net';
import { isServing } from './express';

/** Milliseconds between two looks at the connections of a server that closes. */
const SWEEP_MS = 10;

/**
 * Milliseconds without anything on a connection before it is cut: a client that sends one request after the
 * other has sent the next one by then, gets its response, and learns from it that the connection closes.
 */
const QUIET_MS = 50;

/** What had arrived on a connection, and since when it is all. */
interface Seen {
  readonly bytes: number;
  readonly since: number;
}

/** Cuts the connections of a server that closes once no request is served on them, and none arrives. */
export class IdleSweeper {
  private readonly seen = new Map<Socket, Seen>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly sockets: ReadonlySet<Socket>) {
    this.sweep();
    // What has arrived is read before this, also when the event loop is late.
    this.timer = setInterval(() => setImmediate(this.sweep), SWEEP_MS);
  }

  end(): void {
    clearInterval(this.timer);
  }

  private readonly sweep = (): void => {
    const now = performance.now();
    for (const socket of this.sockets) {
      // One that has been ended is cut by whoever ended it, when its last response has been read.
      if (socket.writableEnded) continue;
      const seen = this.seen.get(socket);
      if (isServing(socket)) this.seen.delete(socket);
      else if (seen?.bytes !== socket.bytesRead) {
        this.seen.set(socket, { bytes: socket.bytesRead, since: now });
      } else if (now - seen.since >= QUIET_MS) socket.destroy();
    }
  };
}
