import { cpSync, statSync } from 'node:fs';
import path from 'node:path';
import { clearAtEnd } from '../../clean-up';
import { Cluster } from '../../postgres/patroni/cluster';
import type { PatroniNode } from '../../postgres/patroni/node';
import { findPrograms } from '../../postgres/patroni/programs';
import type { Outcome } from '../report';
import { randomMoment } from '../strike';
import { Trial, type Setting } from '../trial';
import { until } from '../waiting';
import { describeGaps, type Gap } from './gaps';
import { STRIKES, type Strike } from './strikes';
import { WriteGap } from './write-gap';

/** A primary, a synchronous standby, and one that becomes it when one of the two is lost. */
const NODES = 3;

const PRIMARY_LIMIT_MS = 120_000;
/** A node may have to be copied anew. */
const REJOIN_LIMIT_MS = 300_000;
/** An outage takes seconds, in which clients would take the machine from those who mend it. */
const RETRY_AFTER_MS = 50;
/** Acknowledged plants after which writes go on for certain, not only those that were under way. */
const GOING_ON = 20;

/** One service on a cluster that Patroni looks after, whose primary is lost in turn in each way. */
export async function tortureFailover(setting: Setting): Promise<Outcome> {
  const programs = findPrograms();
  if ('refusal' in programs) return { name: setting.name, skipped: programs.refusal };
  const cluster = await Cluster.start(programs, NODES);
  const cleared = clearAtEnd(() => {
    cluster.remove();
  });
  try {
    await inStep(cluster);
    const url = await cluster.createDatabase(await primaryOf(cluster));
    const trial = new Trial({ ...setting, isRepeating: false, retryAfterMs: RETRY_AFTER_MS }, url, [
      'service',
    ]);
    const gaps: Gap[] = [];
    const result = await trial.run(async () => {
      for (let n = 0; n < setting.kills; n++) {
        const strike = STRIKES[n % STRIKES.length];
        if (strike !== undefined) gaps.push(await losePrimary(trial, cluster, strike));
      }
    });
    if (!result.findings.isEmpty) keepFiles(cluster, setting.folder);
    return { ...result, figures: describeGaps(gaps) };
  } finally {
    cluster.remove();
    cleared();
  }
}

/** Has the cluster lose its primary, and looks for what must be there when all nodes are. */
async function losePrimary(trial: Trial, cluster: Cluster, strike: Strike): Promise<Gap> {
  const { ledger, load, random } = trial;
  const before = await primaryOf(cluster);
  await randomMoment(random, load);
  const gap = new WriteGap(() => ledger.acknowledged);
  await trial.kill({
    name: `primary ${strike.name}`,
    kill: async () => {
      await strike.strike(cluster, before);
    },
    start: () => Promise.resolve(),
  });
  await primaryOf(cluster, strike.mayStay ? undefined : before);
  const { acknowledged } = ledger;
  await until(PRIMARY_LIMIT_MS, 'a create after a failover', () =>
    ledger.acknowledged >= acknowledged + GOING_ON ? true : undefined,
  );
  const seconds = gap.end();
  strike.restore(before);
  await inStep(cluster);
  await trial.checkAndGoOn();
  return { way: strike.name, seconds };
}

function primaryOf(cluster: Cluster, not?: PatroniNode): Promise<PatroniNode> {
  return until(PRIMARY_LIMIT_MS, 'the election of a primary', async () => {
    const primary = await cluster.primary();
    return primary === not ? undefined : primary;
  });
}

async function inStep(cluster: Cluster): Promise<void> {
  await until(REJOIN_LIMIT_MS, 'the return of a node to the cluster', async () => {
    const primary = await cluster.primary();
    return primary !== undefined && (await cluster.isInStep(primary)) ? true : undefined;
  });
}

function keepFiles(cluster: Cluster, folder: string): void {
  cluster.kill();
  cpSync(cluster.folder, path.join(folder, 'cluster'), {
    recursive: true,
    filter: (file) => !statSync(file).isSocket(),
  });
}
