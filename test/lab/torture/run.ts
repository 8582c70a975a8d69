import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../../../src/cli/folders';
import { clearAtEnd } from '../clean-up';
import { tortureFailover } from './failover/failover';
import { tortureFullDisk } from './full-disk';
import { tortureHostile, type HostileSetting } from './hostile/hostile';
import { tortureOverload, type OverloadSetting } from './overload/overload';
import type { ScenarioName, TortureOptions } from './options';
import { torturePgBouncer, torturePostgres, tortureTwoInstances } from './postgres';
import { isSound, type Outcome } from './report';
import { tortureRollingRestart } from './rolling-restart';
import { tortureSqlite } from './sqlite';

/** What `npm run build` makes. */
const BUILT_MAIN = path.join(ROOT, 'dist', 'src', 'main.js');

interface Scenario {
  readonly kills: number;
  readonly run: (setting: HostileSetting & OverloadSetting) => Promise<Outcome>;
}

const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
  sqlite: { kills: 100, run: tortureSqlite },
  'full-disk': { kills: 10, run: tortureFullDisk },
  postgres: { kills: 30, run: torturePostgres },
  'two-instances': { kills: 30, run: tortureTwoInstances },
  'rolling-restart': { kills: 10, run: tortureRollingRestart },
  hostile: { kills: 0, run: tortureHostile },
  'pgbouncer-session': { kills: 30, run: torturePgBouncer('session') },
  'pgbouncer-transaction': { kills: 30, run: torturePgBouncer('transaction') },
  failover: { kills: 20, run: tortureFailover },
  overload: { kills: 0, run: tortureOverload },
};

/** What came of the scenarios, and where the files of those that failed are. */
export interface Torture {
  readonly outcomes: readonly Outcome[];
  /** With a folder for each failed scenario; undefined when none failed. */
  readonly kept?: string;
}

/** Runs one scenario after the other, each in a folder that is kept when it fails. */
export async function torture(options: TortureOptions): Promise<Torture> {
  const { kills, main = BUILT_MAIN } = options;
  const root = mkdtempSync(path.join(tmpdir(), 'torture-'));
  const remove = (): void => {
    rmSync(root, { recursive: true, force: true });
  };
  const cleared = clearAtEnd(remove);
  const outcomes: Outcome[] = [];
  for (const name of options.scenarios) {
    const scenario = scenarios[name];
    const folder = path.join(root, name);
    mkdirSync(folder);
    const setting = { ...options, name, kills: kills ?? scenario.kills, main, folder };
    const outcome = await scenario.run(setting);
    outcomes.push(outcome);
    if (isSound(outcome)) rmSync(folder, { recursive: true, force: true });
    else if ('findings' in outcome) outcome.findings.write(path.join(folder, 'findings.txt'));
  }
  cleared();
  if (!outcomes.every(isSound)) return { outcomes, kept: root };
  remove();
  return { outcomes };
}
