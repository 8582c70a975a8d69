import { writeFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { check } from '../../../../src/tools/check/command';
import { generate } from '../../../../src/tools/generate/command';
import { scaffold } from '../../../../src/tools/scaffold/command';
import { runInFolder } from '../../../support/run-in-process';
import { serveMock } from '../../../support/serve-mock';
import { readDocument } from '../../../../src/tools/document/read/read-document';
import { temporaryFolder } from '../../../support/temporary-folder';
import { testConformance } from '../../../../src/tools/conformance/public';

/** Each command goes on with the operations that a chain of 2,000 schemas does not concern. */

const LENGTH = 2_000;
const schemas = Object.fromEntries(
  Array.from({ length: LENGTH }, (_, index) => {
    const next = { $ref: `#/components/schemas/S${(index + 1) % LENGTH}` };
    const properties = index + 1 < LENGTH ? { id: { type: 'integer' }, next } : {};
    return [`S${index}`, { type: 'object', properties }];
  }),
);
const chained = (version: string): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Chain', version },
    paths: {
      '/x': {
        get: {
          operationId: 'x',
          responses: {
            200: {
              description: 'Deep',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } },
            },
          },
        },
      },
      '/z': { get: { operationId: 'z', responses: { 204: { description: 'Done' } } } },
    },
    components: { schemas },
  });

const folder = temporaryFolder();
writeFileSync(path.join(folder, 'openapi.json'), chained('2'));
writeFileSync(path.join(folder, 'base.json'), chained('1'));
const LEFT_OUT =
  'the operation is not served, because of the fault at /components/schemas/S1848/properties/next';

beforeAll(async () => {
  const ended = await runInFolder(folder, generate, [
    '--spec',
    'openapi.json',
    '--generated',
    'generated',
  ]);
  expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining(LEFT_OUT) as string });
});

it('generate', () => {
  const contract = readFileSync(path.join(folder, 'generated/contract.ts'), 'utf8');
  expect(contract).toContain('"operationId": "z"');
  expect(contract).not.toContain('"operationId": "x"');
});

it.each([[[]], [['--base', 'base.json']]])('check %s', async (base) => {
  const args = ['--spec', 'openapi.json', '--generated', 'generated', ...base];
  const { code, stdout } = await runInFolder(folder, check, args);
  expect(code).toBe(1);
  expect(stdout).toContain(LEFT_OUT);
  expect(stdout.includes('GET /x: not compared')).toBe(base.length > 0);
});

it('scaffold', async () => {
  const args = ['--spec', 'openapi.json', '--generated', 'generated'];
  const { code, stdout } = await runInFolder(folder, scaffold, args);
  expect(code).toBe(0);
  expect(stdout).toContain('handlers/z.ts');
  expect(stdout).not.toContain('handlers/x.ts');
});

it('mock, and conformance of it', async () => {
  const source = readDocument(path.join(folder, 'openapi.json'));
  const mock = await serveMock(source);
  const { url } = mock;
  try {
    expect((await fetch(`${url}/z`)).status).toBe(204);
    const nobody = { caller: new Map(), limited: new Map(), other: new Map() };
    const { findings } = await testConformance({
      ...{ source, url, seed: 1, runs: 3, parallel: 2, timeoutMs: 5_000, tokens: nobody },
      limits: { timeMs: 20_000, requests: 1_000 },
    });
    expect(findings).toEqual([]);
  } finally {
    await mock.close(0);
  }
});
