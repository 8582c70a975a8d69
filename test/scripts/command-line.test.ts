import { spawnSync } from 'node:child_process';
import { runScript, TYPESCRIPT } from '../support/run-script';

it.each([
  ['with options alone', 'contract-coverage.ts', ['--help']],
  ['with arguments and a wrong option too', 'mock.ts', ['spec.yaml', '--nothing', '--help']],
])('a command %s prints its usage for --help', (_, script, args) => {
  const { code, stdout, stderr } = runScript(script, args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^Usage: npm run [\w-]+ -- /);
});

it('a command that waits for what never comes has not run', () => {
  const text = "require('./scripts/command-line').runCommand(() => new Promise(() => undefined))";
  expect(spawnSync(process.execPath, [...TYPESCRIPT, '-e', text]).status).toBe(2);
});

it('a command whose reader has read enough ends without a word', () => {
  const text = `require('./scripts/command-line').runCommand(() => {
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
