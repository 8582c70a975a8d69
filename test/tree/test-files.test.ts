import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Each test file is run by `npm test`, `npm run test:whole` or `npm run test:long`. */

const ROOT = path.join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

interface Config {
  readonly testMatch: readonly string[];
  readonly testPathIgnorePatterns: readonly string[];
}
const ofAll = jest.requireActual<Config>('../../jest.config.js');
const ofWholeRuns = jest.requireActual<Config>('../../jest.whole.config.js');

const files = readdirSync(path.join(ROOT, 'test'), { recursive: true })
  .map((name) => path.posix.join('test', String(name)))
  .filter((name) => name.endsWith('.test.ts'));
const isLeftOut = (file: string): boolean =>
  ofAll.testPathIgnorePatterns.some((pattern) => new RegExp(pattern).test(file));
const endsWith = (ending: string) => (file: string) => file.endsWith(ending);

it('npm test leaves out whole runs, and nothing else', () => {
  const others = files.filter((file) => !/\.(?:whole|long)\.test\.ts$/.test(file));
  expect(others.filter(isLeftOut)).toEqual([]);
  expect(files.filter(endsWith('.whole.test.ts')).filter((file) => !isLeftOut(file))).toEqual([]);
});

it('npm run test:whole runs those that end in .whole.test.ts', () => {
  expect(ofWholeRuns).toMatchObject({
    testMatch: ['**/*.whole.test.ts'],
    testPathIgnorePatterns: [],
  });
  expect(files.filter(endsWith('.whole.test.ts'))).not.toEqual([]);
});

it('npm run test:long finds those that end in .long.test.ts by what they import', () => {
  const long = files.filter(endsWith('.long.test.ts'));
  expect(long.filter((file) => !/^import '[./]+\/support\/long';$/m.test(read(file)))).toEqual([]);
  expect(long).not.toEqual([]);
});

it('.ci/run has no way around npm run test:whole, and leaves nothing out by the clock', () => {
  expect(read('.ci/run')).toMatch(/^step \d+ npm run test:whole 2>&1 \| tee -a "\$log"$/m);
  expect(read('.ci/run')).not.toContain('SECONDS');
});
