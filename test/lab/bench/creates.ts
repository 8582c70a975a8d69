import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { say } from './progress';
import type { CreateFigures, Settings } from './results';
import { PEERS } from './server-process';
import { FASTIFY, OWN } from './servers';
import { spreadOf } from './statistics';

/** By the name of the server that does it so. */
const WAYS = { [FASTIFY]: 'usual', [OWN]: OWN } as const;

/**
 * Creates in databases without HTTP, so that the two ways to store are compared and nothing else.
 *
 * @param newDatabase makes an empty one and gives its URL
 */
export async function benchCreates(
  { rounds, seconds, connections }: Settings,
  newDatabase: () => Promise<string>,
): Promise<CreateFigures[]> {
  const rates = new Map(Object.keys(WAYS).map((name) => [name, [] as number[]]));
  for (let round = 1; round <= rounds; round++) {
    for (const [name, way] of Object.entries(WAYS)) {
      const args = [way, await newDatabase(), String(connections), String(seconds)];
      const script = path.join(PEERS, 'creates.js');
      const { stdout } = await promisify(execFile)(process.execPath, [script, ...args]);
      rates.get(name)?.push(Number(stdout));
      say(`round ${round} of ${rounds}, without HTTP: ${name}: ${Number(stdout).toFixed(0)}/s`);
    }
  }
  return [...rates].map(([name, values]) => ({ name, createsPerSecond: spreadOf(values) }));
}
