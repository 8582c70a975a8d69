import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readOptions } from './options';
import { spawnSync } from 'node:child_process';
import { TYPESCRIPT } from '../../support/run-script';

const ROOT = path.join(__dirname, '..', '..', '..');
const PEERS = path.join(ROOT, 'test', 'lab', 'bench', 'peers');

it.each([
  [['--rounds', '0'], /^--rounds must be a number from 1 to 1000, not "0"\nUsage: npm run bench/],
  [['--seconds', '1.5'], /^--seconds must be a number from 1 to 3600, not "1.5"\n/],
  [['--connections', '1001'], /^--connections must be a number from 1 to 1000, not "1001"\n/],
  [
    ['--only', 'fast'],
    /^--only must be one of contract, store, postgres, operations, telemetry, start, dev, not "fast"\n/,
  ],
  [['--saves', '0'], /^--saves must be a number from 1 to 10000, not "0"\n/],
])('takes no %j', (args, message) => {
  expect(() => readOptions(args)).toThrow(message);
});

const REFUSED: [args: string[], message: RegExp][] = [
  [['--only', 'dev', '--spec', 'none.yaml'], /^none\.yaml cannot be read \(ENOENT\)$/m],
  [['--only', 'dev', '--spec', 'package.json'], /^package\.json has no line "paths:"/m],
  [['--fast'], /^Unknown option '--fast'/],
];

/** Runs the script once for each of the arguments, in one process that has loaded what it needs once. */
const RUN_EACH = `
  const bench = require.resolve('./test/lab/bench/command');
  const next = ([args, ...rest]) => {
    process.argv = [process.execPath, bench, ...args];
    process.exitCode = undefined;
    delete require.cache[bench];
    require(bench);
    process.once('beforeExit', () => {
      process.stderr.write('\\nended with ' + process.exitCode + '\\n');
      if (rest.length > 0) setImmediate(next, rest);
    });
  };
  next(${JSON.stringify(REFUSED.map(([args]) => args))});`;

it(`ends with 2 for ${REFUSED.map(([args]) => args.join(' ')).join(', for ')}`, () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...TYPESCRIPT, '-e', RUN_EACH], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  const said = stderr.split('\nended with 2\n');
  expect(said).toEqual([
    ...REFUSED.map(([, message]): unknown => expect.stringMatching(message)),
    '',
  ]);
});

it('the peers are no dependency of the project, and their lock file names no host', () => {
  const read = (...parts: string[]): string => readFileSync(path.join(ROOT, ...parts), 'utf8');
  const lock = read('test', 'lab', 'bench', 'peers', 'package-lock.json');
  expect(lock).not.toContain('"resolved"');
  expect(read('package-lock.json')).not.toContain('test/lab/bench');
});

it('each peer and each package of the peers has its place in the description', () => {
  const description = readFileSync(path.join(PEERS, '..', 'README.md'), 'utf8');
  const files = readdirSync(PEERS).filter((name) => /\.m?js$/.test(name));
  expect(files.filter((name) => !description.includes(`\`${name}\``))).toEqual([]);
});
