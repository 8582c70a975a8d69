import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Command } from '../../../src/tools/cli/command-line';
import { check as checkCommand } from '../../../src/tools/check/command';
import { generate as generateCommand } from '../../../src/tools/generate/command';
import { scaffold } from '../../../src/tools/scaffold/command';
import { runInFolder } from '../../support/run-in-process';
import type { ScriptResult } from '../../support/run-script';
import { serveDocument } from '../../support/serve-document';
import { putFile, temporaryProject } from '../../support/temporary-folder';
import { itEach } from '../../support/it-each';

/** `trellis check` of what was generated from a part of a document. */

const folder = temporaryProject();
const at = (...names: string[]): string => path.join(folder, ...names);
const run = (command: Command, ...args: string[]): Promise<ScriptResult> =>
  runInFolder(folder, command, args);
const generate = (...args: string[]): Promise<ScriptResult> => run(generateCommand, ...args);
const check = (...args: string[]): Promise<ScriptResult> => run(checkCommand, ...args);

const response = (type: string): string =>
  `responses: { 200: { description: Here, content: { application/json: { schema: { type: ${type} } } } } }`;

/** @param changes texts in place of others */
function documentOf(changes: Readonly<Record<string, string>> = {}): string {
  const text = `openapi: 3.1.0
info: { title: Boats, version: 1.0.0 }
paths:
  /boats:
    get: { operationId: listBoats, tags: [open], ${response('array')} }
    post: { operationId: addBoat, parameters: [{ name: size, in: query, schema: { type: integer } }], ${response('string')} }
  /boats/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: getBoat, tags: [open], ${response('object')} }
    delete: { operationId: dropBoat, ${response('"null"')} }
`;
  return Object.entries(changes).reduce((all, [from, to]) => all.replace(from, to), text);
}

const write = (name: string, text: string): string => putFile(folder, name, text);

const SELECTED = ['--include', 'tag:open'];

beforeEach(async () => {
  write('openapi.yaml', documentOf());
  write('redocly.yaml', 'rules: {}\n');
  rmSync(at('src'), { recursive: true, force: true });
  expect(await generate(...SELECTED)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      / openapi\.yaml without 2 of its operations \(\d files\)\n$/,
    ) as string,
  });
});

it('the files tell of which part they are, and only then', async () => {
  const tools = (): unknown => JSON.parse(readFileSync(at('generated', 'tools.json'), 'utf8'));
  expect(tools()).toMatchObject({ include: ['tag:open'], exclude: [] });
  await generate('--exclude', 'addBoat, DELETE /boats/{id}');
  expect(tools()).toMatchObject({ include: [], exclude: ['addBoat', 'DELETE /boats/{id}'] });
  await generate();
  expect(Object.keys(tools() as object)).toEqual(['x-generated', 'tools']);
});

it('without options the same part is checked', async () => {
  expect(await check('--only', 'generated,document,enforcement')).toMatchObject({ code: 0 });
  write('openapi.yaml', documentOf({ 'operationId: addBoat': 'operationId: getBoats' }));
  const { code, stdout } = await check('--only', 'generated');
  expect(code).toBe(0);
  write('openapi.yaml', documentOf({ 'operationId: addBoat, ': 'tags: [open], ' }));
  expect(await check('--only', 'generated')).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/; run: .*generate -- --include tag:open$/m) as string,
  });
  expect(stdout).toContain('ok');
});

it('options name another part', async () => {
  expect(await check('--only', 'generated', '--include', 'getBoat,listBoats')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('tools.json differs') as string,
  });
  await generate('--include', 'getBoat,listBoats');
  expect(await check('--only', 'generated')).toMatchObject({ code: 0 });
});

it('a name that is gone is told with the file that has it', async () => {
  await generate('--include', 'getBoat');
  write('openapi.yaml', documentOf({ 'operationId: getBoat': 'operationId: getBoats' }));
  expect(await check()).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      'No operation is called "getBoat"; did you mean "getBoats"? (recorded in generated/tools.json; generate again',
    ) as string,
  });
});

it('faults of other operations are none of the part', async () => {
  write('openapi.yaml', documentOf({ 'schema: { type: integer }': 'schema: { type: integr }' }));
  expect(await check('--only', 'document,generated')).toMatchObject({ code: 0 });
  expect(await check('--only', 'document', '--exclude', 'getBoat')).toMatchObject({ code: 1 });
});

describe('handlers', () => {
  it('are written and wanted for the part alone', async () => {
    write('src/handlers/dropBoat.ts', 'export const dropBoat = () => Promise.resolve();\n');
    write('src/handlers/other.ts', 'export const other = 1;\n');
    expect(await check('--only', 'handlers')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /"listBoats" .* has no handler[^]*"getBoat" .* has no handler[^]*"other"/,
      ) as string,
    });
    expect((await check('--only', 'handlers')).stdout).not.toMatch(/addBoat|dropBoat/);
    const { stdout, stderr } = await run(scaffold);
    expect(stdout.match(/^wrote .*$/gm)).toEqual([
      'wrote src/handlers/listBoats.ts',
      'wrote src/handlers/getBoat.ts',
    ]);
    expect(stderr).not.toContain('dropBoat');
  });
});

describe('changes since a base', () => {
  itEach({
    'of another operation': [{ 'type: string } } } } } }': 'type: boolean } } } } } }' }, 0],
    'of the part': [{ 'type: array': 'type: string' }, 1],
    'of the part, under another operationId': [
      { 'operationId: listBoats': 'operationId: all', 'type: array': 'type: string' },
      1,
    ],
    'that moves an operation out of the part': [
      {
        'tags: [open], responses: { 200: { description: Here, content: { application/json: { schema: { type: object':
          'responses: { 200: { description: Here, content: { application/json: { schema: { type: object',
      },
      1,
    ],
  })('%s', async (_, changes, code) => {
    write('base.yaml', documentOf());
    write('openapi.yaml', documentOf(changes));
    expect(await check('--only', 'breaking', '--base', 'base.yaml')).toMatchObject({ code });
  });
});

describe('a service', () => {
  const handlers = {
    listBoats: () => Promise.resolve({ status: 200, body: [] } as const),
    getBoat: () => Promise.resolve({ status: 200, body: {} } as const),
    addBoat: () => Promise.resolve({ status: 200, body: '' } as const),
    dropBoat: () => Promise.resolve({ status: 200, body: null } as const),
  };

  it.each([
    ['of the part', false],
    ['of the whole document', true],
  ])('%s conforms', async (_, isWhole) => {
    const { listBoats, getBoat } = handlers;
    const spec = isWhole ? 'openapi.yaml' : 'generated/openapi.json';
    const served = await serveDocument(
      { file: at(spec) },
      isWhole ? handlers : { listBoats, getBoat },
    );
    const limits = ['--requests', '300', '--runs', '3', '--seed', '1', '--seconds', '600'];
    try {
      const found = await check('--only', 'service', '--url', served.url, ...limits);
      expect(found).toMatchObject({
        code: 0,
        stderr: expect.not.stringContaining('undocumented') as string,
      });
      expect(found.stdout).toContain('2 of 4 operations exercised');
      expect(found.stdout).not.toMatch(/addBoat|dropBoat|DELETE/);
    } finally {
      await served.close();
    }
  });
});
