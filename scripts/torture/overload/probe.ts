import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '../../bench/connection';
import type { Findings } from '../findings';
import { within } from '../waiting';
import { createText, FIRST_ID, MOST_IDS } from './plant-text';

/** Beyond those of loads. */
let nextId = FIRST_ID + 1_000 * MOST_IDS;

const EVERY_MS = 100;
const LIMIT_MS = 10_000;

/** What a create after the load must take at most, so that the service counts as recovered. */
const RECOVERED_MS = 100;
/** As many of them in a row. */
const RECOVERED_CREATES = 5;

const LIVE = 'GET /-/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

/** Asks whether the service is live, on one connection, until it is told to stop. */
export class Probe {
  readonly latencies: number[] = [];
  private isOver = false;
  private readonly running: Promise<void>;

  constructor(port: number, findings: Findings) {
    this.running = this.run(port).catch((error: unknown) => {
      findings.unexpected(`overload: GET /-/live: ${(error as Error).message}`);
    });
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  private async run(port: number): Promise<void> {
    const connection = await Connection.open(port);
    if (connection === undefined) throw new Error('the connection was not taken');
    while (!this.isOver) {
      const begin = performance.now();
      const { status } = await within(LIMIT_MS, 'the response', connection.send(LIVE));
      if (status !== 200) throw new Error(`it is ${status}`);
      this.latencies.push(performance.now() - begin);
      await sleep(EVERY_MS);
    }
    connection.close();
  }
}

/**
 * Creates plants, each on a connection of its own, until several in a row are created soon.
 *
 * @returns the milliseconds until the first of those began
 */
export async function untilRecovered(port: number): Promise<number> {
  const start = performance.now();
  for (;;) {
    const begin = performance.now();
    if (await areCreatedSoon(port)) return begin - start;
    if (begin - start > LIMIT_MS) return NaN;
  }
}

async function areCreatedSoon(port: number): Promise<boolean> {
  for (let count = 0; count < RECOVERED_CREATES; count++) {
    const begin = performance.now();
    try {
      const asked = Connection.ask(port, createText(nextId++));
      const { status } = await within(LIMIT_MS, 'a create after the load', asked);
      if (status !== 200 || performance.now() - begin > RECOVERED_MS) return false;
    } catch {
      return false;
    }
  }
  return true;
}
