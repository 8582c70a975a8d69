import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { CommandError, parseOptions, wholeNumber } from '../../../src/tools/cli/command-line';

const SCENARIOS = ['sqlite', 'postgres', 'two-instances', 'rolling-restart', 'failover'] as const;

export type ScenarioName = (typeof SCENARIOS)[number];

/** What is tortured, and how much. */
export interface TortureOptions {
  readonly scenarios: readonly ScenarioName[];
  /** Kills of each victim of a scenario; absent: as many as the scenario has by itself. */
  readonly kills?: number;
  /** Where random choices come from: plants, moments and victims. */
  readonly seed: number;
  /** Connections with one request under way each. */
  readonly connections: number;
  /** The file that is run as `plant-store`; absent: this project's, compiled first. */
  readonly main?: string;
}

const MAX_SEED = 2 ** 31 - 1;

const USAGE = `Usage: npm run torture [-- OPTIONS]
  --kills N          kills of each process that a scenario kills; unless given 100 for sqlite, 10 for
                     rolling-restart and failover, and 30 for the others
  --only NAME,...    scenarios of ${SCENARIOS.join(', ')};
                     all unless given
  --seed N           repeats the plants and the choices of an earlier run; a random one unless given
  --connections C    connections with one request under way each, 64 unless given
  --main FILE        the plant-store to torture, as it is; unless given this project's, compiled first`;

/** @throws CommandError naming the option and what is allowed */
export function readOptions(): TortureOptions {
  const values = parseOptions(
    {
      kills: { type: 'string' },
      only: { type: 'string' },
      seed: { type: 'string' },
      connections: { type: 'string', default: '64' },
      main: { type: 'string' },
    },
    USAGE,
  );
  const number = (name: string, text: string, least: number, most: number): number =>
    wholeNumber(name, text, { least, most });
  const { kills, only, seed, connections, main } = values;
  return {
    scenarios: only === undefined ? SCENARIOS : only.split(',').map(scenarioOf),
    ...(kills !== undefined && { kills: number('kills', kills, 1, 10_000) }),
    seed: seed === undefined ? randomInt(MAX_SEED) : number('seed', seed, 0, MAX_SEED),
    connections: number('connections', connections, 1, 1_000),
    ...(main !== undefined && { main: fileOf(main) }),
  };
}

function fileOf(name: string): string {
  if (existsSync(name)) return path.resolve(name);
  throw new CommandError(`--main must name a file, and there is no "${name}"\n${USAGE}`);
}

function scenarioOf(text: string): ScenarioName {
  const name = SCENARIOS.find((known) => known === text);
  if (name !== undefined) return name;
  throw new CommandError(`--only must name ${SCENARIOS.join(', ')}, not "${text}"\n${USAGE}`);
}
