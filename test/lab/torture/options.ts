import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { CommandError, parseOptions, wholeNumber } from '../../../src/cli/command-line';

const USUAL = [
  'sqlite',
  'full-disk',
  'postgres',
  'two-instances',
  'rolling-restart',
  'failover',
  'hostile',
] as const;
/** They need a program that npm does not install, and are run only when they are named. */
const NAMED = ['pgbouncer-session', 'pgbouncer-transaction'] as const;
const SCENARIOS = [...USUAL, ...NAMED] as const;

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
  /** Requests of hostile clients, at least; 0 leaves them out. */
  readonly requests: number;
  /** Seconds of the siege by hostile clients; 0 leaves it out. */
  readonly siegeSeconds: number;
  /** A file with what one hostile connection did, to be done again. */
  readonly replay?: string;
  /** The file that is run as `plant-store`; absent: this project's, compiled first. */
  readonly main?: string;
}

const MAX_SEED = 2 ** 31 - 1;

const USAGE = `Usage: npm run torture [-- OPTIONS]
  --kills N          kills of each process that a scenario kills; unless given 100 for sqlite, 10 for
                     full-disk, rolling-restart and failover, and 30 for the others
  --only NAME,...    scenarios of ${USUAL.join(', ')},
                     ${NAMED.join(', ')}; unless given all but
                     the last two, which need PgBouncer
  --seed N           repeats the plants and the choices of an earlier run; a random one unless given
  --connections C    connections with one request under way each, 64 unless given; those of hostile
                     have more
  --requests N       requests that hostile sends, 200000 unless given
  --siege-seconds S  length of its siege, 60 unless given; latency and memory are judged from 30 on
  --replay FILE      has hostile do again what one connection did, from a file that a run has kept
  --main FILE        the plant-store to torture, as it is; unless given this project's, compiled first`;

/** @throws CommandError naming the option and what is allowed */
export function readOptions(): TortureOptions {
  const values = parseOptions(
    {
      kills: { type: 'string' },
      only: { type: 'string' },
      seed: { type: 'string' },
      connections: { type: 'string', default: '64' },
      requests: { type: 'string', default: '200000' },
      'siege-seconds': { type: 'string', default: '60' },
      replay: { type: 'string' },
      main: { type: 'string' },
    },
    USAGE,
  );
  const number = (name: string, text: string, least: number, most: number): number =>
    wholeNumber(name, text, { least, most, usage: USAGE });
  const { kills, only, seed, connections, requests, replay, main } = values;
  return {
    scenarios: only === undefined ? USUAL : only.split(',').map(scenarioOf),
    ...(kills !== undefined && { kills: number('kills', kills, 1, 10_000) }),
    seed: seed === undefined ? randomInt(MAX_SEED) : number('seed', seed, 0, MAX_SEED),
    connections: number('connections', connections, 1, 1_000),
    requests: number('requests', requests, 0, 1_000_000_000),
    siegeSeconds: number('siege-seconds', values['siege-seconds'], 0, 86_400),
    ...(replay !== undefined && { replay: fileOf('replay', replay) }),
    ...(main !== undefined && { main: fileOf('main', main) }),
  };
}

function fileOf(option: string, name: string): string {
  if (existsSync(name)) return path.resolve(name);
  throw new CommandError(`--${option} must name a file, and there is no "${name}"\n${USAGE}`);
}

function scenarioOf(text: string): ScenarioName {
  const name = SCENARIOS.find((known) => known === text);
  if (name !== undefined) return name;
  throw new CommandError(`--only must name ${SCENARIOS.join(', ')}, not "${text}"\n${USAGE}`);
}
