import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../../../src/cli/random';
import { RawConnection } from '../../../support/raw-connection';
import { percentile } from '../../bench/measure';
import { say } from '../../command';
import { TOKEN } from '../../request-text';
import { createRequest } from '../clients';
import { show } from '../ledger';
import { PlantSource } from '../plants';
import { isEcho } from '../responses';
import { memoryOf } from '../service';
import { within } from '../waiting';
import type { Stage } from './stage';

/** What a siege may do to others, when it lasts long enough for a judgement. */
const BOUNDS = { p99Ms: 300, rssGrowth: 150, leastSeconds: 30 } as const;

const POLITE_CLIENTS = 8;
/** Well-behaved clients alone, before the siege. */
const QUIET_MS = 2_000;
const READY_EVERY_MS = 250;
/** A response must be there by then, whatever others do and however busy the machine is. */
const RESPONSE_LIMIT_MS = 30_000;

/**
 * Besieges a service that runs, while well-behaved clients use it. It ends early when the service does.
 *
 * @returns lines with what was measured
 */
export async function besiege(stage: Stage, seconds: number): Promise<string[]> {
  const { service, findings, seed } = stage;
  say(`hostile: a siege of ${seconds} s`);
  const polite = new PoliteClients(stage, POLITE_CLIENTS);
  await sleep(Math.min(QUIET_MS, seconds * 500));
  const before = memoryOf(service.pid);
  let most = before;
  polite.forget();
  const siege = new Siege(service.port ?? 0, seed);
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end && service.port !== undefined) {
    await sleep(READY_EVERY_MS);
    most = Math.max(most, memoryOf(service.pid) || 0);
    await askReady(stage);
  }
  siege.stop();
  await polite.stop();
  if (seconds >= BOUNDS.leastSeconds) {
    const p99 = polite.latency(0.99);
    const growth = most - before;
    if (!(p99 <= BOUNDS.p99Ms)) {
      const bound = `over ${BOUNDS.p99Ms} ms`;
      findings.unexpected(`siege: p99 of well-behaved creates is ${p99.toFixed(0)} ms, ${bound}`);
    }
    if (!(growth <= BOUNDS.rssGrowth)) {
      const bound = `over ${BOUNDS.rssGrowth} MiB`;
      findings.unexpected(`siege: the RSS grows by ${growth.toFixed(0)} MiB, ${bound}`);
    }
  }
  const cuts = [...siege.cuts].map(([name, times]) => `${name} ${times}`);
  return [
    `siege of ${seconds} s: well-behaved ${polite.summary}`,
    `  RSS ${before.toFixed(0)} MiB before, ${most.toFixed(0)} MiB at most`,
    `  connections cut: ${cuts.join(', ')}`,
  ];
}

/** Asks for readiness on a fresh connection. */
async function askReady({ service, findings }: Stage): Promise<void> {
  const ask = async (): Promise<number> => {
    const connection = await RawConnection.open(service.port ?? 0);
    const response = connection.send('GET /-/ready HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    return (
      await response.finally(() => {
        connection.abort();
      })
    ).status;
  };
  try {
    const status = await within(RESPONSE_LIMIT_MS, 'GET /-/ready', ask());
    if (status !== 200 && status !== 503) findings.unexpected(`siege: /-/ready is ${status}`);
  } catch (error) {
    // Of a service that has ended, that is the finding.
    if (await service.isServing()) {
      findings.unexpected(`siege: /-/ready: ${(error as Error).message}`);
    }
  }
}

/** Connections that are opened at once: others are accepted after them, one in each turn of the event loop. */
const BATCH = 100;
const BATCH_MS = 100;
const SECOND_MS = 1_000;

/** Requests of an unread pipeline, which go out in one write. */
const PIPELINE = 1_700;

const DOCUMENT = 'GET /-/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n';
const BODY_HEAD =
  'POST /plants HTTP/1.1\r\nHost: a\r\n' +
  `Authorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n`;

/** Connections that do the same: they begin with one text, and send another each second. */
interface Attackers {
  readonly name: string;
  readonly connections: number;
  readonly begin: string;
  readonly more: string;
  /** Whether the client reads anything. */
  readonly reads: boolean;
  /** Milliseconds until a connection that was cut is made again. */
  readonly againMs: number;
}

/**
 * All that attack at once: 200 with slow headers, 1,000 with unfinished bodies and 100 that read nothing, which
 * come last because they keep the service busy.
 */
function attackers(seed: number): Attackers[] {
  const plants = new PlantSource(new Random(`${seed} siege`), 0);
  const creates = Array.from({ length: PIPELINE }, () => createRequest(plants.nextMarked()));
  const unread = { connections: 50, more: DOCUMENT.repeat(2), reads: false, againMs: 50 };
  const unfinished = { connections: 500, reads: true, againMs: 500 };
  return [
    {
      name: 'slow headers',
      begin: 'GET /-/live HTTP/1.1\r\nHost: a\r\nX-',
      ...{ connections: 200, more: 'a', reads: true, againMs: 50 },
    },
    {
      name: 'unfinished bodies',
      begin: `${BODY_HEAD}Content-Length: 900000\r\n\r\n${'{"id":1,"name":"'.padEnd(4_000)}`,
      more: 'x'.repeat(100),
      ...unfinished,
    },
    {
      name: 'unfinished bodies in one-byte chunks',
      begin: `${BODY_HEAD}Transfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(1_000)}`,
      more: '1\r\n \r\n'.repeat(500),
      ...unfinished,
    },
    { name: 'unread documents', begin: DOCUMENT.repeat(PIPELINE), ...unread },
    { name: 'unread creates', begin: creates.join(''), ...unread },
  ];
}

/** All attackers, each of whose connections is made again when the server cuts it. */
class Siege {
  /** How often connections were cut, by what was done on them. */
  readonly cuts = new Map<string, number>();
  private readonly sockets = new Set<Socket>();
  private isOver = false;

  constructor(
    private readonly port: number,
    seed: number,
  ) {
    const all = attackers(seed).flatMap((each) => Array<Attackers>(each.connections).fill(each));
    for (const [at, each] of all.entries()) {
      setTimeout(
        () => {
          this.open(each);
        },
        Math.floor(at / BATCH) * BATCH_MS,
      );
    }
  }

  stop(): void {
    this.isOver = true;
    for (const socket of this.sockets) socket.destroy();
  }

  private open(each: Attackers): void {
    if (this.isOver) return;
    const { name, begin, more, reads, againMs } = each;
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    this.sockets.add(socket);
    if (reads) socket.resume();
    else socket.pause();
    let timer: NodeJS.Timeout | undefined;
    socket.once('connect', () => {
      socket.write(begin, 'latin1');
      // Not all in the same moment.
      timer = setTimeout(() => {
        timer = setInterval(() => socket.write(more), SECOND_MS);
      }, Math.random() * SECOND_MS);
    });
    // 'close' follows.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(timer);
      this.sockets.delete(socket);
      if (this.isOver) return;
      this.cuts.set(name, (this.cuts.get(name) ?? 0) + 1);
      setTimeout(() => {
        this.open(each);
      }, againMs);
    });
  }
}

/** Connection numbers beyond those of scripts. */
const FIRST_NUMBER = 2 ** 31;

/** Creates on one connection, before the next one is opened. */
const CREATES_PER_CONNECTION = 20;
const PAUSE_MS = 10;

/**
 * Clients that create one plant after the other, now and again on a fresh connection, while others do what
 * they should not. Each create must be answered with its plant, or for now with 503.
 */
export class PoliteClients {
  /** Milliseconds until each response, that of a new connection included. */
  private latencies: number[] = [];
  /** Responses of 503. */
  private busy = 0;
  private isOver = false;
  private readonly running: Promise<void>[];

  constructor(
    private readonly stage: Stage,
    clients: number,
  ) {
    this.running = Array.from({ length: clients }, (_, number) => this.run(number));
  }

  /** Milliseconds that a share of the responses took at most. */
  latency(share: number): number {
    return percentile(Float64Array.from(this.latencies).sort(), share);
  }

  get summary(): string {
    const [p50, p99] = [0.5, 0.99].map((share) => this.latency(share).toFixed(1));
    return `${this.latencies.length} creates, p50 ${p50} ms, p99 ${p99} ms; 503: ${this.busy}`;
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
    let connection: RawConnection | undefined;
    for (let made = 0; !this.isOver && service.port !== undefined; made++) {
      await sleep(PAUSE_MS);
      if (made % CREATES_PER_CONNECTION === 0 || connection?.isOpen !== true) {
        connection?.abort();
        connection = undefined;
      }
      connection = await this.create(connection, plants);
    }
    connection?.abort();
  }

  /** Creates a plant. @returns the connection for the next one */
  private async create(
    known: RawConnection | undefined,
    plants: PlantSource,
  ): Promise<RawConnection | undefined> {
    const { service, ledger, findings } = this.stage;
    const plant = plants.next();
    ledger.ask(plant);
    const begin = performance.now();
    try {
      known ??= await RawConnection.open(service.port ?? 0);
      const asked = known.send(createRequest(plant));
      const response = await within(RESPONSE_LIMIT_MS, 'a create of a well-behaved client', asked);
      this.latencies.push(performance.now() - begin);
      const { status, body } = response;
      if (status === 200 && isEcho(response, plant)) ledger.accepted(plant);
      else if (status === 503) this.busy++;
      else {
        const what = `${status} ${body.toString()} for ${show(plant)}`;
        findings.unexpected(`a well-behaved client got ${what}`);
      }
      return known;
    } catch (error) {
      // Of a service that has ended, that is the finding.
      if (await service.isServing()) {
        findings.unexpected(`a well-behaved client got no response: ${(error as Error).message}`);
      }
      known?.abort();
      return undefined;
    }
  }
}
