import { connect, type Socket } from 'node:net';
import { TOKEN } from '../../bench/request-text';
import { createRequest } from '../tasks';
import { count } from './counting';
import { PlantSource } from './requests/plants';
import { Random } from '../../random';

/** What hostile clients of a siege do, each on many connections. */

/** Goes on with a connection that has just been made, until it is gone. */
type Attack = (socket: Socket) => void;

interface Attackers {
  readonly name: string;
  readonly connections: number;
  readonly attack: Attack;
  /** Milliseconds until a connection that was cut is made again. */
  readonly againMs: number;
  /** Whether the client reads anything by itself. */
  readonly reads: boolean;
}

const SECOND_MS = 1_000;

/** Requests of an unread pipeline, which go out in one write. */
const PIPELINE = 1_700;

/** Different pipelines of creates; the same plants again are as much work. */
const PIPELINES = 8;

const DOCUMENT = 'GET /-/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n';

const BODY_HEAD =
  'POST /plants HTTP/1.1\r\nHost: a\r\n' +
  `Authorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n`;

/** All that attack at once. */
function siegeAttackers(seed: number): Attackers[] {
  const creates = Array.from({ length: PIPELINES }, (_, at) => createPipeline(seed, at));
  let made = 0;
  const soon = { againMs: 50, reads: false };
  return [
    {
      name: 'unread documents',
      connections: 50,
      attack: unread(() => DOCUMENT.repeat(PIPELINE), DOCUMENT),
      ...soon,
    },
    {
      name: 'unread creates',
      connections: 50,
      attack: unread(() => creates[made++ % PIPELINES] ?? '', DOCUMENT),
      ...soon,
    },
    { name: 'slow headers', connections: 200, attack: slowHeaders, againMs: 50, reads: true },
    {
      name: 'unfinished bodies',
      connections: 500,
      attack: unfinished(
        'Content-Length: 900000',
        '{"id":1,"name":"'.padEnd(4_000),
        'x'.repeat(100),
      ),
      againMs: 500,
      reads: true,
    },
    {
      name: 'unfinished bodies in one-byte chunks',
      connections: 500,
      attack: unfinished(
        'Transfer-Encoding: chunked',
        '1\r\n \r\n'.repeat(1_000),
        '1\r\n \r\n'.repeat(500),
      ),
      againMs: 500,
      reads: true,
    },
    { name: 'slow readers', connections: 50, attack: slowReader, ...soon },
  ];
}

/** Connections that were cut, by what was done on them. */
export type SiegeResult = ReadonlyMap<string, number>;

/** All attackers, each of whose connections is made again when the server cuts it. */
export class Siege {
  private readonly cut = new Map<string, number>();
  private readonly sockets = new Set<Socket>();
  private isOver = false;

  constructor(
    private readonly port: number,
    seed: number,
  ) {
    for (const attackers of siegeAttackers(seed)) {
      this.cut.set(attackers.name, 0);
      for (let left = attackers.connections; left > 0; left--) this.open(attackers);
    }
  }

  stop(): SiegeResult {
    this.isOver = true;
    for (const socket of this.sockets) socket.destroy();
    return this.cut;
  }

  private open(attackers: Attackers): void {
    if (this.isOver) return;
    const { name, attack, reads, againMs } = attackers;
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    this.sockets.add(socket);
    if (reads) socket.resume();
    else socket.pause();
    socket.once('connect', () => {
      attack(socket);
    });
    // It is told by 'close' as well.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.sockets.delete(socket);
      if (this.isOver) return;
      count(this.cut, name);
      setTimeout(() => {
        this.open(attackers);
      }, againMs);
    });
  }
}

/** Sends a pipeline, then a request now and again, and reads nothing. */
function unread(pipeline: () => string, request: string): Attack {
  return (socket) => {
    socket.write(pipeline(), 'latin1');
    every(socket, SECOND_MS / 2, () => socket.write(request));
  };
}

/** Headers, a byte a second. */
function slowHeaders(socket: Socket): void {
  socket.write('GET /-/live HTTP/1.1\r\nHost: a\r\nX-');
  every(socket, SECOND_MS, () => socket.write('a'));
}

/** A body that begins, goes on a little each second, and does not end. */
function unfinished(header: string, begin: string, more: string): Attack {
  return (socket) => {
    socket.write(`${BODY_HEAD}${header}\r\n\r\n${begin}`);
    // Not all in the same moment.
    setTimeout(() => {
      every(socket, SECOND_MS, () => socket.write(more));
    }, Math.random() * SECOND_MS);
  };
}

/** Documents without end to a client that reads one piece of them ten times a second. */
function slowReader(socket: Socket): void {
  socket.write(DOCUMENT.repeat(100));
  every(socket, SECOND_MS, () => socket.write(DOCUMENT));
  socket.on('data', () => socket.pause());
  every(socket, SECOND_MS / 10, () => socket.resume());
}

/** Does something again and again while the connection stands. */
function every(socket: Socket, ms: number, act: () => void): void {
  if (socket.destroyed) return;
  const timer = setInterval(act, ms);
  socket.once('close', () => {
    clearInterval(timer);
  });
}

function createPipeline(seed: number, number: number): string {
  const plants = new PlantSource(new Random(`${seed} siege ${number}`), number);
  return Array.from({ length: PIPELINE }, () => createRequest(plants.nextMarked())).join('');
}
