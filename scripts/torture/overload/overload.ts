import { Findings } from '../findings';
import { onStage, type Stage } from '../hostile/stage';
import { latencyOf } from '../hostile/siege';
import { say } from '../../bench/progress';
import type { Described } from '../report';
import type { Setting } from '../trial';
import { Crowd } from './crowd';
import type { LoadResults } from './load-results';
import { sendFromProcesses, type LoadTask } from './load-process';
import { OtherServer } from './other-server';
import { isMassPlant, massPlant } from './plant-text';
import { Probe, untilRecovered } from './probe';
import { overloadReport, type CrowdFigures, type TenfoldFigures } from './report';

export interface OverloadSetting extends Setting {
  /** Of each measurement. */
  readonly overloadSeconds: number;
}

/** How a load comes. In a calm, a connection has `depth` creates under way. */
interface Load extends Pick<LoadTask, 'connections' | 'opensAsNeeded'> {
  readonly name: string;
  readonly calm: Pick<LoadTask, 'connections' | 'depth'>;
}

const LOADS: readonly Load[] = [
  { name: 'many connections', connections: 500, calm: { connections: 64, depth: 1 } },
  { name: 'few, sending ahead', connections: 8, calm: { connections: 8, depth: 16 } },
  {
    name: 'one at a time',
    connections: 1_000,
    opensAsNeeded: true,
    calm: { connections: 64, depth: 1 },
  },
];

const FACTOR = 10;
const PROCESSES = 2;

const CROWD = { idle: 2_000, slow: 200 } as const;
const CROWD_CLIENTS = 8;
const CROWD_ROUNDS = 3;

/** Sends the service ten times what it can take, in an open loop, and then has many connections do nothing. */
export async function tortureOverload(setting: OverloadSetting): Promise<Described> {
  const { name, overloadSeconds: seconds } = setting;
  const findings = new Findings();
  const figures = await onStage(setting, 'load', {}, isMassPlant, findings, async (stage) => {
    await send(stage, { connections: 64, seconds: 1 }, 1);
    const tenfold: TenfoldFigures[] = [];
    for (const load of LOADS) tenfold.push(await sendTenfold(stage, load, seconds));
    return { tenfold, crowd: await besideCrowd(stage, seconds) };
  });
  const text = figures === undefined ? `${name}\n` : overloadReport(figures.tenfold, figures.crowd);
  return { name, findings, figures: text };
}

async function sendTenfold(
  stage: Stage,
  { name, calm, ...load }: Load,
  seconds: number,
): Promise<TenfoldFigures> {
  say(`overload: ${name}, what the service takes`);
  const before = await send(stage, { ...calm, seconds }, 1);
  const rate = before.accepted.length / seconds;
  say(`overload: ${name}, ten times ${rate.toFixed(0)} creates a second`);
  const port = portOf(stage);
  const probe = new Probe(port, stage.findings);
  let recovery: Promise<number> | undefined;
  const results = await send(stage, { ...load, seconds, rate: rate * FACTOR }, PROCESSES, () => {
    recovery ??= untilRecovered(port);
  });
  await probe.stop();
  judge(name, results, stage.findings);
  return {
    ...{ name, connections: load.connections, results, seconds },
    calm: { rate, latency: latencyOf(before.accepted) },
    live: latencyOf(probe.latencies),
    recoveryMs: (await recovery) ?? NaN,
  };
}

/**
 * Without the crowd, with the crowd at another server, and with the crowd at the service, in turn, so that what
 * else the machine does falls on all.
 */
async function besideCrowd(stage: Stage, seconds: number): Promise<CrowdFigures> {
  say(`overload: ${CROWD.idle} idle and ${CROWD.slow} slow connections`);
  const latencies = { without: [] as number[], elsewhere: [] as number[], here: [] as number[] };
  const other = await OtherServer.start();
  const serve = async (): Promise<readonly number[]> => {
    const results = await send(stage, { connections: CROWD_CLIENTS, seconds }, 1);
    judge('a crowd', results, stage.findings);
    return results.accepted;
  };
  const serveBesideCrowd = async (port: number): Promise<readonly number[]> => {
    const crowd = new Crowd(port, CROWD);
    const accepted = await serve();
    crowd.end();
    return accepted;
  };
  for (let round = 0; round < CROWD_ROUNDS; round++) {
    latencies.without.push(...(await serve()));
    latencies.elsewhere.push(...(await serveBesideCrowd(other.port)));
    latencies.here.push(...(await serveBesideCrowd(portOf(stage))));
  }
  other.stop();
  const { without, elsewhere, here } = latencies;
  return {
    without: latencyOf(without),
    elsewhere: latencyOf(elsewhere),
    here: latencyOf(here),
  };
}

/** Sends a load, and notes what was accepted. */
async function send(
  stage: Stage,
  task: Omit<LoadTask, 'port'>,
  processes: number,
  onEnd: () => void = () => undefined,
): Promise<LoadResults> {
  const results = await sendFromProcesses({ ...task, port: portOf(stage) }, { processes, onEnd });
  for (const id of results.ids) {
    const plant = massPlant(id);
    stage.ledger.ask(plant);
    stage.ledger.accepted(plant);
  }
  return results;
}

function portOf({ service }: Stage): number {
  if (service.port === undefined) throw new Error('The service has ended');
  return service.port;
}

/** What is wrong whatever the machine: the times are for whoever reads the report. */
function judge(name: string, { hung, broken, wrong }: LoadResults, findings: Findings): void {
  for (const what of wrong) findings.unexpected(`${name}: ${what}`);
  if (hung > 0) findings.unexpected(`${name}: ${hung} creates got no response`);
  if (broken > 0) {
    findings.unexpected(`${name}: ${broken} creates were cut off without "Connection: close"`);
  }
}
