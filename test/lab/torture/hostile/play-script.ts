import { connect, type Socket } from 'node:net';
import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises';
import { ResponseReader } from '../../../support/response-reader';
import { bytesOf, type Action, type Script } from './script';
import type { Ending, Verifier } from './verifier';

/** Milliseconds without a sign of the server after which it counts as hanging. */
const SILENCE_MS = 15_000;

/**
 * Does what a script says on a connection of its own, and passes what comes back to its verifier.
 *
 * @param port of this machine
 * @returns how many bytes were sent, from the first one on; undefined when the connection is refused
 */
export async function playScript(
  port: number,
  script: Script,
  verifier: Verifier,
): Promise<number | undefined> {
  const options = { port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true };
  const socket = await new Promise<Socket | undefined>((resolve) => {
    const opened = connect(options, () => {
      resolve(opened);
    });
    opened.once('error', () => {
      resolve(undefined);
    });
  });
  return socket && new Player(socket, bytesOf(script), verifier).play(script.actions);
}

class Player {
  private readonly reader = new ResponseReader(true);
  private sent = 0;
  private isHalfClosed = false;
  private ending: Ending | undefined;
  private wake: () => void = () => undefined;
  /** When the server last gave a sign. */
  private heardAt = performance.now();

  constructor(
    private readonly socket: Socket,
    private readonly bytes: Buffer,
    private readonly verifier: Verifier,
  ) {
    socket.on('data', (chunk) => {
      this.receive(chunk);
    });
    socket.on('end', () => {
      this.end('closed');
    });
    socket.on('error', ({ syscall }: NodeJS.ErrnoException) => {
      // The server may have sent something before a write failed; it is not read any more.
      this.end(syscall === 'read' ? 'reset' : 'cut');
    });
  }

  async play(actions: readonly Action[]): Promise<number> {
    for (const action of actions) {
      if (this.ending !== undefined) break;
      await this.act(action);
    }
    this.ending ??= 'left';
    this.socket.destroy();
    const { verifier, reader, ending, sent, isHalfClosed } = this;
    verifier.end(ending, { bytes: sent, isHalfClosed }, reader.isWithin);
    return sent;
  }

  private async act(action: Action): Promise<void> {
    const { socket } = this;
    switch (action.do) {
      case 'write':
        if (action.to > this.sent) socket.write(this.bytes.subarray(this.sent, action.to));
        this.sent = Math.max(this.sent, action.to);
        // Each write is a packet of its own, and what has arrived meanwhile is read.
        await breathe();
        return;
      case 'wait':
        await sleep(action.ms);
        return;
      case 'pause':
        socket.pause();
        setTimeout(() => socket.resume(), action.ms);
        return;
      case 'read':
        return this.until(() => this.verifier.isSettled(this.sent));
      case 'half-close':
        this.isHalfClosed = true;
        socket.end();
        return;
      case 'await-close':
        return this.until(() => false);
      case 'close':
        this.end('left');
        return;
      case 'reset':
        this.end('left');
        socket.resetAndDestroy();
    }
  }

  private receive(chunk: Buffer): void {
    // A client that has left reads nothing.
    if (this.ending !== undefined) return;
    this.heardAt = performance.now();
    const { reader, verifier } = this;
    try {
      reader.push(chunk);
      for (;;) {
        reader.isForHead = verifier.isForHead;
        const response = reader.next();
        if (response === undefined) break;
        verifier.take(response);
      }
    } catch (error) {
      verifier.malformed((error as Error).message);
      this.end('left');
    }
    this.wake();
  }

  private end(ending: Ending): void {
    this.ending ??= ending;
    this.wake();
  }

  /** Waits until a condition holds, or the connection has ended. */
  private async until(holds: () => boolean): Promise<void> {
    this.heardAt = performance.now();
    while (this.ending === undefined && !holds()) {
      const left = this.heardAt + SILENCE_MS - performance.now();
      if (left <= 0) {
        this.end('overdue');
        return;
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}
