import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CommandError, EXIT_OK, runCommand } from '../../../src/tools/cli/command-line';
import { ROOT } from '../root';
import { tableLines } from '../../../src/tools/cli/table';
import { build, clearAtEnd, endProgress, endTidily, say } from '../command';
import { tortureFailover } from './failover';
import { torturePostgres, tortureRollingRestart, tortureSqlite } from './kills';
import { FAULTS } from './ledger';
import { readOptions, type ScenarioName, type TortureOptions } from './options';
import type { Outcome, Setting } from './trial';

const EXIT_FAULTS = 1;

/** How many of its findings a scenario shows. */
const SHOWN_FINDINGS = 20;

/** What `npm run build` makes. */
const BUILT_MAIN = path.join(ROOT, 'dist', 'src', 'main.js');

interface Scenario {
  readonly kills: number;
  readonly run: (setting: Setting) => Promise<Outcome>;
}

const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
  sqlite: { kills: 100, run: tortureSqlite },
  postgres: { kills: 30, run: torturePostgres(['service']) },
  'two-instances': { kills: 30, run: torturePostgres(['first service', 'second service']) },
  'rolling-restart': { kills: 10, run: tortureRollingRestart },
  failover: { kills: 10, run: tortureFailover },
};

/** Kills the service and its database under load, and prints what of the acknowledged plants is not there. */
async function torture(): Promise<number> {
  const options = readOptions();
  endTidily();
  if (options.main === undefined) build();
  say(`seed ${options.seed}`);
  const root = mkdtempSync(path.join(tmpdir(), 'torture-'));
  const remove = (): void => {
    rmSync(root, { recursive: true, force: true });
  };
  const cleared = clearAtEnd(remove);
  const outcomes: Outcome[] = [];
  for (const name of options.scenarios) outcomes.push(await runScenario(name, options, root));
  cleared();
  endProgress();
  process.stdout.write(report(outcomes));
  if (!outcomes.every(isSound)) {
    process.stdout.write(`\nDatabases, logs and findings.txt are kept in ${root}\n`);
    process.stdout.write(`The same plants and choices again: --seed ${options.seed}\n`);
    return EXIT_FAULTS;
  }
  remove();
  if (outcomes.every((outcome) => 'skipped' in outcome)) {
    throw new CommandError('No scenario could be run');
  }
  return EXIT_OK;
}

/** Runs a scenario in a folder of its own, which is kept when it finds something. */
async function runScenario(
  name: ScenarioName,
  options: TortureOptions,
  root: string,
): Promise<Outcome> {
  const { kills = scenarios[name].kills, main = BUILT_MAIN } = options;
  const folder = path.join(root, name);
  mkdirSync(folder);
  const outcome = await scenarios[name].run({ ...options, name, kills, main, folder });
  if (isSound(outcome)) rmSync(folder, { recursive: true, force: true });
  else if ('findings' in outcome) outcome.findings.write(path.join(folder, 'findings.txt'));
  return outcome;
}

/** Whether nothing was lost, doubled, altered or otherwise unexpected. */
function isSound(outcome: Outcome): boolean {
  return 'skipped' in outcome || outcome.findings.isEmpty;
}

const COLUMNS = ['scenario', 'kills', 'creates acknowledged', 'in doubt', 'retried', 'of 503'];

/** A table with a line for each scenario that ran, then the figures and the findings of all. */
function report(outcomes: readonly Outcome[]): string {
  const rows = outcomes.flatMap((outcome) => {
    if ('skipped' in outcome) return [];
    const { name, kills, acknowledged, counts, findings } = outcome;
    const { inDoubt, retried, unavailable } = counts;
    const numbers = [kills, acknowledged, inDoubt, retried, unavailable];
    return [[name, ...[...numbers, ...FAULTS.map((fault) => findings.count(fault))].map(String)]];
  });
  const lines = rows.length > 0 ? tableLines([[...COLUMNS, ...FAULTS], ...rows], 'numbers') : [];
  for (const outcome of outcomes) {
    if ('skipped' in outcome) lines.push(`${outcome.name} is skipped: ${outcome.skipped}`);
    else if (outcome.figures !== undefined) lines.push('', outcome.figures.trimEnd());
  }
  for (const outcome of outcomes) {
    if (isSound(outcome) || 'skipped' in outcome) continue;
    const shown = outcome.findings.first(SHOWN_FINDINGS).map((line) => `  ${line}`);
    lines.push('', outcome.name, ...shown);
  }
  return `${lines.join('\n').trimStart()}\n`;
}

runCommand(torture);
