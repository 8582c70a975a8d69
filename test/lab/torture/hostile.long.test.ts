import '../../support/long';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeScript } from './hostile/make-script';
import { scriptText } from './hostile/script';
import { MAIN } from '../../support/plant-store-process';
import { runScript } from '../../support/run-script';

const HOSTILE = ['--main', MAIN, '--only', 'hostile', '--seed', '5'];

/** The folder that a run says it keeps. */
function keptIn(stdout: string): string {
  return /^Databases, logs and findings\.txt are kept in (.+)$/m.exec(stdout)![1]!;
}

describe('of a service that CONNECT ends', () => {
  const main = path.join(tmpdir(), `ended-by-connect-${process.pid}.cjs`);
  const kept: string[] = [];
  afterAll(() => {
    rmSync(main, { force: true });
    for (const folder of kept) rmSync(folder, { recursive: true });
  });

  it('says which connection ends it, and keeps what it did', () => {
    writeFileSync(
      main,
      `const { Server } = require('node:http');
       const { emit } = Server.prototype;
       Server.prototype.emit = function (event, ...args) {
         if (event === 'connect') process.exit(7);
         return emit.call(this, event, ...args);
       };
       require(${JSON.stringify(MAIN)});`,
    );
    const asked = ['--only', 'hostile', '--seed', '5', '--siege-seconds', '0', '--main', main];
    const { code, stdout } = runScript('test/lab/torture/command.ts', asked);
    expect({ code, stdout }).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/ended by itself with 7; its log says why$/m),
    });
    const culprit = /connection (\d+) alone ends the service$/m.exec(stdout)![1]!;
    const folder = keptIn(stdout);
    const file = path.join(folder, 'hostile', 'fuzz', `connection-${culprit}.json`);
    const again = runScript('test/lab/torture/command.ts', [...asked, '--replay', file]);
    kept.push(folder, keptIn(again.stdout));
    expect(again.stdout).toContain(`connection ${culprit} alone ends the service`);
  }, 120_000);
});

describe('--replay', () => {
  const file = path.join(tmpdir(), `replay-${process.pid}.json`);
  afterAll(() => {
    rmSync(file, { force: true });
  });

  it('does again what one connection did', () => {
    const script = makeScript(5, 1);
    writeFileSync(file, scriptText(5, script));
    const { code, stdout } = runScript('test/lab/torture/command.ts', [
      ...HOSTILE,
      '--replay',
      file,
    ]);
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stdout).toMatch(new RegExp(`requests +${script.requests.length} in `));
    expect(stdout).toMatch(/connections +1, 0 of them /);
  });

  it('refuses a file of another kind', () => {
    writeFileSync(file, '{}');
    const { code, stderr } = runScript('test/lab/torture/command.ts', [
      ...HOSTILE,
      '--replay',
      file,
    ]);
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/--replay must name a file that a run has kept; .*replay-/),
    });
  });
});
