import '../../support/long';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runScript } from '../../support/run-script';
import { temporaryFolder } from '../../support/temporary-folder';

const folder = temporaryFolder();

function put(name: string, text: string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return path.dirname(file);
}

const SOUND = `openapi: 3.1.0
info: { title: Garden, version: '1' }
paths:
  /beds/{bed}:
    parameters: [{ in: path, name: bed, required: true, schema: { type: integer, minimum: 2 } }]
    get: { operationId: readBed, responses: { 200: { description: A bed } } }
    trace: { operationId: traceBed, responses: { 200: { description: A bed } } }
`;

it('counts the responses of each document, by both compilers as both kinds of modules', () => {
  const { code, stdout } = runScript('test/lab/projects/command.ts', [
    put('sound/garden.yaml', SOUND),
  ]);
  expect(stdout).toMatch(/^garden\.yaml +4 +400 x 2\n\n$/m);
  expect(code).toBe(0);
});

it('names what cannot be generated from', () => {
  const { code, stdout } = runScript('test/lab/projects/command.ts', [
    put('broken/garden.yaml', `${SOUND}  - x\n`),
  ]);
  expect(stdout).toContain('garden.yaml, generate as esm: ');
  expect(stdout).toContain('garden.yaml, generate as commonjs: ');
  expect(code).toBe(1);
});
