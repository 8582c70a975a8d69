import { setTimeout as sleep } from 'node:timers/promises';
import type { Plant } from '../../../src/plant-store/plants/plant';
import { Connection, ConnectionLostError } from '../bench/connection';
import type { Response } from '../bench/response-reader';
import type { Random } from '../../../src/cli/random';
import { show, type Findings } from './findings';
import type { Ledger } from './ledger';
import { isEcho, membersOf } from './response-content';
import { createRequest, type Tasks } from './tasks';
import { until, within } from './waiting';

/** Where a service listens; undefined while it does not. */
export interface Target {
  readonly port: number | undefined;
}

/** What came of the requests, beside what the ledger knows. */
export interface LoadCounts {
  responses: number;
  /** Requests whose connection broke before their response. */
  inDoubt: number;
  /** Requests that were sent once more, after that or after a 503. */
  retried: number;
  /** Responses of 503. */
  unavailable: number;
}

export interface LoadOptions {
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

/** Clients that create plants one after the other, each until it has an answer, whatever happens between. */
export class Load {
  readonly counts: LoadCounts = { responses: 0, inDoubt: 0, retried: 0, unavailable: 0 };
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

  /** Lets each client have its answer, and ends. @throws OverdueError when that does not come to pass */
  async stop(): Promise<void> {
    this.isStopping = true;
    await within(SETTLE_LIMIT_MS, 'answering all requests', Promise.all(this.clients));
  }

  /** Has clients without an answer give up; harmless when all have theirs. */
  abandon(): void {
    this.isStopping = true;
    this.isAbandoned = true;
  }

  private async runClient(): Promise<void> {
    const client: { connection?: Connection | undefined } = {};
    for (let sent = 1; !this.isStopping; sent++) {
      const plant = this.options.tasks.next();
      const request = createRequest(plant);
      while (!(await this.settle(client, plant, request))) this.counts.retried++;
      if (sent % REQUESTS_PER_CONNECTION === 0) {
        client.connection?.close();
        client.connection = undefined;
      }
    }
    client.connection?.close();
  }

  /** Sends a request. @returns false when it has no answer and is to be sent once more */
  private async settle(
    client: { connection?: Connection | undefined },
    plant: Plant,
    request: string,
  ): Promise<boolean> {
    if (this.isHeld || client.connection?.isOpen !== true) {
      client.connection = await this.connect(client.connection);
    }
    try {
      return await this.judge(plant, await client.connection.send(request));
    } catch (error) {
      client.connection.close();
      client.connection = undefined;
      if (!(error instanceof ConnectionLostError)) {
        this.options.findings.unexpected(`${show(plant)} got ${String(error)}`);
      }
      this.counts.inDoubt++;
      return false;
    }
  }

  private connect(connection: Connection | undefined): Promise<Connection> {
    const { targets, random } = this.options;
    return until(TARGET_LIMIT_MS, 'waiting for a service to connect to', () => {
      if (this.isAbandoned) throw new Error('The trial is over');
      if (this.isHeld) return undefined;
      if (connection?.isOpen === true) return connection;
      const ports = targets.map(({ port }) => port).filter((port) => port !== undefined);
      return ports.length === 0 ? undefined : Connection.open(random.pick(ports));
    });
  }

  /** Holds a response against the ledger. @returns false when it asks to try later */
  private async judge(plant: Plant, response: Response): Promise<boolean> {
    const { ledger, findings } = this.options;
    this.counts.responses++;
    if (this.counts.responses === this.awaited?.responses) this.awaited.reach();
    if (response.status === 200 && isEcho(response, plant)) {
      ledger.accepted(plant);
    } else if (response.status === 400 && membersOf(response).error === ID_TAKEN) {
      ledger.refused(plant);
    } else if (response.status === 503 && /\r\nretry-after: *\d+/i.test(response.head)) {
      this.counts.unavailable++;
      await sleep(this.options.retryAfterMs ?? RETRY_AFTER_MS);
      return false;
    } else {
      findings.unexpected(`${show(plant)} got ${response.head}\r\n\r\n${response.body}`);
    }
    return true;
  }
}
