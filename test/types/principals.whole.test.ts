import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../support/temporary-folder';

const ROOT = path.join(__dirname, '..', '..');
const folder = temporaryFolder();

/** What TypeScript 5.9 says of files, read in this order. */
function compiled(...files: readonly string[]): { status: number | null; stdout: string } {
  const project = path.join(folder, 'tsconfig.json');
  const settings = {
    extends: path.join(ROOT, 'tsconfig.json'),
    compilerOptions: { noEmit: true, typeRoots: [path.join(ROOT, 'node_modules', '@types')] },
    files: files.map((file) => path.join(ROOT, file)),
    include: [],
  };
  writeFileSync(project, JSON.stringify(settings));
  const compiler = require.resolve('typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', project], {
    encoding: 'utf8',
  });
  return { status, stdout };
}

// It infers from the members of a union in the order in which it met their types.
it.each([
  ['first', []],
  ['after the plant store', ['src/plant-store/server.ts']],
])('principals are inferred by TypeScript 5.9 too, if it reads them %s', (_, before) => {
  const files = [...before, 'test/types/principals.ts'];
  expect(compiled(...files)).toEqual({ status: 0, stdout: '' });
});
