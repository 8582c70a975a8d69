import type { Socket } from 'node:net';
import { isServing } from './connections/connections';

/** Milliseconds between two looks at the connections of a server that closes. */
const SWEEP_MS = 10;

/**
 * Looks that find nothing new on a connection before it is cut: a client that sends one request after the
 * other has sent the next one by then, gets its response, and learns from it that the connection closes.
 * Looks are counted, not milliseconds: none is taken while the process is held up.
 */
const QUIET_LOOKS = 5;

/** What had arrived on a connection, and how many looks ago. */
interface Seen {
  readonly bytes: number;
  looks: number;
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
    for (const socket of this.sockets) {
      // One that has been ended is cut by whoever ended it, when its last response has been read.
      if (socket.writableEnded) continue;
      const seen = this.seen.get(socket);
      if (isServing(socket)) this.seen.delete(socket);
      else if (seen?.bytes !== socket.bytesRead) {
        this.seen.set(socket, { bytes: socket.bytesRead, looks: 0 });
      } else if (++seen.looks >= QUIET_LOOKS) socket.destroy();
    }
  };
}
