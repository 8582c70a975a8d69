import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '../../bench/connection';
import { Random } from '../../../../src/cli/random';
import { show } from '../findings';
import { isEcho } from '../response-content';
import type { Stage } from '../stage';
import { createRequest } from '../tasks';
import { within } from '../waiting';
import { PlantSource } from './requests/plants';

/** Connection numbers beyond those of scripts. */
const FIRST_NUMBER = 2 ** 31;

/** Creates on one connection, before the next one is opened. */
const CREATES_PER_CONNECTION = 20;
const PAUSE_MS = 10;

/** A response must be there by then, whatever others do and however busy the machine is. */
const LIMIT_MS = 30_000;

/**
 * Clients that create one plant after the other, now and again on a fresh connection, while others do what
 * they should not. Each create must be answered with its plant, or for now with 503.
 */
export class PoliteClients {
  /** Milliseconds until each response, that of a new connection included. */
  latencies: number[] = [];
  /** Responses of 503. */
  busy = 0;
  private isOver = false;
  private readonly running: Promise<void>[];

  constructor(
    private readonly stage: Stage,
    clients: number,
  ) {
    this.running = Array.from({ length: clients }, (_, number) => this.run(number));
  }

  /** Forgets what was measured so far. */
  forget(): void {
    this.latencies = [];
    this.busy = 0;
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.running);
  }

  private async run(number: number): Promise<void> {
    const { service, seed } = this.stage;
    const plants = new PlantSource(new Random(`${seed} polite ${number}`), FIRST_NUMBER + number);
    let connection: Connection | undefined;
    for (let made = 0; !this.isOver && service.port !== undefined; made++) {
      await sleep(PAUSE_MS);
      if (made % CREATES_PER_CONNECTION === 0 || connection?.isOpen !== true) {
        connection?.close();
        connection = undefined;
      }
      connection = await this.create(connection, plants);
    }
    connection?.close();
  }

  /** Creates a plant. @returns the connection for the next one */
  private async create(
    known: Connection | undefined,
    plants: PlantSource,
  ): Promise<Connection | undefined> {
    const { service, ledger, findings } = this.stage;
    const plant = plants.next();
    ledger.ask(plant);
    const begin = performance.now();
    const exchange = async (): ReturnType<Connection['send']> => {
      known ??= await Connection.open(service.port ?? 0);
      if (known === undefined) throw new Error('the connection was not accepted');
      return known.send(createRequest(plant));
    };
    try {
      const response = await within(LIMIT_MS, 'a create of a well-behaved client', exchange());
      this.latencies.push(performance.now() - begin);
      const { status, body } = response;
      if (status === 200 && isEcho(response, plant)) ledger.accepted(plant);
      else if (status === 503) this.busy++;
      else findings.unexpected(`a well-behaved client got ${status} ${body} for ${show(plant)}`);
      return known;
    } catch (error) {
      // Of a service that has ended, that is the finding.
      if (await service.isServing()) {
        findings.unexpected(`a well-behaved client got no response: ${(error as Error).message}`);
      }
      known?.close();
      return undefined;
    }
  }
}
