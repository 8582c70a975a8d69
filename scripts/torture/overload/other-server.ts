import { fork } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { clearAtEnd } from '../../clean-up';

/**
 * A server in a process of its own that takes connections and reads them, and does nothing else: what clients
 * of the service are compared with, since a crowd takes time of the machine wherever it is connected. This file
 * is both what starts the process and what runs in it.
 */
export class OtherServer {
  private constructor(
    readonly port: number,
    readonly stop: () => void,
  ) {}

  static start(): Promise<OtherServer> {
    const child = fork(__filename);
    const kill = (): void => void child.kill('SIGKILL');
    const cleared = clearAtEnd(kill);
    child.once('exit', cleared);
    return new Promise((resolve, reject) => {
      child.once('message', (port: number) => {
        resolve(new OtherServer(port, kill));
      });
      child.once('exit', () => {
        reject(new Error('the server beside the service ended'));
      });
    });
  }
}

function listen(): void {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).resume();
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

if (require.main === module) listen();
