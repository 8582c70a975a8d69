import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generate as command } from '../../src/generate/command';
import { runInProcess } from '../support/run-in-process';
import type { ScriptResult } from '../support/run-script';
import { temporaryFolder } from '../support/temporary-folder';

const LIBRARY = path.join(__dirname, '..', 'fixtures', 'library.yaml');

describe('npm run generate, in a folder with other files', () => {
  const folder = temporaryFolder();
  const elsewhere = temporaryFolder();
  const generate = (spec: string, out: string): Promise<ScriptResult> =>
    runInProcess(command, ['--spec', spec, '--out', out]);
  const left = path.join(folder, 'left.ts');
  const notes = path.join(folder, 'notes.md');
  const nested = path.join(folder, 'more', 'own.ts');
  const types = path.join(folder, 'types.ts');

  it('removes what it marked and no other file, and fixes what was edited', async () => {
    expect((await generate(LIBRARY, folder)).code).toBe(0);
    const original = readFileSync(types, 'utf8');
    writeFileSync(types, original.replace('interface', 'class'));
    writeFileSync(left, '// @generated from old.yaml by npm run generate; do not edit\n');
    writeFileSync(notes, 'Files here are made by npm run generate.\n');
    mkdirSync(path.join(folder, 'more'));
    writeFileSync(nested, 'export {};\n');

    const { code, stdout } = await generate(LIBRARY, folder);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^wrote \S+\/types\.ts\nremoved \S+\/left\.ts\n\S+ was generated from /);
    expect(readFileSync(types, 'utf8')).toBe(original);
    expect([left, notes, nested].map((file) => existsSync(file))).toStrictEqual([
      false,
      true,
      true,
    ]);
  });

  it('replaces links, and neither follows nor waits for what they lead to', async () => {
    expect((await generate(LIBRARY, folder)).code).toBe(0);
    const other = path.join(elsewhere, 'other.ts');
    writeFileSync(other, 'export {};\n');
    const original = readFileSync(types, 'utf8');
    const clientTypes = path.join(folder, 'client-types.ts');
    for (const [file, target] of [
      [types, other],
      [clientTypes, '/dev/zero'],
    ] as const) {
      rmSync(file);
      symlinkSync(target, file);
    }
    expect((await generate(LIBRARY, folder)).code).toBe(0);
    expect(readFileSync(types, 'utf8')).toBe(original);
    expect(readFileSync(other, 'utf8')).toBe('export {};\n');
  });

  it('writes nothing when the document is faulty', async () => {
    const spec = path.join(folder, 'faulty.yaml');
    writeFileSync(spec, 'openapi: 3.0.0\n');
    const out = path.join(folder, 'faulty');
    expect((await generate(spec, out)).code).toBe(2);
    expect(existsSync(out)).toBe(false);
  });
});
