import { tableLines } from '../../../src/tools/cli/table';
import { say } from '../command';
import { measure } from './load';
import {
  catalogue,
  newPlant,
  newPlantApart,
  offer,
  refusals,
  unknownPath,
  type RequestKind,
} from './requests';
import { FLOOR, OWN, serverNames, ServerProcess, type ServerName } from './servers';
import { cellsOf, ratioSpread, spreadOf } from './spread';

/** Servers that are compared by requests of these kinds. */
interface Comparison {
  readonly operations: number;
  readonly kinds: readonly RequestKind[];
  /** The floor first. */
  readonly names: readonly ServerName[];
}

export const COMPARISONS: readonly Comparison[] = [
  { operations: 1, kinds: [newPlant, newPlantApart, ...refusals], names: serverNames },
  {
    operations: 1_000,
    kinds: [newPlant, unknownPath, catalogue, offer],
    names: [FLOOR, 'fastify', 'fastify-openapi-glue', OWN],
  },
];

export interface Settings {
  /** Turns of all servers that count. */
  readonly turns: number;
  /** Connections with one request under way each. */
  readonly connections: number;
}

/** Turns before those that count: enough for V8's optimizations. */
const WARM_UP = 8;

/** Measures servers of one document in turns. @returns a table */
export async function compare(
  { operations, kinds, names }: Comparison,
  settings: Settings,
): Promise<string> {
  const servers: ServerProcess[] = [];
  for (const name of names) servers.push(await ServerProcess.start(name, operations));
  const rows: string[][] = [];
  const samples = await takeTurns(servers, kinds, settings);
  for (const [at, kind] of kinds.entries()) {
    const [floor = [], ...others] = samples[at] ?? [];
    for (const [place, values] of [floor, ...others].entries()) {
      const figures = [...cellsOf(spreadOf(values), 1), ...cellsOf(ratioSpread(values, floor), 2)];
      rows.push([`${kind.name}: ${names[place]}`, ...figures]);
    }
  }
  for (const server of servers) server.stop();
  const head = ['', 'CPU µs/request', 'quartiles', 'of the floor', 'quartiles'];
  const title = `Operations in the document: ${operations}`;
  return [title, '', ...tableLines([head, ...rows], 'numbers'), ''].join('\n');
}

/**
 * Servers follow each other directly, with a rotating first one, so a temporary slowdown of the machine affects all
 * alike: compare them turn by turn.
 * @returns CPU time per request by kind, server and turn
 */
async function takeTurns(
  servers: readonly ServerProcess[],
  kinds: readonly RequestKind[],
  { turns, connections }: Settings,
): Promise<number[][][]> {
  const samples = kinds.map(() => servers.map((): number[] => []));
  for (let turn = -WARM_UP; turn < turns; turn++) {
    say(turn < 0 ? 'warming up' : `turn ${turn + 1} of ${turns}`);
    for (const [at, kind] of kinds.entries()) {
      for (const step of servers.keys()) {
        const place = (turn + WARM_UP + step) % servers.length;
        const server = servers[place];
        if (server === undefined) continue;
        const cpuMicros = await measure(server, kind, connections);
        if (turn >= 0) samples[at]?.[place]?.push(cpuMicros);
      }
    }
  }
  return samples;
}
