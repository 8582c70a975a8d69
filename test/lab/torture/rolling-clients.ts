import { Connection } from '../bench/connection';
import { Random } from '../../../src/cli/random';
import type { Plant } from '../../../src/plant-store/plants/plant';
import { show, type Findings } from './findings';
import { PlantSource } from './hostile/requests/plants';
import type { Ledger } from './ledger';
import type { Target } from './load';
import { isEcho } from './response-content';
import { createRequest } from './tasks';

/** What clients met while services were restarted. */
export interface RollingCounts {
  creates: number;
  /** Creates that were settled by being sent once more, to another instance. */
  retried: number;
  /** Creates that were not settled by that. */
  failed: number;
  /** Reasons to send again: the connection was refused, lost before the response, or 503. */
  refused: number;
  lost: number;
  unavailable: number;
}

export interface RollingOptions {
  readonly targets: readonly Target[];
  readonly ledger: Ledger;
  readonly findings: Findings;
  readonly seed: number;
}

/** Clients that create plants one after the other, and send each that fails once more, to the next instance. */
export class RollingClients {
  readonly counts: RollingCounts = {
    ...{ creates: 0, retried: 0, failed: 0 },
    ...{ refused: 0, lost: 0, unavailable: 0 },
  };
  private isOver = false;
  private readonly running: Promise<void>[];

  constructor(
    private readonly options: RollingOptions,
    clients: number,
  ) {
    this.running = Array.from({ length: clients }, (_, number) => this.run(number));
  }

  /** Lets each have its response, and ends. */
  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.running);
  }

  private async run(number: number): Promise<void> {
    const { ledger, seed, targets } = this.options;
    const plants = new PlantSource(new Random(`${seed} rolling ${number}`), number);
    const client: Client = { connection: undefined };
    let at = number;
    while (!this.isOver) {
      const plant = plants.next();
      ledger.ask(plant);
      this.counts.creates++;
      if (await this.create(client, targets[at % targets.length], plant)) continue;
      at++;
      if (await this.create(client, targets[at % targets.length], plant)) this.counts.retried++;
      else this.counts.failed++;
    }
    client.connection?.close();
  }

  /** @returns false when it failed; then the client has no connection */
  private async create(
    client: Client,
    { port }: Target = { port: undefined },
    plant: Plant,
  ): Promise<boolean> {
    const { counts } = this;
    const { connection = port === undefined ? undefined : await Connection.open(port) } = client;
    client.connection = undefined;
    if (connection === undefined) {
      counts.refused++;
      return false;
    }
    try {
      const response = await connection.send(createRequest(plant));
      const isCreated = response.status === 200 && isEcho(response, plant);
      if (isCreated) this.options.ledger.accepted(plant);
      else if (response.status === 503) counts.unavailable++;
      else this.options.findings.unexpected(`${show(plant)} got ${response.status}`);
      if (isCreated && !/\r\nconnection: *close\r?$/im.test(response.head)) {
        client.connection = connection;
      } else connection.close();
      return isCreated;
    } catch {
      counts.lost++;
      connection.close();
      return false;
    }
  }
}

interface Client {
  connection: Connection | undefined;
}
