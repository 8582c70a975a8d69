import { readFileSync } from 'node:fs';
import path from 'node:path';
import { check } from '../../../../src/tools/check/command';
import { runInFolder } from '../../../support/run-in-process';
import type { ScriptResult } from '../../../support/run-script';
import { temporaryFolder, writeFiles } from '../../../support/temporary-folder';

/** A released base that has a fault cannot be mended: what is not compared is accepted by a line. */

const folder = temporaryFolder();

const SOUND = `openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
paths:
  /carts:
    get:
      operationId: carts
      parameters: [{ name: sort, in: query, schema: { type: string } }]
      responses:
        200: { description: Done, content: { application/json: { schema: { $ref: '#/components/schemas/Cart' } } } }
  /items:
    get:
      operationId: items
      responses: { 204: { description: None } }
components:
  schemas:
    Cart: { type: object }
`;

/** A document in which a part of the sound one is another. */
const withPart = (part: string, other: string): string => SOUND.replace(part, other);

function compare(cwd: string, ...args: readonly string[]): Promise<ScriptResult> {
  return runInFolder(cwd, check, ['--only', 'breaking', '--base', 'base.yaml', ...args]);
}

const PARTLY: readonly [string, string, string][] = [
  ['a reference to nothing', withPart('schemas/Cart', 'schemas/None'), 'GET /carts'],
  ['a reference to no file', withPart("'#/components/schemas/Cart'", './none.yaml'), 'GET /carts'],
  ['a schema of no type', withPart('{ type: object }', '{ type: objekt }'), 'GET /carts'],
  [
    'a schema that refers to itself',
    withPart('{ type: object }', "{ $ref: '#/components/schemas/Cart' }"),
    'GET /carts',
  ],
  ['a parameter of no place', withPart('in: query', 'in: url'), 'GET /carts'],
  [
    'a path that is no object',
    SOUND.replace(/ {2}\/carts:[^]*?(?= {2}\/items)/, '  /carts: yes\n'),
    'every operation of /carts',
  ],
  [
    'a path that refers to no file',
    SOUND.replace(/ {2}\/carts:[^]*?(?= {2}\/items)/, '  /carts: { $ref: ./none.yaml }\n'),
    'every operation of /carts',
  ],
];

it.each(PARTLY)('of a base with %s, one finding tells what is lost', async (_, base, lost) => {
  const cwd = writeFiles(folder, { 'base.yaml': base, 'openapi.yaml': SOUND });
  const { code, stdout, stderr } = await compare(cwd);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(stdout.match(/^ {6}openapi\.yaml:.*$/gm)).toEqual([
    expect.stringMatching(
      /: not compared, for a fault of the base: .* \(in the base: base\.yaml:\d+\); name a base without it, or accept it with a line "operation-not-compared \/\S+ # REASON"/,
    ),
  ]);
  expect(stdout).toContain(`: ${lost}: not compared`);
  expect(await compare(cwd, '--accept', 'released')).toMatchObject({ code: 0 });
  expect(readFileSync(path.join(cwd, 'openapi.accepted.txt'), 'utf8')).toContain('# released: ');
  expect(await compare(cwd)).toMatchObject({ code: 0, stderr: '' });
});

it.each(PARTLY)('a revision with %s is no change beside that fault', async (_, revision) => {
  const cwd = writeFiles(folder, { 'base.yaml': SOUND, 'openapi.yaml': revision });
  const { code, stdout } = await compare(cwd);
  expect(code).toBe(1);
  expect(stdout.match(/^ {6}openapi\.yaml:.*$/gm)).toEqual([
    expect.stringMatching(/: not compared, for a fault of the revision/),
  ]);
});

it('of which a part is accepted, the others are compared', async () => {
  const cwd = writeFiles(folder, {
    'base.yaml': withPart('schemas/Cart', 'schemas/None'),
    'openapi.yaml': withPart('{ 204: { description: None } }', '{ 205: { description: None } }'),
    'openapi.accepted.txt':
      'operation-not-compared /paths/~1carts/get/responses/200/content/application~1json/schema # released\n',
  });
  const { stdout } = await compare(cwd);
  expect(stdout).toContain('GET /items: the response 204 was removed');
  expect(stdout).not.toContain('not compared');
});

it.each([
  ['no YAML', withPart('paths:', 'paths: {'), /^base\.yaml:\d+: column \d+: /],
  ['a key that occurs twice', withPart('  /items:', '  /carts:'), /^base\.yaml:\d+: .* twice/],
  ['no version', withPart('openapi: 3.1.0\n', ''), /^base\.yaml:1: .* the version is missing/],
  ['paths that are no object', SOUND.replace('paths:', 'paths: 1\nx-paths:'), /\/paths: must be/],
  ['another version', withPart('3.1.0', '4.0.0'), /the version is "4\.0\.0"/],
  ['no paths', SOUND.slice(0, SOUND.indexOf('paths:')), /lacks the property "paths"/],
])('of which nothing can be read, for %s, ends with 2', async (_, base, message) => {
  const cwd = writeFiles(folder, { 'base.yaml': base, 'openapi.yaml': SOUND });
  const { code, stdout, stderr } = await compare(cwd);
  expect({ code, stdout, stderr }).toEqual({
    ...{ code: 2, stdout: '' },
    stderr: expect.stringMatching(message) as string,
  });
});
