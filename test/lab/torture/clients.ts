import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../src/tools/cli/random';
import { stringifyJson } from '../../../src/runtime/contract';
import type { Plant } from '../../../src/plant-store/plants/plant-store';
import { ConnectionLostError, RawConnection } from '../../support/raw-connection';
import type { WireResponse } from '../../support/response-reader';
import { createDraft, textOf, utf8 } from '../request-text';
import { show, type Findings, type Ledger } from './ledger';
import { alteredPlant, randomId, randomPlant } from './plants';
import { isEcho, isUnavailable, membersOf } from './responses';
import { until, within } from './waiting';

/** Where a service listens; undefined while it does not. */
export interface Target {
  readonly port: number | undefined;
}

/** Counts of requests that the ledger does not have. */
export interface LoadCounts {
  responses: number;
  /** Requests whose connection broke before their response. */
  inDoubt: number;
  /** Requests that were sent once more, after that or after a 503. */
  retried: number;
  /** Requests that had to be sent more than twice. */
  failedTwice: number;
  /** Responses of 503. */
  unavailable: number;
}

interface LoadOptions {
  readonly targets: readonly Target[];
  readonly tasks: Tasks;
  readonly ledger: Ledger;
  readonly findings: Findings;
  readonly random: Random;
  /** What a client sees of "Retry-After: 1", in milliseconds; by default 5. */
  readonly retryAfterMs?: number;
}

/** What a client sees of "Retry-After: 1", which is meant for clients that have time. */
const RETRY_AFTER_MS = 5;
/** Then a client connects anew, perhaps to another instance. */
const REQUESTS_PER_CONNECTION = 500;
/** Kills, starts and checks of a listing take a fraction of it. */
const TARGET_LIMIT_MS = 180_000;
const SETTLE_LIMIT_MS = 120_000;

const ID_TAKEN = 40901;

/** Clients that create plants one after the other, each until it has its response. */
export class Load {
  readonly counts: LoadCounts = {
    ...{ responses: 0, inDoubt: 0, retried: 0, failedTwice: 0, unavailable: 0 },
  };
  /** While true, clients wait before their next request. */
  isHeld = false;
  private isStopping = false;
  private isAbandoned = false;
  private awaited: { readonly responses: number; readonly reach: () => void } | undefined;
  private readonly clients: Promise<void>[];

  constructor(
    private readonly options: LoadOptions,
    connections: number,
  ) {
    this.clients = Array.from({ length: connections }, () => this.runClient());
    // What it is rejected with is thrown by stop().
    for (const client of this.clients) client.catch(() => undefined);
  }

  /** Resolves at the response that is the n-th from now, before anything else is read. */
  afterResponses(n: number): Promise<void> {
    return new Promise((resolve) => {
      this.awaited = { responses: this.counts.responses + n, reach: resolve };
    });
  }

  /** Waits until each client has its response, and ends. @throws OverdueError */
  async stop(): Promise<void> {
    this.isStopping = true;
    await within(SETTLE_LIMIT_MS, 'answering all requests', Promise.all(this.clients));
  }

  /** Has clients without a response give up. */
  abandon(): void {
    this.isStopping = true;
    this.isAbandoned = true;
  }

  private async runClient(): Promise<void> {
    const { tasks, targets, random } = this.options;
    const client: Client = { at: random.integer(0, targets.length - 1) };
    for (let sent = 1; !this.isStopping; sent++) {
      const plant = tasks.next();
      const request = createRequest(plant);
      for (let failures = 1; !(await this.settle(client, plant, request)); failures++) {
        this.counts.retried++;
        if (failures === 2) this.counts.failedTwice++;
      }
      if (sent % REQUESTS_PER_CONNECTION === 0) drop(client);
    }
    drop(client);
  }

  /** Sends a request. @returns false when it is to be sent once more */
  private async settle(client: Client, plant: Plant, request: string): Promise<boolean> {
    const connection = await this.connectionOf(client);
    try {
      const isSettled = await this.judge(plant, await connection.send(request));
      if (!isSettled) drop(client);
      return isSettled;
    } catch (error) {
      drop(client);
      if (!(error instanceof ConnectionLostError)) {
        this.options.findings.unexpected(`${show(plant)} got ${String(error)}`);
      }
      this.counts.inDoubt++;
      return false;
    }
  }

  /** The connection of a client while it is open, else one to the next target. */
  private async connectionOf(client: Client): Promise<RawConnection> {
    if (!this.isHeld && client.connection?.isOpen === true) return client.connection;
    const { targets } = this.options;
    return until(TARGET_LIMIT_MS, 'waiting for a service to connect to', async () => {
      if (this.isAbandoned) throw new Error('The trial is over');
      if (this.isHeld) return undefined;
      if (client.connection?.isOpen !== true) {
        const port = targets[client.at++ % targets.length]?.port;
        client.connection =
          port === undefined ? undefined : await RawConnection.open(port).catch(() => undefined);
      }
      return client.connection;
    });
  }

  /** Compares a response with the ledger. @returns false when it asks to try later */
  private async judge(plant: Plant, response: WireResponse): Promise<boolean> {
    const { ledger, findings } = this.options;
    this.counts.responses++;
    if (this.counts.responses === this.awaited?.responses) this.awaited.reach();
    if (response.status === 200 && isEcho(response, plant)) {
      ledger.accepted(plant);
    } else if (response.status === 400 && membersOf(response).error === ID_TAKEN) {
      ledger.refused(plant);
    } else if (isUnavailable(response)) {
      this.counts.unavailable++;
      await sleep(this.options.retryAfterMs ?? RETRY_AFTER_MS);
      return false;
    } else {
      findings.unexpected(`${show(plant)} got ${response.head}\r\n\r\n${response.body.toString()}`);
    }
    return true;
  }
}

/** Plants that a client looks back on when it sends one again: most are of before the last kill. */
const RECENT = 20_000;

/** Of a hundred requests, those that are other than a create of a new plant. */
const SHARES = { compete: 8, again: 10, alter: 10 } as const;

interface Client {
  connection?: RawConnection | undefined;
  /** Counts the targets that it has tried. */
  at: number;
}

function drop(client: Client): void {
  client.connection?.abort();
  client.connection = undefined;
}

/**
 * What clients send: new plants, plants that are kept already, kept ids with other content, and new ids
 * that two clients send at once with different content.
 */
export class Tasks {
  /** Sent by whoever is next, while the other one of the pair is on its way. */
  private readonly competing: Plant[] = [];

  constructor(
    private readonly random: Random,
    private readonly ledger: Ledger,
    private readonly isRepeating = true,
  ) {}

  /** The next plant to send; the ledger knows of it when it may be kept. */
  next(): Plant {
    const competitor = this.competing.pop();
    if (competitor !== undefined) return competitor;
    const { random } = this;
    const choice = random.integer(0, 99);
    const kept = this.pickKept();
    if (this.isRepeating && kept !== undefined && choice < SHARES.again) return kept;
    if (kept !== undefined && choice < SHARES.again + SHARES.alter) {
      return alteredPlant(random, kept);
    }
    const plant = this.newPlant();
    if (choice >= 100 - SHARES.compete) this.compete(plant);
    return plant;
  }

  private newPlant(): Plant {
    let id = randomId(this.random);
    while (this.ledger.has(id)) id = randomId(this.random);
    const plant = randomPlant(this.random, id);
    this.ledger.ask(plant);
    return plant;
  }

  private compete(plant: Plant): void {
    const competitor = alteredPlant(this.random, plant);
    this.ledger.ask(competitor);
    this.competing.push(competitor);
  }

  private pickKept(): Plant | undefined {
    const { keptPlants: kept } = this.ledger;
    if (kept.length === 0) return undefined;
    return kept[this.random.integer(Math.max(0, kept.length - RECENT), kept.length - 1)];
  }
}

/** The request that creates a plant, each byte as a character. */
function createRequest({ id, name, tag }: Plant): string {
  return textOf(createDraft(utf8(stringifyJson({ id, name, tag }))));
}
