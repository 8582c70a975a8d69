import path from 'node:path';
import { CommandError, parseOptions, wholeNumber } from '../../../src/cli/command-line';
import { ROOT } from '../../../src/cli/package-files';

const PARTS = ['layer', 'contract', 'durable', 'start'] as const;

const USAGE = `Usage: npm run bench [-- OPTIONS]
  --rounds N       rounds, each of five turns of all servers, 5 unless given
  --seconds S      time of a server under load in a round, 1 unless given
  --connections C  connections with one request under way each, 32 unless given
  --only PART      one of ${PARTS.join(', ')}; all unless given
  --out DIR        the folder for results.json; without it, docs for a run of all parts, and none for one`;

export interface Settings {
  readonly rounds: number;
  /** Duration of the load per server and round. */
  readonly seconds: number;
  readonly connections: number;
}

interface BenchOptions {
  readonly settings: Settings;
  readonly parts: readonly (typeof PARTS)[number][];
  /** The folder for results.json; if absent, it is not written. */
  readonly out?: string;
}

/**
 * @param args by default those of the process
 * @throws CommandError naming the option and the allowed values
 */
export function readOptions(args?: readonly string[]): BenchOptions {
  const values = parseOptions(
    {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '1' },
      connections: { type: 'string', default: '32' },
      only: { type: 'string' },
      out: { type: 'string' },
    },
    USAGE,
    args,
  );
  const { only, out = only === undefined ? path.join(ROOT, 'docs') : undefined } = values;
  const part = PARTS.find((known) => known === only);
  if (only !== undefined && part === undefined) {
    throw new CommandError(`--only must be one of ${PARTS.join(', ')}, not "${only}"\n${USAGE}`);
  }
  const number = (name: string, text: string, most: number): number =>
    wholeNumber(name, text, { most, usage: USAGE });
  return {
    settings: {
      rounds: number('rounds', values.rounds, 1_000),
      seconds: number('seconds', values.seconds, 3_600),
      connections: number('connections', values.connections, 1_000),
    },
    parts: part === undefined ? PARTS : [part],
    ...(out !== undefined && { out }),
  };
}
