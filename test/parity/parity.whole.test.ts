import { execFileSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../support/temporary-folder';
import { TYPESCRIPT } from '../support/run-script';

const ROOT = path.join(__dirname, '..', '..');

/** An expression without a parameter, a parameter without an expression, and what only goes one way. */
const PATHS = `
openapi: 3.1.0
info: { title: Paths, version: '1' }
paths:
  /a/{id}:
    put:
      operationId: putA
      requestBody:
        content:
          application/json:
            schema:
              properties: { made: { type: string, readOnly: true }, name: { type: string } }
      responses: { 204: { description: Done } }
  /b:
    get:
      operationId: getB
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { 204: { description: Done } }
`;

describe('the layout of the generated types', () => {
  const folder = temporaryFolder();

  it('is that of openapi-typescript, but for what has a reason', () => {
    for (const name of ['contents.yaml', 'library.yaml']) {
      copyFileSync(path.join(ROOT, 'test', 'fixtures', name), path.join(folder, name));
    }
    writeFileSync(path.join(folder, 'paths.yaml'), PATHS);
    // In a process of its own, since Jest does not load openapi-typescript.
    const args = [...TYPESCRIPT, path.join(__dirname, 'parity.ts'), folder];
    const table = execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
    expect(table.split('\n').slice(2)).toStrictEqual([
      expect.stringMatching(/^\| contents\.yaml \| [1-9]\d\d+ \| content 6 \|$/),
      expect.stringMatching(/^\| library\.yaml \| [1-9]\d+ \| name \d+ \|$/),
      expect.stringMatching(/^\| paths\.yaml \| [1-9]\d \| path 8, direction 2 \|$/),
      '',
    ]);
  });
});
