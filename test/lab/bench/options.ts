import path from 'node:path';
import { CommandError, parseOptions, wholeNumber } from '../../../src/cli/command-line';
import { ROOT } from '../../../src/cli/folders';

export const PARTS = [
  'contract',
  'store',
  'postgres',
  'operations',
  'telemetry',
  'start',
  'dev',
] as const;

/** A part of the bench, which can be run alone. */
export type Part = (typeof PARTS)[number];

/** How long the bench runs, and what of it. */
export interface BenchOptions {
  /** Times that each server is measured. */
  readonly rounds: number;
  /** Length of each measurement. */
  readonly seconds: number;
  /** Connections that send requests, each the next one when it has the response to the last. */
  readonly connections: number;
  /** The same for what is stored, where more of them share a commit. */
  readonly storeConnections: number;
  readonly parts: readonly Part[];
  /** Saves of the document under `npm run dev`. */
  readonly saves: number;
  /** The document that is saved, in place of the project's own. */
  readonly spec?: string;
  /** The folder for results.json and bench.svg; absent: they are not written. */
  readonly out?: string;
}

const USAGE = `Usage: npm run bench [-- OPTIONS]
  --rounds N       times that each server is measured, 5 unless given
  --seconds S      length of each measurement, 3 unless given
  --connections C  connections with one request under way each, 32 unless given, 64 for stores
  --saves N        saves of the document under npm run dev, 40 unless given
  --spec FILE      the document that is saved, in YAML; the project's own unless given
  --only PART      one of ${PARTS.join(', ')}; all unless given
  --out DIR        the folder for results.json and bench.svg; without it, docs for a run of all
                   parts, and none for one part`;

/**
 * @param args those of the process unless given
 * @throws CommandError naming the option and what is allowed
 */
export function readOptions(args?: readonly string[]): BenchOptions {
  const values = parseOptions(
    {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '3' },
      connections: { type: 'string' },
      saves: { type: 'string', default: '40' },
      spec: { type: 'string' },
      only: { type: 'string' },
      out: { type: 'string' },
    },
    USAGE,
    args,
  );
  const { only, out = only === undefined ? path.join(ROOT, 'docs') : undefined } = values;
  const number = (name: string, text: string, most: number): number =>
    wholeNumber(name, text, { most, usage: USAGE });
  return {
    rounds: number('rounds', values.rounds, 1_000),
    seconds: number('seconds', values.seconds, 3_600),
    connections: number('connections', values.connections ?? '32', 1_000),
    storeConnections: number('connections', values.connections ?? '64', 1_000),
    saves: number('saves', values.saves, 10_000),
    ...(values.spec !== undefined && { spec: values.spec }),
    parts: only === undefined ? PARTS : [partOf(only)],
    ...(out !== undefined && { out }),
  };
}

function partOf(text: string): Part {
  const part = PARTS.find((known) => known === text);
  if (part !== undefined) return part;
  throw new CommandError(`--only must be one of ${PARTS.join(', ')}, not "${text}"\n${USAGE}`);
}
