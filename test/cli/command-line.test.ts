import { spawnSync } from 'node:child_process';
import { scripts } from '../../package.json';
import { runWith } from '../../src/cli/command-line';
import { TYPESCRIPT } from '../support/run-script';

/** All npm scripts with a command of their own that are not commands of plant-store too (test/plant-store/commands/help.test.ts). */
const SCRIPTS = [
  'bench',
  'contract-coverage',
  'corpus',
  'fetch-suites',
  'sbom',
  'torture',
] as const;
const FILES = SCRIPTS.map((name) => scripts[name].split(' ').at(-1)!);

/** Asks one script after the other for help, in one process: those that run when they are loaded, then the others. */
const ASK_ALL = `
  process.argv = [process.execPath, 'script', '-h'];
  (async () => {
    for (const file of ${JSON.stringify(FILES)}) {
      process.exitCode = undefined;
      require('./' + file);
      await new Promise(setImmediate);
      console.log('exit code ' + process.exitCode);
    }
    const { runWith } = require('./src/cli/command-line');
    const { dev } = require('./src/dev/command');
    console.log('exit code ' + (await runWith(dev, ['-h'])));
    const { mock } = require('./src/mock/command');
    const faulty = ['spec.yaml', '--nothing', '--help'];
    console.log('exit code ' + (await runWith(mock, faulty)));
  })();`;

it(`${SCRIPTS.join(', ')} and dev print their usage for -h, and mock for --help beside a wrong option`, () => {
  const args = [...TYPESCRIPT, '-e', ASK_ALL];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const said = stdout.split(/^(?=Usage: )/m);
  expect(said).toEqual(
    [...SCRIPTS, 'dev', 'mock'].map((name): unknown =>
      expect.stringMatching(
        new RegExp(`^Usage: npm run (?:--silent )?${name}\\b[\\s\\S]*\nexit code 0\n$`),
      ),
    ),
  );
});

it('a command that waits for what never comes has not run', () => {
  const text = "require('./src/cli/command-line').runCommand(() => new Promise(() => undefined))";
  expect(spawnSync(process.execPath, [...TYPESCRIPT, '-e', text]).status).toBe(2);
});

it('a command whose reader has read enough ends without a word', () => {
  const text = `require('./src/cli/command-line').runCommand(() => {
    process.stdout.write('x'.repeat(1_000_000));
    return 0;
  })`;
  const node = [process.execPath, ...TYPESCRIPT].map((each) => `'${each}'`).join(' ');
  const { status, stderr } = spawnSync('sh', ['-c', `${node} -e "$TEXT" | head -c 1`], {
    env: { ...process.env, TEXT: text },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

it('a command leaves no listeners on the streams of its process', async () => {
  const count = () => process.stdout.listenerCount('error') + process.stderr.listenerCount('error');
  const before = count();
  try {
    expect(await runWith(() => 0, [])).toBe(0);
  } finally {
    process.exitCode = undefined;
  }
  expect(count()).toBe(before);
});
