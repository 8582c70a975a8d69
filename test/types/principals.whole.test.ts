import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryProject } from '../support/temporary-folder';

const ROOT = path.join(__dirname, '..', '..');
const folder = temporaryProject();

it('principals are inferred by TypeScript 5.9 too', () => {
  const project = path.join(folder, 'tsconfig.json');
  const settings = {
    extends: path.join(ROOT, 'tsconfig.json'),
    compilerOptions: { noEmit: true, typeRoots: [path.join(ROOT, 'node_modules', '@types')] },
    files: [path.join(__dirname, 'principals.ts')],
    include: [],
  };
  writeFileSync(project, JSON.stringify(settings));
  const compiler = require.resolve('typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', project], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});
