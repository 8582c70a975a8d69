import '../../support/long';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { MAIN } from '../../support/plant-store-process';
import { runScript } from '../../support/run-script';

const FORGETFUL = path.join(__dirname, '..', '..', 'fixtures', 'forgetful-plant-store.js');

function torture(
  args: readonly string[],
  main?: string,
  env: Readonly<Record<string, string>> = {},
): ReturnType<typeof runScript> {
  const own = main === undefined ? [] : ['--main', main];
  return runScript('test/lab/torture/command.ts', [...own, ...args], env);
}

/** The folder that a run says it keeps. */
function keptIn(stdout: string): string {
  return /^Databases, logs and findings\.txt are kept in (.+)$/m.exec(stdout)![1]!;
}

it.each([
  [['--kills', '0'], /^--kills must be a number from 1 to 10000, not "0"\n$/],
  [['--connections', 'x'], /^--connections must be a number from 1 to 1000, not "x"\n/],
  [['--seed', '-1'], /^Option '--seed' argument is ambiguous/],
  [['--only', 'overload'], /^--only must name sqlite, postgres, .*, not "overload"\n/],
  [['--only', 'sqlite,mysql'], /^--only must name sqlite, postgres, .*, not "mysql"\n/],
  [['--main', 'nowhere.js'], /^--main must name a file, and there is no "nowhere.js"\n/],
  [['sqlite'], /^Unexpected argument 'sqlite'/],
])('ends with 2 for %j', (args, message) => {
  const { code, stdout, stderr } = torture(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(message);
});

/** The table's row of a scenario, by the names of its columns. */
function row(stdout: string, scenario: string): Record<string, string> {
  const cells = (line = ''): string[] => line.trim().split(/ {2,}/);
  const [head, ...lines] = stdout.split('\n');
  const values = cells(lines.find((line) => line.startsWith(`${scenario} `)));
  return Object.fromEntries(cells(head).map((name, column) => [name, values[column] ?? '']));
}

it.each([
  ['sqlite', '3', '3', '1'],
  ['postgres', '1', '3', '2'],
  ['two-instances', '1', '3', '1'],
  ['rolling-restart', '1', '0', '1'],
  ['failover', '1', '1', '1'],
])(
  '%s: what was acknowledged outlives %s kills of each, %s in all, WORKERS=%s',
  (scenario, kills, all, WORKERS) => {
    const args = ['--only', scenario, '--kills', kills, '--connections', '16', '--seed', '5'];
    const { code, stdout, stderr } = torture(args, MAIN, { WORKERS });
    // Where no PostgreSQL can be run, the only scenario is skipped.
    if (stdout.includes(`${scenario} is skipped`)) {
      expect({ code, stderr }).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/No scenario could be run/) as string,
      });
      return;
    }
    const { kills: killed, 'creates acknowledged': acknowledged, ...rest } = row(stdout, scenario);
    expect({ code, killed, rest, stderr }).toMatchObject({
      code: 0,
      killed: all,
      rest: { lost: '0', doubled: '0', altered: '0', unexpected: '0' },
    });
    expect(Number(acknowledged)).toBeGreaterThan(10);
  },
);

it('finds and names what a store that replies too early has lost, and keeps the files', () => {
  const args = ['--only', 'sqlite', '--kills', '4', '--connections', '8', '--seed', '5'];
  const { code, stdout } = torture(args, FORGETFUL);
  expect(code).toBe(1);
  expect(Number(row(stdout, 'sqlite').lost)).toBeGreaterThan(0);
  expect(stdout).toMatch(/^ {2}lost: plant -?\d+: \{"id":/m);
  expect(stdout).toContain('--seed 5\n');
  const folder = keptIn(stdout);
  expect(readFileSync(path.join(folder, 'sqlite', 'findings.txt'), 'utf8')).toMatch(/^lost: /m);
  expect(existsSync(path.join(folder, 'sqlite', 'plants.db'))).toBe(true);
  rmSync(folder, { recursive: true });
});
