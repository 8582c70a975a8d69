import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runScript } from '../support/run-script';
import { copyProject } from '../support/project-copy';

it('npm run dev names its options for one that it does not have', () => {
  const { code, stderr } = runScript('scripts/dev.ts', ['--lenient']);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^Unknown option '--lenient'.*\nUsage: npm run dev -- \[--strict\] \[--all\]/,
  );
});

const isListening = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** If npm did not end, kills all processes that it started. */
function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // All have ended.
  }
}

it('npm that is told to end leaves nobody behind who listens', async () => {
  const copy = copyProject();
  const { folder } = copy;
  rmSync(path.join(folder, 'tsconfig.json'));
  const env = { ...process.env, PORT: '0', ACCESS_TOKENS: 't', NO_COLOR: '1' };
  const npm = spawn('npm', ['run', 'dev'], { cwd: folder, env, detached: true });
  try {
    let output = '';
    npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    let url: string | undefined;
    while ((url = /is served at (http:[^\s,]+)/.exec(output)?.[1]) === undefined) await sleep(20);
    expect(await isListening(url)).toBe(true);
    npm.kill('SIGTERM');
    if (npm.exitCode === null && npm.signalCode === null) await once(npm, 'exit');
    while (await isListening(url)) await sleep(20);
  } finally {
    killGroup(npm.pid!);
    copy.remove();
  }
});
