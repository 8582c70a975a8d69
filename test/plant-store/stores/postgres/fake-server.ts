import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** @see https://www.postgresql.org/docs/current/protocol-message-formats.html */
const SSL_REQUEST = 80_877_103;

/** A request for authentication, by its number: 0 is that there is none, or no more. */
function authentication(code: number, rest = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.write('R');
  head.writeInt32BE(8 + rest.length, 1);
  head.writeInt32BE(code, 5);
  return Buffer.concat([head, rest]);
}

export const OK = authentication(0);
export const CLEARTEXT = authentication(3);
export const MD5 = authentication(5, Buffer.from('salt'));
export const SCRAM = authentication(10, Buffer.from('SCRAM-SHA-256\0\0'));
export const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');

/** A server that sends what it is told to, one piece for each message of the client, and keeps what it gets. */
export class FakeServer {
  private readonly chunks: Buffer[] = [];
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly pieces: readonly (readonly Buffer[])[],
  ) {
    server.on('connection', (socket) => this.serve(socket));
  }

  /**
   * @param pieces the first answers the startup, and each further one what comes next; one of several
   *   parts is sent in as many packets
   * @param path of a Unix socket; by default a free port of 127.0.0.1
   */
  static async listen(pieces: readonly (readonly Buffer[])[], path?: string): Promise<FakeServer> {
    const server = createServer();
    if (path === undefined) server.listen(0, '127.0.0.1');
    else server.listen(path);
    await once(server, 'listening');
    return new FakeServer(server, pieces);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** All that clients have sent. */
  get received(): Buffer {
    return Buffer.concat(this.chunks);
  }

  end(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    const pieces = [...this.pieces];
    socket.on('data', (data) => {
      this.chunks.push(data);
      if (data.length === 8 && data.readInt32BE(4) === SSL_REQUEST) socket.write('N');
      else void send(socket, pieces.shift() ?? []);
    });
  }
}

async function send(socket: Socket, parts: readonly Buffer[]): Promise<void> {
  for (const part of parts) {
    socket.write(part);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
