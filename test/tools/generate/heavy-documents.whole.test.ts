import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generate } from '../../../src/tools/generate/command';
import { parseSource } from '../../../src/tools/document';
import { heavyDocuments } from '../../support/heavy-documents';
import { runInProcess } from '../../support/run-in-process';
import { serveMock } from '../../support/serve-mock';
import { temporaryFolder } from '../../support/temporary-folder';

/**
 * No machine goes all ways through these. Here is what is said of them; that every tool comes to an end is shown in
 * hostile-documents/heavy.long.test.ts.
 */
const folder = temporaryFolder();

function documentOf(name: string): string {
  const text = heavyDocuments[name]?.();
  if (text === undefined) throw new Error(`There is no heavy document "${name}"`);
  const file = path.join(folder, `${name.replace(/\W+/g, '-')}.yaml`);
  writeFileSync(file, text);
  return file;
}

/** What would have to be written out for each way; the others need each schema once. */
const TOO_MANY: Readonly<Record<string, string>> = {
  'doubled unevaluatedProperties': '/components/schemas/S',
  'doubled numbers that are of 64 bits from outside': '/components/schemas/S',
  'doubled alternatives that are of 64 bits from outside': '/components/schemas/S',
  'doubled alternatives and unevaluated properties': '/paths/~1things/',
  'doubled defaults': '/components/schemas/S',
  'doubled media types': '/components/mediaTypes/M',
  'doubled dynamic scopes': '/components/schemas/',
  'doubled references where OpenAPI has none': '/x-M',
};

it.each(Object.entries(TOO_MANY))('says where %s stops', async (name, pointer) => {
  const out = path.join(folder, 'generated', name.replace(/\W+/g, '-'));
  const file = documentOf(name);
  const { code, stderr } = await runInProcess(generate, ['--spec', file, '--generated', out]);
  expect(code).toBe(2);
  expect(stderr).toContain(`.yaml:1: ${pointer}`);
  expect(stderr).toContain('takes more than 3000000 steps; refer to each part once');
});

/** One of each way in which a value or a validator is found, and of each in which that stops. */
const MOCKED = [
  ...['doubled defaults', 'doubled dynamic scopes', 'doubled media types'],
  ...['doubled anyOf', 'doubled conditions', 'doubled items', 'doubled required'],
];

it.each(MOCKED)('mocks %s, and answers others meanwhile', async (name) => {
  const faults: unknown[] = [];
  const options = { onFault: (error: unknown) => faults.push(error) };
  const start = async (): ReturnType<typeof serveMock> =>
    serveMock(parseSource(heavyDocuments[name]!(), 'heavy.json'), options);
  const mock = await start().catch((error: unknown) => error as Error);
  if (mock instanceof Error) {
    expect(mock.message).toContain('takes more than 3000000 steps');
    return;
  }
  const answers = [
    await fetch(`${mock.url}/things`),
    await fetch(`${mock.url}/things`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '1',
    }),
  ];
  expect((await fetch(`${mock.url}/nowhere`)).status).toBe(404);
  const failed = answers.filter(({ status }) => status === 500);
  const told = faults.filter((fault) => String(fault).includes('takes more than 3000000 steps'));
  expect(told).toHaveLength(failed.length);
  await mock.close(0);
});

it('gives up a value that would fill the memory, and answers', async () => {
  const source = parseSource(heavyDocuments['lengths beyond reason']!(), 'heavy.json');
  const mock = await serveMock(source);
  const response = await fetch(`${mock.url}/things`);
  expect((await response.text()).length).toBeLessThan(10_000_000);
  await mock.close(0);
});

it.each(['an example of 5 MB', 'a key of 5 MB'])('writes %s', async (name) => {
  const out = path.join(folder, 'generated', name.replace(/\W+/g, '-'));
  const { code } = await runInProcess(generate, [
    '--spec',
    documentOf(name),
    '--generated',
    out,
    '--yaml',
  ]);
  expect(code).toBe(0);
  const yaml = readFileSync(path.join(out, 'openapi.yaml'), 'utf8');
  expect(parseSource(yaml, 'openapi.yaml').document.openapi).toBe('3.1.0');
});

it('parses brackets on the indent of their key once, however many', async () => {
  const file = documentOf('brackets on the indent of their key');
  const out = path.join(folder, 'generated', 'brackets');
  const { code, stdout } = await runInProcess(generate, ['--spec', file, '--generated', out]);
  expect({ code, stdout }).toMatchObject({ code: 0 });
});
