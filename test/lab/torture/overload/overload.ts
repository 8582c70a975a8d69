import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '../../bench/connection';
import { say } from '../../bench/progress';
import { Findings } from '../findings';
import { MemoryWatch } from '../memory';
import { figuresText, latencyText, msText, type Described, type Figure } from '../report';
import { isEcho } from '../response-content';
import { onStage, type Stage } from '../stage';
import { createRequest } from '../tasks';
import type { Setting } from '../trial';
import { within } from '../waiting';
import { isPlantOfClient, PipeliningClient, plantOf } from './pipelining-client';

export interface OverloadSetting extends Setting {
  /** How long ten times the load is sent. */
  readonly overloadSeconds: number;
}

const CONNECTIONS = 500;
const FACTOR = 10;

/** The calm, in which each client waits for its response. */
const WARM_UP_MS = 1_000;
const CALM_MS = 2_000;

/** Creates in one write: the sender would be too slow if each were a write of its own. */
const BURST = 20;
const TICK_MS = 5;
const LOOK_MS = 100;

/** The number of the client that opens a connection for each create. */
const FRESH_CLIENT = CONNECTIONS;
const FRESH_EVERY_MS = 100;
const FRESH_LIMIT_MS = 10_000;

/** From the end of the load until a create on a new connection must have been accepted. */
const RECOVERY_LIMIT_MS = 2_000;

/** Sends the service ten times what it takes, whether or not there are responses. */
export async function tortureOverload(setting: OverloadSetting): Promise<Described> {
  const { name, overloadSeconds } = setting;
  const findings = new Findings();
  const figures = await onStage(setting, 'load', {}, isPlantOfClient, findings, (stage) =>
    overload(stage, overloadSeconds),
  );
  return { name, findings, figures: figuresText(name, figures ?? []) };
}

async function overload(stage: Stage, seconds: number): Promise<Figure[]> {
  const { service, findings } = stage;
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, at) => PipeliningClient.open(service.port ?? 0, at)),
  );
  const memory = new MemoryWatch(() => service.pid);
  say('overload: what the service takes');
  const rate = await calmRate(clients.slice(0, 64));
  const calm = totalOf(clients);

  say(`overload: ten times ${rate.toFixed(0)} creates a second`);
  const fresh = new FreshClient(stage);
  await sendAtRate(clients, rate * FACTOR, seconds);
  const end = performance.now();
  await fresh.stop();
  const latency = latencyText(fresh.latencies);

  say('overload: waiting for the last responses');
  const recovered = fresh.recover().then(() => performance.now() - end);
  await allAnswered(clients);
  const drained = performance.now() - end;
  const recovery = await recovered;
  if (recovery > RECOVERY_LIMIT_MS) {
    findings.unexpected(`overload: a fresh client is served ${msText(recovery)} after the load`);
  }
  memory.stop();
  for (const client of clients) settle(client, stage);
  const { sent, created, busy } = totalOf(clients);
  return [
    ['calm', `${rate.toFixed(0)} creates a second on ${CONNECTIONS} connections, one at a time`],
    ['sent', `${sent - calm.sent} ahead of their responses, in ${seconds} s`],
    ['responses', `200: ${created - calm.created}, 503: ${busy - calm.busy}`],
    ['fresh client', `${latency}; 503: ${fresh.busy}`],
    ['recovered', `after ${msText(recovery)}; the last response after ${msText(drained)}`],
    ['RSS', `${memory.most.toFixed(0)} MiB at most`],
  ];
}

/** Creates a second that the service takes when each client waits for its response. */
async function calmRate(clients: readonly PipeliningClient[]): Promise<number> {
  for (const client of clients) {
    client.onResponses = () => {
      client.send(1);
    };
    client.send(1);
  }
  await sleep(WARM_UP_MS);
  const before = totalOf(clients).created;
  const begin = performance.now();
  await sleep(CALM_MS);
  const rate = (totalOf(clients).created - before) / ((performance.now() - begin) / 1_000);
  for (const client of clients) client.onResponses = () => undefined;
  await allAnswered(clients);
  return rate;
}

/** Each client in turn sends a burst. What is due is sent late if the sender is too slow. */
async function sendAtRate(
  clients: readonly PipeliningClient[],
  rate: number,
  seconds: number,
): Promise<void> {
  const begin = performance.now();
  const bursts = (rate * seconds) / BURST;
  for (let given = 0; given < bursts;) {
    const due = Math.min(bursts, ((performance.now() - begin) * rate) / 1_000 / BURST);
    while (given < due) clients[given++ % clients.length]?.send(BURST);
    for (const client of clients) client.checkSilence();
    await sleep(TICK_MS);
  }
}

/** Waits as long as there is progress: a connection that hangs ends with a fault. */
async function allAnswered(clients: readonly PipeliningClient[]): Promise<void> {
  while (clients.some(({ due }) => due > 0)) {
    for (const client of clients) client.checkSilence();
    await sleep(LOOK_MS);
  }
}

function totalOf(
  clients: readonly PipeliningClient[],
): Record<'sent' | 'created' | 'busy', number> {
  const total = { sent: 0, created: 0, busy: 0 };
  for (const { sent, created, busy } of clients) {
    total.sent += sent;
    total.created += created.length;
    total.busy += busy;
  }
  return total;
}

/** Closes a connection, and notes what came of it. */
function settle(client: PipeliningClient, { ledger, findings }: Stage): void {
  client.close();
  if (client.fault !== undefined) findings.unexpected(`overload: ${client.fault}`);
  for (const number of client.created) {
    const plant = plantOf(client.number, number);
    ledger.ask(plant);
    ledger.accepted(plant);
  }
}

/** A client that creates one plant after the other, each on a connection of its own. */
class FreshClient {
  /** Milliseconds until each response, that of 503 included. */
  readonly latencies: number[] = [];
  /** Responses of 503. */
  busy = 0;
  private made = 0;
  private isOver = false;
  private readonly running: Promise<void>;

  constructor(private readonly stage: Stage) {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  /** Resolves when a create is accepted, or too late for that. */
  async recover(): Promise<void> {
    const limit = performance.now() + RECOVERY_LIMIT_MS;
    while (!(await this.create()) && performance.now() < limit) await sleep(FRESH_EVERY_MS);
  }

  private async run(): Promise<void> {
    while (!this.isOver) {
      await this.create();
      await sleep(FRESH_EVERY_MS);
    }
  }

  /** @returns whether the plant is created */
  private async create(): Promise<boolean> {
    const { service, ledger, findings } = this.stage;
    const plant = plantOf(FRESH_CLIENT, this.made++);
    const begin = performance.now();
    try {
      const asked = Connection.ask(service.port ?? 0, createRequest(plant));
      const response = await within(FRESH_LIMIT_MS, 'a create of a fresh client', asked);
      this.latencies.push(performance.now() - begin);
      if (response.status === 200 && isEcho(response, plant)) {
        ledger.ask(plant);
        ledger.accepted(plant);
        return true;
      }
      if (response.status === 503 && /\r\nretry-after: *\d+/i.test(response.head)) this.busy++;
      else findings.unexpected(`overload: a fresh client got ${response.head} ${response.body}`);
    } catch (error) {
      findings.unexpected(`overload: a fresh client: ${(error as Error).message}`);
    }
    return false;
  }
}
