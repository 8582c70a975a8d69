import { spawnSync } from 'node:child_process';
import { runWith } from '../../../src/tools/cli/command-line';
import { TYPESCRIPT } from '../../support/run-script';

it('a command that waits for what never comes has not run', () => {
  const text =
    "require('./src/tools/cli/command-line').runCommand(() => new Promise(() => undefined))";
  expect(spawnSync(process.execPath, [...TYPESCRIPT, '-e', text]).status).toBe(2);
});

it('a command whose reader has read enough ends without a word', () => {
  const text = `require('./src/tools/cli/command-line').runCommand(() => {
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
