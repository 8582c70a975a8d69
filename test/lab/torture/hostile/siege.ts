import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '../../bench/connection';
import { say } from '../../bench/progress';
import { TOKEN } from '../../bench/request-text';
import { Random } from '../../../../src/cli/random';
import { memoryOf, MemoryWatch } from '../memory';
import { latencyText, msText, percentileOf, type Figure } from '../report';
import type { Stage } from '../stage';
import { createRequest } from '../tasks';
import { within } from '../waiting';
import { PoliteClients } from './polite-clients';
import { PlantSource } from './requests/plants';

/** What a siege may do to others, when it lasts long enough for a judgement. */
export const BOUNDS = { p99Ms: 300, rssGrowth: 150, leastSeconds: 30 } as const;

const POLITE_CLIENTS = 8;

/** Well-behaved clients alone, before the siege. */
const QUIET_MS = 2_000;

const READY_EVERY_MS = 250;
/** A response must be there by then, on a busy machine too. */
const READY_LIMIT_MS = 30_000;
const LOOK_MS = 100;

/** Besieges a service that runs, while well-behaved clients use it. It ends early when the service does. */
export async function besiege(stage: Stage, seconds: number): Promise<Figure[]> {
  const { service, findings, seed } = stage;
  say(`hostile: a siege of ${seconds} s`);
  const polite = new PoliteClients(stage, POLITE_CLIENTS);
  await sleep(Math.min(QUIET_MS, seconds * 500));
  const before = (await memoryOf(service.pid ?? 0)) ?? NaN;
  polite.forget();
  const watch = new MemoryWatch(() => service.pid);
  const siege = new Siege(service.port ?? 0, seed);
  const end = performance.now() + seconds * 1_000;
  const goesOn = (): boolean => performance.now() < end && service.port !== undefined;
  const asked = askReady(stage, goesOn);
  while (goesOn()) await sleep(LOOK_MS);
  siege.stop();
  watch.stop();
  await Promise.all([asked, polite.stop()]);
  const p99 = percentileOf(polite.latencies, 0.99);
  const growth = watch.most - before;
  if (seconds >= BOUNDS.leastSeconds && !(p99 <= BOUNDS.p99Ms)) {
    findings.unexpected(
      `siege: p99 of well-behaved creates is ${msText(p99)}, over ${BOUNDS.p99Ms} ms`,
    );
  }
  if (seconds >= BOUNDS.leastSeconds && !(growth <= BOUNDS.rssGrowth)) {
    findings.unexpected(
      `siege: the RSS grows by ${growth.toFixed(0)} MiB, over ${BOUNDS.rssGrowth} MiB`,
    );
  }
  return [
    [`siege of ${seconds} s`, `well-behaved ${latencyText(polite.latencies)}; 503: ${polite.busy}`],
    ['', `RSS ${before.toFixed(0)} MiB before, ${watch.most.toFixed(0)} MiB at most`],
    ['', `connections cut: ${siege.cuts.join(', ')}`],
  ];
}

/** Asks for readiness now and again, each time on a fresh connection. */
async function askReady({ service, findings }: Stage, goesOn: () => boolean): Promise<void> {
  const request = 'GET /-/ready HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
  while (goesOn()) {
    await sleep(READY_EVERY_MS);
    try {
      const asking = Connection.ask(service.port ?? 0, request);
      const { status } = await within(READY_LIMIT_MS, 'GET /-/ready', asking);
      if (status !== 200 && status !== 503) findings.unexpected(`siege: /-/ready is ${status}`);
    } catch (error) {
      // Of a service that has ended, that is the finding.
      if (await service.isServing()) {
        findings.unexpected(`siege: /-/ready: ${(error as Error).message}`);
      }
    }
  }
}

const SECOND_MS = 1_000;

/** Connections that are opened at once: others are accepted behind them, one in each turn of the event loop. */
const BATCH = 100;
const BATCH_MS = 100;

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
  private readonly cut = new Map<string, number>();
  private readonly sockets = new Set<Socket>();
  private isOver = false;

  constructor(
    private readonly port: number,
    seed: number,
  ) {
    const all = attackers(seed).flatMap((each) => Array<Attackers>(each.connections).fill(each));
    void this.openAll(all);
  }

  /** How often connections were cut, by what was done on them. */
  get cuts(): string[] {
    return [...this.cut].map(([name, times]) => `${name} ${times}`);
  }

  stop(): void {
    this.isOver = true;
    for (const socket of this.sockets) socket.destroy();
  }

  private async openAll(all: readonly Attackers[]): Promise<void> {
    for (let at = 0; at < all.length; at += BATCH) {
      for (const each of all.slice(at, at + BATCH)) this.open(each);
      await sleep(BATCH_MS);
    }
  }

  private open(each: Attackers): void {
    if (this.isOver) return;
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    this.sockets.add(socket);
    if (each.reads) socket.resume();
    else socket.pause();
    let timer: NodeJS.Timeout | undefined;
    socket.once('connect', () => {
      socket.write(each.begin, 'latin1');
      // Not all in the same moment.
      timer = setTimeout(() => {
        timer = setInterval(() => socket.write(each.more), SECOND_MS);
      }, Math.random() * SECOND_MS);
    });
    // It is told by 'close' as well.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(timer);
      this.sockets.delete(socket);
      if (this.isOver) return;
      this.cut.set(each.name, (this.cut.get(each.name) ?? 0) + 1);
      setTimeout(() => {
        this.open(each);
      }, each.againMs);
    });
  }
}
