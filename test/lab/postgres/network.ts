import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** An address before a server, which may fall silent without closing a connection, and lead to another server. */
export class Network {
  private readonly sockets = new Set<Socket>();
  private isSilent = false;

  private constructor(
    private readonly server: Server,
    private target: number,
  ) {}

  /** @param port of the server on 127.0.0.1 */
  static async before(port: number): Promise<Network> {
    const server = createServer().listen(0, '127.0.0.1');
    const network = new Network(server, port);
    server.on('connection', (near) => {
      const far = connect(network.target, '127.0.0.1');
      network.forward(near, far);
      network.forward(far, near);
    });
    await once(server, 'listening');
    return network;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Leads new connections to another server; the old ones stay where they are. */
  lead(port: number): void {
    this.target = port;
  }

  /** Drops what is sent from now on. */
  silence(): void {
    this.isSilent = true;
  }

  /** Forwards again, on new connections; the old ones stay silent. */
  restore(): void {
    for (const socket of this.sockets) socket.removeAllListeners('data').resume();
    this.isSilent = false;
  }

  end(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private forward(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.on('data', (bytes) => {
      if (!this.isSilent) to.write(bytes);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      if (!this.isSilent) to.destroy();
    });
  }
}
