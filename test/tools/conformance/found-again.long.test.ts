import { readFileSync } from 'node:fs';
import path from 'node:path';
import '../../support/long';
import { temporaryFolder } from '../../support/temporary-folder';
import type { FaultName } from './bench/faults';
import { LIBRARY_FILE } from './bench/library';
import { startService } from './bench/service';
import { argumentsOf, runAgainst } from './repeat-lines';

const TOKENS = { TOKEN: 'bench-token', TOKEN_2: 'bench-key' };
const GIVEN = ['--token', 'bench-token', '--token', 'deskKey=bench-key'];
const ARGS = ['--spec', LIBRARY_FILE, ...GIVEN, '--seed', '1', '--runs', '5'];

interface Found {
  readonly check: string;
  readonly operationId?: string;
  readonly pointer: string;
  readonly fault: string;
  readonly repeat: string;
}

const folder = temporaryFolder();

/** The findings of a run against a new service with these faults. */
async function findingsOf(
  faults: readonly FaultName[],
  argsOf: (url: string) => readonly string[],
): Promise<{ readonly url: string; readonly found: readonly Found[] }> {
  const start = (): ReturnType<typeof startService> => startService({ faults });
  const run = await runAgainst(start, (url) => [...argsOf(url), '--out', folder]);
  expect([run.code, run.stdout + run.stderr]).toEqual([1, expect.any(String)]);
  const text = readFileSync(path.join(folder, 'findings.json'), 'utf8');
  const { findings } = JSON.parse(text) as { findings: readonly Found[] };
  return { url: run.url, found: findings.filter(({ fault }) => fault === 'service') };
}

const nameOf = ({ check, operationId, pointer }: Found): string =>
  `${check} ${operationId} ${pointer}`;

/** One finding of each check and operation. */
function kindsOf(found: readonly Found[]): readonly Found[] {
  const kinds = found.map((each) => [`${each.check} ${each.operationId}`, each] as const);
  return [...new Map(kinds).values()];
}

it.each<FaultName[]>([
  ['then-ignored', 'integer-max-refused', 'deleted-readable'],
  ['write-only-leaked', 'path-uuid-500', 'member-twice', 'undeclared-method'],
  ['retry-repeats', 'location-unresolvable', 'int64-rounded', 'token-tail-ignored'],
])('each finding of a service is found again by its line: %s, %s, %s', async (...faults) => {
  const first = await findingsOf(faults, (url) => ['--url', url, ...ARGS]);
  const kinds = kindsOf(first.found);
  expect(kinds.length).toBeGreaterThan(2);
  for (const each of kinds) {
    const { found } = await findingsOf(faults, (now) =>
      argumentsOf(each.repeat.replaceAll(first.url, now), TOKENS),
    );
    expect(found.map(nameOf)).toContain(nameOf(each));
  }
});
