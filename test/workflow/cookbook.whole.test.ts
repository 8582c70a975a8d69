import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import manifest from '../../package.json';
import runtime from '../../src/runtime/package.json';
import { PostgresServer, whyNoPostgres } from '../lab/postgres/postgres-server';
import { NewProject } from '../support/new-project';
import { makeRecipe, recipes } from '../support/recipes';
import { temporaryFolder } from '../support/temporary-folder';

/** The recipes of docs/cookbook: each makes a project of `init`, which compiles and whose tests pass. */

const MAX_LINES = 60;

/** Recipes that need what a machine may lack, and why it does. */
const WITHOUT: Readonly<Record<string, string | undefined>> = { postgresql: whyNoPostgres() };

/** nginx.md has no project: nginx.whole.test.ts tries it. */
const names = [...recipes.keys()].filter((name) => name !== 'nginx' && WITHOUT[name] === undefined);

for (const [name, why] of Object.entries(WITHOUT)) {
  if (why !== undefined) process.stderr.write(`skipped: ${name}.md, since ${why}\n`);
}

/** What the compiler says of a recipe that installs types of another Node than those here. */
const UNTYPED: Readonly<Record<string, RegExp | undefined>> = {
  'node-sqlite':
    /^\S*src\/dependencies\.ts\(1,30\): error \w+: Cannot find name 'node:sqlite'.*\n$/,
};

/** Those that this Node runs; node-sqlite.test.ts runs the other one on a newer Node, too. */
const running = names.filter((name) => name !== 'node-sqlite' || isBuiltin('node:sqlite'));

const base = temporaryFolder();
const projects = new Map<string, NewProject>();

/** What Jest says of the files of all projects. */
interface JestResults {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
  }[];
}

let results: JestResults['testResults'] = [];
/** What services have logged, among what Jest says. */
let log = '';
let postgres: PostgresServer | undefined;

beforeAll(async () => {
  if (names.includes('postgresql')) postgres = await PostgresServer.create();
  const env = { DATABASE_URL: postgres?.url() ?? '' };
  for (const name of names) projects.set(name, makeRecipe(base, name));
  const folders = running.map((name) => projects.get(name)!.folder);
  const outputFile = path.join(base, 'results.json');
  const options = ['--json', '--outputFile', outputFile, '--projects', ...folders];
  // One run for all: most of what a run takes is its start.
  log = new NewProject(folders[0]!, env).jest(...options).stderr;
  results = (JSON.parse(readFileSync(outputFile, 'utf8')) as JestResults).testResults;
});

afterAll(() => postgres?.remove());

describe.each(names)('%s.md', (name) => {
  it('compiles', () => {
    const { code, stdout, stderr } = projects.get(name)!.typecheck();
    const said = UNTYPED[name];
    expect({ code, stderr }).toEqual({ code: said === undefined ? 0 : 1, stderr: '' });
    expect(stdout).toMatch(said ?? /^$/);
  });

  const run = running.includes(name) ? it : it.skip;

  run('passes its own test', () => {
    const tests = path.join(projects.get(name)!.folder, 'test', path.sep);
    const own = results.filter((file) => file.name.startsWith(tests));
    expect(own.map(({ status, message }) => ({ status, message }))).toEqual([
      { status: 'passed', message: '' },
    ]);
  });
});

it('no service has a fault', () => expect(log.match(/^\{"level":[56]0.*$/gm)).toBeNull());

it('coverage.md covers all of its document', () => {
  expect(projects.get('coverage')!.jest()).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Contract coverage of spec/openapi.yaml: 100 %') as string,
  });
});

it.each([...recipes])('%s.md is short', (_, page) => {
  expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_LINES);
});

it('packages that recipes install are those that they are tried with', () => {
  const installs = [...recipes.values()].flatMap(
    (page) => page.match(/npm install [^`\n]+/g) ?? [],
  );
  const installed = installs.flatMap((command) =>
    command
      .replace('@types/node@22', '@types/node')
      .split(' ')
      .filter((word) => !/^(?:npm|install|--save-dev)$/.test(word)),
  );
  const { dependencies, devDependencies } = manifest;
  const tried = Object.keys({ ...dependencies, ...devDependencies, ...runtime.dependencies });
  expect(installed.filter((name) => !tried.includes(name))).toEqual([]);
});
