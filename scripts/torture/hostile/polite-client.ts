import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../random';
import { Connection } from '../../bench/connection';
import { show } from '../findings';
import { isEcho } from '../response-content';
import { createRequest } from '../tasks';
import { within } from '../waiting';
import { count } from './counting';
import { isServing } from './liveness';
import { PlantSource } from './requests/plants';
import type { Stage } from './stage';

/** What well-behaved clients got. */
export class PoliteCounts {
  /** Milliseconds until each response, that of a new connection included. */
  readonly latencies: number[] = [];
  /** Responses other than 200. */
  readonly others = new Map<number, number>();
}

interface PoliteOptions extends Stage {
  /** Where the next response is counted. */
  readonly counts: () => PoliteCounts;
  /** False when the clients are to end. */
  readonly goesOn: () => boolean;
}

/** Connection numbers beyond those of scripts. */
const FIRST_NUMBER = 2 ** 31;

/** Creates on one connection, before the next one is opened. */
const CREATES_PER_CONNECTION = 20;
const PAUSE_MS = 10;

/** A response must be there by then, whatever others do. */
const LIMIT_MS = 10_000;

/** Has well-behaved clients use the service of a stage for as long as something else is done to it. */
export async function besidePoliteClients<Result>(
  stage: Stage,
  clients: number,
  counts: () => PoliteCounts,
  act: () => Promise<Result>,
): Promise<Result> {
  let isOver = false;
  const options = { ...stage, counts, goesOn: () => !isOver };
  const running = Array.from({ length: clients }, (_, number) => runPoliteClient(options, number));
  try {
    return await act();
  } finally {
    isOver = true;
    await Promise.all(running);
  }
}

/**
 * A client that creates one plant after the other, now and again on a fresh connection, until it is to
 * end. Each create must be answered with its plant, or for now with 503.
 *
 * @param number which one of the run's it is
 */
async function runPoliteClient(options: PoliteOptions, number: number): Promise<void> {
  const { service, goesOn, seed } = options;
  const random = new Random(`${seed} polite ${number}`);
  const plants = new PlantSource(random, FIRST_NUMBER + number);
  let connection: Connection | undefined;
  for (let made = 0; goesOn(); made++) {
    await sleep(PAUSE_MS);
    const { port } = service;
    // While the service starts again, nobody is to be blamed.
    if (port === undefined) continue;
    if (made % CREATES_PER_CONNECTION === 0 || connection?.isOpen !== true) {
      connection?.close();
      connection = undefined;
    }
    connection = await create(options, connection, port, plants);
  }
  connection?.close();
}

/** Creates a plant. @returns the connection for the next one */
async function create(
  { ledger, findings, counts }: PoliteOptions,
  known: Connection | undefined,
  port: number,
  plants: PlantSource,
): Promise<Connection | undefined> {
  const plant = plants.next();
  ledger.ask(plant);
  const begin = performance.now();
  try {
    const response = await within(LIMIT_MS, 'a create of a well-behaved client', exchange());
    counts().latencies.push(performance.now() - begin);
    if (response.status === 200 && isEcho(response, plant)) ledger.accepted(plant);
    else if (response.status !== 503) {
      findings.unexpected(
        `a well-behaved client got ${response.status} ${response.body} for ${show(plant)}`,
      );
    }
    if (response.status !== 200) count(counts().others, response.status);
    return known;
  } catch (error) {
    // Of a service that has ended, that is the finding.
    if (await isServing(port)) {
      findings.unexpected(`a well-behaved client got no response: ${(error as Error).message}`);
    }
    known?.close();
    return undefined;
  }

  async function exchange(): ReturnType<Connection['send']> {
    known ??= await Connection.open(port);
    if (known === undefined) throw new Error('the connection was not accepted');
    return known.send(createRequest(plant));
  }
}
