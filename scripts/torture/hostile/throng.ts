import { connect } from 'node:net';
import type { Plant } from '../../../src/plants/plant';
import { Random } from '../../random';
import { createRequest } from '../tasks';
import { count } from './counting';
import { PlantSource } from './requests/plants';
import { isEcho } from '../response-content';
import { ResponseReader, type Response } from './response-reader';

/** What a throng of clients got. */
export interface ThrongResult {
  readonly acknowledged: readonly Plant[];
  /** Responses other than 200, by status. */
  readonly others: ReadonlyMap<number, number>;
  /** What must not be. */
  readonly faults: readonly string[];
}

/** Creates that each client sends in one write. */
const PIPELINE = 20;

const AGAIN_MS = 50;

/** Clients that create as many plants as the service takes, reading each response. */
export class Throng {
  private readonly acknowledged: Plant[] = [];
  private readonly others = new Map<number, number>();
  private readonly faults: string[] = [];
  private isOver = false;

  constructor(
    private readonly port: number,
    seed: number,
    connections: number,
  ) {
    for (let number = 0; number < connections; number++) {
      this.open(new PlantSource(new Random(`${seed} throng ${number}`), number));
    }
  }

  /** Lets no client send any more. */
  stop(): ThrongResult {
    this.isOver = true;
    const { acknowledged, others, faults } = this;
    return { acknowledged, others, faults };
  }

  private open(plants: PlantSource): void {
    if (this.isOver) return;
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    const reader = new ResponseReader(() => false);
    let due: Plant[] = [];
    const send = (): void => {
      // Marked: what is under way at the end may be kept or not.
      due = Array.from({ length: PIPELINE }, () => plants.nextMarked());
      socket.write(due.map(createRequest).join(''), 'latin1');
    };
    socket.on('connect', send);
    socket.on('data', (chunk) => {
      if (this.isOver) {
        socket.destroy();
        return;
      }
      reader.push(chunk);
      try {
        for (let got = reader.next(); got !== undefined; got = reader.next()) {
          this.take(got, due.shift());
        }
      } catch (error) {
        this.fault((error as Error).message);
        socket.destroy();
      }
      if (due.length === 0 && !socket.destroyed) send();
    });
    // It is told by 'close' as well.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      setTimeout(() => {
        this.open(plants);
      }, AGAIN_MS);
    });
  }

  private take(response: Response, plant: Plant | undefined): void {
    const { status } = response;
    if (plant === undefined) this.fault(`a response of ${status} to no request`);
    else if (status === 200 && isEcho(response, plant)) this.acknowledged.push(plant);
    else if (status === 200) this.fault('a response is of another plant');
    else {
      count(this.others, status);
      if (status !== 503) this.fault(`a create got ${status} ${response.body.toString()}`);
    }
  }

  private fault(what: string): void {
    if (!this.faults.includes(what)) this.faults.push(what);
  }
}
