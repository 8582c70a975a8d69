import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  EXIT_OK,
  parseOptions,
  runCommand,
  wholeNumber,
} from '../../../src/tools/cli/command-line';
import { ROOT } from '../root';
import { build, endProgress, endTidily, run, say } from '../command';
import { compare, COMPARISONS } from './compare';
import { PEERS } from './servers';

const USAGE = `Usage: npm run bench [-- OPTIONS]
Measures the CPU time of a request in the plant store's contract layer, beside other servers of the same contract.
  --turns N        turns of all servers, 25 unless given
  --connections C  connections with one request under way each, 32 unless given`;

async function bench(): Promise<number> {
  const values = parseOptions(
    {
      turns: { type: 'string', default: '25' },
      connections: { type: 'string', default: '32' },
    },
    USAGE,
  );
  const number = (name: keyof typeof values): number =>
    wholeNumber(name, values[name], { most: 1_000 });
  const settings = { turns: number('turns'), connections: number('connections') };
  endTidily();
  prepare();
  const tables: string[] = [];
  for (const comparison of COMPARISONS) tables.push(await compare(comparison, settings));
  endProgress();
  const cpus = os.cpus();
  const machine = [
    `Medians of ${settings.turns} turns, with quartiles; connections in a closed loop: ${settings.connections}`,
    `${cpus[0]?.model.trim()}, ${cpus.length} cores; Node ${process.version}`,
    peerVersions(),
  ];
  process.stdout.write(`${[...tables, ...machine].join('\n')}\n`);
  return EXIT_OK;
}

/** Builds the project and installs missing peers. @throws CommandError naming the command that failed */
function prepare(): void {
  build();
  if (existsSync(path.join(PEERS, 'node_modules', '.package-lock.json'))) return;
  const folder = path.relative(ROOT, PEERS);
  say(`installing the peers (npm ci in ${folder}); they are no dependency of the project`);
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], PEERS);
}

/** The versions of the packages in the peers' package.json. */
function peerVersions(): string {
  const lock = readFileSync(path.join(PEERS, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as {
    readonly packages: Readonly<Record<string, { version?: string; dependencies?: object }>>;
  };
  return Object.keys(packages['']?.dependencies ?? {})
    .map((name) => `${name} ${packages[`node_modules/${name}`]?.version}`)
    .join(', ');
}

runCommand(bench);
