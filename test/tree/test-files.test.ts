import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Each test file is run by `npm test`, `npm run test:wide`, `npm run test:whole` or `npm run test:long`. */

const ROOT = path.join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

interface Project {
  readonly displayName: string;
  readonly testMatch: readonly string[];
  readonly testPathIgnorePatterns: readonly string[];
}
const [usual, wide, whole, long] = projects();

/** The projects of jest.config.js, which it has all where one is selected. */
function projects(): readonly Project[] {
  const { argv } = process;
  process.argv = [...argv, '--selectProjects'];
  try {
    return jest.requireActual<{ projects: readonly Project[] }>('../../jest.config.js').projects;
  } finally {
    process.argv = argv;
  }
}

const files = readdirSync(path.join(ROOT, 'test'), { recursive: true })
  .map((name) => path.posix.join('test', String(name)))
  .filter((name) => name.endsWith('.test.ts'));
const isLeftOut = (file: string): boolean =>
  usual!.testPathIgnorePatterns.some((pattern) => new RegExp(pattern).test(file));
const endsWith = (ending: string) => (file: string) => file.endsWith(ending);

it('npm test leaves out wide tables and whole and long runs, and nothing else', () => {
  const others = files.filter((file) => !/\.(?:wide|whole|long)\.test\.ts$/.test(file));
  expect(others.filter(isLeftOut)).toEqual([]);
});

it.each([
  ['wide', wide],
  ['whole', whole],
])(
  'npm run test:%s runs those that end in .%s.test.ts, which npm test leaves out',
  (name, project) => {
    expect(project).toMatchObject({
      displayName: name,
      testMatch: [`**/*.${name}.test.ts`],
      testPathIgnorePatterns: [],
    });
    const found = files.filter(endsWith(`.${name}.test.ts`));
    expect(found).not.toEqual([]);
    expect(found.filter((file) => !isLeftOut(file))).toEqual([]);
  },
);

it('npm run test:long finds those that end in .long.test.ts by what they import', () => {
  expect(long).toMatchObject({ displayName: 'long', testPathIgnorePatterns: [] });
  const names = files.filter(endsWith('.long.test.ts'));
  expect(names.filter((file) => !/^import '[./]+\/support\/long';$/m.test(read(file)))).toEqual([]);
  expect(names).not.toEqual([]);
});

describe('.ci/run', () => {
  const script = read('.ci/run');
  const steps = [...script.matchAll(/^ *step \d+ (.*?)(?: 2>&1 \| tee -a "\$log")?$/gm)].map(
    ([, command]) => command,
  );
  const jobs = [...read('.github/workflows/ci.yml').matchAll(/\.ci\/run (\w+)/g)];

  it('leaves nothing out by the clock', () => {
    expect(script).not.toContain('SECONDS');
    expect(steps).toEqual(
      expect.arrayContaining([
        'npm run test:wide',
        'npm run test:whole',
        'npm run test:newest',
        'npm run test:long',
      ]),
    );
  });

  it('has each step in a job of the workflow, but for the doors, which are whole runs', () => {
    const called = (job: string): string[] =>
      new RegExp(`^  ${job}\\) (.*) ;;$`, 'm').exec(script)![1]!.split(/[; ]+/);
    const bodies = new Map(
      [...script.matchAll(/^(\w+)\(\) \{([^]*?)(?:\n|; )\}$/gm)].map(([, name, body]) => [
        name,
        body!,
      ]),
    );
    const reached = (names: readonly string[], found = new Set<string>()): Set<string> => {
      for (const name of names.filter((each) => bodies.has(each) && !found.has(each))) {
        found.add(name);
        reached(bodies.get(name)!.match(/\w+/g)!, found);
      }
      return found;
    };
    const inJobs = new Set(jobs.flatMap(([, job]) => [...reached(called(job!))]));
    const stepping = [...bodies].filter(([, body]) => /\bstep \d/.test(body)).map(([name]) => name);
    expect(stepping.length).toBeGreaterThan(5);
    expect(stepping.filter((name) => !inJobs.has(name!))).toEqual(['doors']);
    expect([...reached(called('all'))].filter((name) => !inJobs.has(name))).toEqual(['doors']);
  });
});
