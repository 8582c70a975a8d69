import { connect, type Socket } from 'node:net';
import type { Plant } from '../../../../src/plant-store/plants/plant';
import { errorFault, isEcho } from '../response-content';
import { ResponseReader, type Response } from '../response-reader';
import { createRequest } from '../tasks';

/** Milliseconds without a byte after which a connection that awaits responses counts as hanging. */
const SILENCE_MS = 10_000;

/** Ids from here on have the same number of digits. */
const FIRST_ID = 1_000_000_000_000;
const PLANTS_PER_CLIENT = 10_000_000;

/** The number-th plant of a client, whose name repeats its id. */
export function plantOf(client: number, number: number): Plant {
  const id = idOf(client, number);
  return { id: BigInt(id), name: `plant ${id}` };
}

/** True for each plant of such a client, which may be stored without a response. */
export function isPlantOfClient({ id, name, tag }: Plant): boolean {
  return name === `plant ${id}` && tag === undefined;
}

/**
 * A client that creates plants, many of them ahead of their responses. Each response must be the one to its
 * request: 200 with the plant, or 503 with Retry-After.
 */
export class PipeliningClient {
  /** Creates that were sent. */
  sent = 0;
  /** Responses of 503. */
  busy = 0;
  /** Numbers of the plants that were acknowledged. */
  readonly created: number[] = [];
  /** What must not be. The client has closed its connection then. */
  fault: string | undefined;
  /** Called after the responses of a packet. */
  onResponses: () => void = () => undefined;
  private readonly reader = new ResponseReader(() => false);
  private isBlocked = false;
  private isOver = false;
  /** When the last byte arrived, or the first request without a response was sent. */
  private heardAt = 0;

  private constructor(
    private readonly socket: Socket,
    readonly number: number,
  ) {
    socket.on('drain', () => (this.isBlocked = false));
    socket.on('data', (chunk) => {
      this.receive(chunk);
    });
    socket.on('error', ({ message }) => {
      this.fail(`the connection is lost: ${message}`);
    });
    socket.on('close', () => {
      this.fail('the service closed the connection');
    });
  }

  /**
   * Connects to a port of this machine.
   *
   * @param number one below 1,000 that no other client has
   * @throws Error when nobody takes the connection
   */
  static open(port: number, number: number): Promise<PipeliningClient> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new PipeliningClient(socket, number));
      });
    });
  }

  /** Creates without a response. */
  get due(): number {
    return this.isOver ? 0 : this.sent - this.created.length - this.busy;
  }

  /** Sends creates in one write, unless earlier ones still wait for the service to read. */
  send(count: number): void {
    if (this.isBlocked || this.isOver) return;
    if (this.due === 0) this.heardAt = performance.now();
    let text = '';
    for (let left = count; left > 0; left--) text += createText(idOf(this.number, this.sent++));
    this.isBlocked = !this.socket.write(text, 'latin1');
  }

  /** Notes a fault if no byte has come for too long. */
  checkSilence(limitMs = SILENCE_MS): void {
    if (this.due === 0 || performance.now() - this.heardAt < limitMs) return;
    this.fail(`no byte in ${limitMs / 1_000} s, and ${this.due} creates without a response`);
  }

  close(): void {
    this.isOver = true;
    this.socket.destroy();
  }

  private receive(chunk: Buffer): void {
    if (this.isOver) return;
    this.heardAt = performance.now();
    try {
      this.reader.push(chunk);
      for (let next = this.reader.next(); next !== undefined; next = this.reader.next()) {
        this.take(next);
      }
    } catch (error) {
      this.fail((error as Error).message);
    }
    this.onResponses();
  }

  private take(response: Response): void {
    const { status, headers } = response;
    const at = this.created.length + this.busy;
    if (at === this.sent) {
      this.fail(`a response of ${status} to no request`);
    } else if (status === 200 && isEcho(response, plantOf(this.number, at))) {
      this.created.push(at);
    } else if (status === 503 && isRetryAfter(headers) && errorFault(response) === undefined) {
      this.busy++;
    } else {
      const head = `${status}, Retry-After ${headers.get('retry-after') ?? 'absent'}`;
      this.fail(`response ${at + 1} is ${head}, ${response.body.toString()}`);
    }
  }

  private fail(what: string): void {
    if (!this.isOver) this.fault = `connection ${this.number}: ${what}`;
    this.close();
  }
}

function idOf(client: number, number: number): number {
  return FIRST_ID + client * PLANTS_PER_CLIENT + number;
}

const [BEFORE = '', BETWEEN = '', AFTER = ''] = createRequest(plantOf(0, 0)).split(
  String(FIRST_ID),
);

/** The request that creates a plant; only the id differs. */
function createText(id: number): string {
  return `${BEFORE}${id}${BETWEEN}${id}${AFTER}`;
}

function isRetryAfter(headers: Response['headers']): boolean {
  return /^\d+$/.test(headers.get('retry-after') ?? '');
}
