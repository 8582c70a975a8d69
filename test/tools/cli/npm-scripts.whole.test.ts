import { spawnSync } from 'node:child_process';
import { scripts } from '../../../package.json';
import { TYPESCRIPT } from '../../support/run-script';

/** All npm scripts with a command of their own that are not commands of plant-store too (test/plant-store/commands/help.test.ts). */
const SCRIPTS = ['bench', 'corpus', 'fetch-suites', 'sbom', 'torture'] as const;
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
    const { runWith } = require('./src/tools/cli/command-line');
    const { contractCoverage } = require('./src/tools/contract-coverage/command');
    console.log('exit code ' + (await runWith(contractCoverage)));
    const { dev } = require('./src/tools/dev/command');
    console.log('exit code ' + (await runWith(dev, ['-h'])));
    const { mock } = require('./src/tools/mock/command');
    const faulty = ['spec.yaml', '--nothing', '--help'];
    console.log('exit code ' + (await runWith(mock, faulty)));
  })();`;

it(`${SCRIPTS.join(', ')}, contract-coverage and dev print their usage for -h, and mock for --help beside a wrong option`, () => {
  const args = [...TYPESCRIPT, '-e', ASK_ALL];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const said = stdout.split(/^(?=Usage: )/m);
  expect(said).toEqual(
    [...SCRIPTS, 'contract-coverage', 'dev', 'mock'].map((name): unknown =>
      expect.stringMatching(
        new RegExp(`^Usage: npm run (?:--silent )?${name}\\b[\\s\\S]*\nexit code 0\n$`),
      ),
    ),
  );
});
