import { connect, type Socket } from 'node:net';
import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises';
import { ResponseReader } from '../../../support/response-reader';
import { bytesOf, type Action, type Script } from './script';
import type { Ending, Verifier } from './verifier';

/** What came of a script, beside what its verifier knows. */
export interface Played {
  readonly ending: Ending;
  /** Bytes that were sent, from the first one on. */
  readonly bytes: number;
}

/** Milliseconds without a sign of the server after which it counts as hanging. */
const SILENCE_MS = 15_000;

/**
 * Does what a script says on a connection of its own, and has its verifier take what comes back.
 *
 * @param port of this machine
 * @returns undefined when nobody takes the connection
 */
export async function playScript(
  port: number,
  script: Script,
  verifier: Verifier,
): Promise<Played | undefined> {
  const socket = await open(port);
  if (socket === undefined) return undefined;
  const player = new Player(socket, bytesOf(script), verifier);
  return player.play(script.actions);
}

function open(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const options = { port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true };
    const socket = connect(options, () => {
      resolve(socket);
    });
    socket.once('error', () => {
      resolve(undefined);
    });
  });
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
      // What a failed write finds gone may have sent something that is not read any more.
      this.end(syscall === 'read' ? 'reset' : 'cut');
    });
  }

  async play(actions: readonly Action[]): Promise<Played> {
    for (const action of actions) {
      if (this.ending !== undefined) break;
      await this.act(action);
    }
    const { verifier, reader, sent, isHalfClosed } = this;
    const ending = this.ending ?? 'left';
    this.ending = ending;
    if (!this.socket.destroyed) this.socket.destroy();
    verifier.end(ending, { bytes: sent, isHalfClosed }, reader.isWithin);
    return { ending, bytes: sent };
  }

  private async act(action: Action): Promise<void> {
    switch (action.do) {
      case 'write':
        await this.write(action.to);
        return;
      case 'wait':
        await sleep(action.ms);
        return;
      case 'pause':
        this.pause(action.ms);
        return;
      case 'read':
        await this.until(() => this.verifier.isSettled(this.sent));
        return;
      case 'half-close':
        this.isHalfClosed = true;
        this.socket.end();
        return;
      case 'await-close':
        await this.until(() => false);
        return;
      case 'close':
        this.end('left');
        return;
      case 'reset':
        this.end('left');
        this.socket.resetAndDestroy();
    }
  }

  private async write(to: number): Promise<void> {
    if (to > this.sent) this.socket.write(this.bytes.subarray(this.sent, to));
    this.sent = Math.max(this.sent, to);
    // Each write is a packet of its own, and what has arrived meanwhile is read.
    await breathe();
  }

  private pause(ms: number): void {
    this.socket.pause();
    setTimeout(() => this.socket.resume(), ms);
  }

  private receive(chunk: Buffer): void {
    // Of a client that has left, nobody reads.
    if (this.ending !== undefined) return;
    this.heardAt = performance.now();
    try {
      this.reader.push(chunk);
      for (;;) {
        this.reader.isForHead = this.verifier.isForHead;
        const response = this.reader.next();
        if (response === undefined) break;
        this.verifier.take(response);
      }
    } catch (error) {
      this.verifier.malformed((error as Error).message);
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
      await this.sign(left);
    }
  }

  private sign(limitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, limitMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
