import type { Server } from 'node:http';
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net';
import { type Connection, openConnections } from './connections/connections';

export interface Listener {
  /** Such as `http://127.0.0.1:3000`, without a slash at the end. */
  readonly url: string;
  /** Stops listening, lets responses in progress end, and cuts the remaining connections after the grace time. */
  close(graceMs: number): Promise<void>;
}

/**
 * Thrown when a service cannot listen on its address. The message is for the operator: the address, the fault and the
 * remedy.
 *
 * @example
 * ```ts
 * import { ListenError } from 'openapi-trellis/express';
 * import { startService, type StartServiceOptions } from 'openapi-trellis/service';
 *
 * export async function start(options: StartServiceOptions<object>): Promise<void> {
 *   await startService(options).catch((error: unknown) => {
 *     if (!(error instanceof ListenError)) throw error;
 *     console.error(error.message);
 *   });
 * }
 * ```
 */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/**
 * The most connections waiting to be accepted, within the system's limit (on Linux `net.core.somaxconn`, usually
 * 4,096). A client beyond it retries after one, three and seven seconds: with Node's default of 511, a burst of
 * connections would delay everybody that long.
 */
const BACKLOG = 65_535;

/**
 * Listens on an address.
 *
 * @param port 0 to 65535; 0 selects a free one
 * @throws ListenError naming the address and the remedy
 */
export async function listen(
  server: Server,
  host: string,
  port: number,
  portVariable: string,
): Promise<Listener> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => {
      reject(new ListenError(describe(error, host, port, portVariable), { cause: error }));
    };
    server.once('error', fail);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', fail);
      resolve();
    });
  });
  return { url: urlOf(server.address() as AddressInfo), close: (ms) => close(server, ms) };
}

function describe(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  portVariable: string,
): string {
  const address = `Cannot listen on ${host}:${port}`;
  switch (error.code) {
    case 'EADDRINUSE':
      return `${address}: the port is in use; set ${portVariable} to another one, or to 0 for a free one`;
    case 'EACCES':
      return `${address}: no permission; set ${portVariable} to a port from 1024 on`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${address}: this machine has no such address; set HOST to one it has`;
    default:
      return `${address}: ${error.message}`;
  }
}

/** A wildcard address cannot be called; the loopback address reaches it. */
function urlOf({ address, family, port }: AddressInfo): string {
  const called = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address;
  return `http://${family === 'IPv6' && called === address ? `[${called}]` : called}:${port}`;
}

/**
 * Node's `close` of an HTTP server would cut every connection whose response has been written but not completely sent.
 * This uses `close` of a net server, which waits for all connections.
 */
async function close(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => {
      resolve();
    });
  });
  const connections = openConnections(server);
  const sweeper = new IdleSweeper(connections);
  const deadline = setTimeout(() => {
    for (const { socket } of connections) socket.destroy();
    // Of a server that createHttpServer has not made, only Node knows the connections.
    server.closeAllConnections();
  }, graceMs);
  await closed;
  clearTimeout(deadline);
  sweeper.end();
  // Ends the checks for requests that do not arrive in time, which continue until here.
  server.close();
}

/** Milliseconds between two checks of the connections of a closing server. */
const SWEEP_MS = 10;

/**
 * Checks without new data on a connection before it is cut: by then a client that sends one request after the other has
 * sent the next one, gets its response, and learns that the connection closes. The limit is in checks, not
 * milliseconds, since none runs while the process is blocked.
 */
const QUIET_LOOKS = 5;

/** The bytes received on a connection, and the number of checks since. */
interface Seen {
  readonly bytes: number;
  looks: number;
}

/** Cuts the connections of a closing server once no request is served on them, and none arrives. */
class IdleSweeper {
  private readonly seen = new Map<Socket, Seen>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly connections: Iterable<Connection>) {
    this.sweep();
    // Received data is read before this, even when the event loop is late.
    this.timer = setInterval(() => setImmediate(this.sweep), SWEEP_MS);
  }

  end(): void {
    clearInterval(this.timer);
  }

  private readonly sweep = (): void => {
    for (const { socket, isServing } of this.connections) {
      // A socket that has been ended is cut by its owner, when its last response has been read.
      if (socket.writableEnded) continue;
      const seen = this.seen.get(socket);
      if (isServing) this.seen.delete(socket);
      else if (seen?.bytes !== socket.bytesRead) {
        this.seen.set(socket, { bytes: socket.bytesRead, looks: 0 });
      } else if (++seen.looks >= QUIET_LOOKS) socket.destroy();
    }
  };
}
