import '../../support/long';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeScript } from '../../../scripts/torture/hostile/make-script';
import { scriptText } from '../../../scripts/torture/hostile/script';
import { MAIN } from '../../support/plant-store-process';
import { runScript } from '../../support/run-script';

const HOSTILE = ['--main', MAIN, '--only', 'hostile', '--seed', '5'];

it('hostile clients end nothing, and get what the standard wants', () => {
  const args = [...HOSTILE, '--requests', '4000', '--siege-seconds', '3'];
  const { code, stdout } = runScript('torture.ts', args);
  expect(code === 0 ? '' : stdout).toBe('');
  expect(stdout).toMatch(/^hostile, seed 5\n {2}requests +[4-9]\d{3} in /);
  expect(stdout).toMatch(/^ {2}problems +order 0, 5xx 0, other 0, process ends 0$/m);
  expect(stdout).toMatch(/^ {2}siege of 3 s +well-behaved [1-9]\d* creates, /m);
  expect(stdout).toMatch(/^ {2}overload of 2 s +a fresh connection gets its response after /m);
}, 120_000);

describe('--replay', () => {
  const file = path.join(tmpdir(), `replay-${process.pid}.json`);
  afterAll(() => {
    rmSync(file, { force: true });
  });

  it('does again what one connection did', () => {
    const script = makeScript(5, 1);
    writeFileSync(file, scriptText(5, script));
    const { code, stdout } = runScript('torture.ts', [...HOSTILE, '--replay', file]);
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stdout).toMatch(new RegExp(`requests +${script.requests.length} in `));
    expect(stdout).toMatch(/connections +1, /);
  });

  it('refuses a file of another kind', () => {
    writeFileSync(file, '{}');
    const { code, stderr } = runScript('torture.ts', [...HOSTILE, '--replay', file]);
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/--replay must name a file that a run has kept; .*replay-/),
    });
  });
});
