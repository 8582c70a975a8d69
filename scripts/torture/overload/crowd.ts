import { connect, type Socket } from 'node:net';
import { createText, FIRST_ID } from './plant-text';

/** Connections that do nothing, or next to nothing. */
export class Crowd {
  private readonly sockets: Socket[] = [];
  private readonly timer: NodeJS.Timeout;

  /**
   * @param idle connections that are silent after they were opened
   * @param slow connections that send a request, a byte every 50 ms
   */
  constructor(port: number, { idle, slow }: { readonly idle: number; readonly slow: number }) {
    const open = (): Socket => {
      const socket = connect({ port, host: '127.0.0.1' });
      // The service may well cut one of these.
      socket.on('error', () => undefined);
      socket.resume();
      this.sockets.push(socket);
      return socket;
    };
    for (let count = 0; count < idle; count++) open();
    const senders = Array.from({ length: slow }, open);
    // Its last byte is never sent.
    const text = createText(FIRST_ID).slice(0, -1);
    let at = 0;
    this.timer = setInterval(() => {
      const byte = text[at++];
      if (byte !== undefined) for (const socket of senders) socket.write(byte);
    }, BYTE_MS);
  }

  end(): void {
    clearInterval(this.timer);
    for (const socket of this.sockets) socket.destroy();
  }
}

const BYTE_MS = 50;
