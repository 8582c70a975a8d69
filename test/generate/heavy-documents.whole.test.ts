import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { check } from '../../src/check/command';
import { conformance } from '../../src/conformance/command';
import { generate } from '../../src/generate/command';
import { parseSource } from '../../src/generate/index';
import { scaffold } from '../../src/scaffold/command';
import { heavyDocuments } from '../support/heavy-documents';
import { runInProcess } from '../support/run-in-process';
import { serveMock } from '../support/serve-mock';
import { temporaryFolder } from '../support/temporary-folder';

/** No machine goes all ways through these: before each was looked at once, no command came to its end. */
const folder = temporaryFolder();

function documentOf(name: string): string {
  const text = heavyDocuments[name]?.();
  if (text === undefined) throw new Error(`There is no heavy document "${name}"`);
  const file = path.join(folder, `${name.replace(/\W+/g, '-')}.yaml`);
  writeFileSync(file, text);
  return file;
}

const DOUBLED = Object.keys(heavyDocuments).filter((name) => /^doubled|^required/.test(name));

/** What would have to be written out for each way; the others need each schema once. */
const TOO_MANY: Readonly<Record<string, string>> = {
  'doubled unevaluatedProperties': '/components/schemas/S',
  'doubled numbers that are of 64 bits from outside': '/components/schemas/S',
  'doubled alternatives that are of 64 bits from outside': '/components/schemas/S',
  'doubled alternatives and unevaluated properties': '/paths/~1things/',
  'doubled defaults': '/components/schemas/S',
  'doubled media types': '/components/mediaTypes/M',
  'doubled dynamic scopes': '/components/schemas/',
};

it.each(DOUBLED)('generates from %s, or says where it stops', async (name) => {
  const out = path.join(folder, 'generated', name.replace(/\W+/g, '-'));
  const file = documentOf(name);
  const { code, stderr } = await runInProcess(generate, ['--spec', file, '--out', out]);
  const pointer = TOO_MANY[name];
  expect(code).toBe(pointer === undefined ? 0 : 2);
  if (pointer === undefined) return;
  expect(stderr).toContain(`.yaml:1: ${pointer}`);
  expect(stderr).toContain('takes more than 3000000 steps; refer to each part once');
});

it.each(DOUBLED)('mocks %s, and answers others meanwhile', async (name) => {
  const faults: unknown[] = [];
  const source = parseSource(heavyDocuments[name]!(), 'heavy.json');
  const options = { onFault: (error: unknown) => faults.push(error) };
  const mock = await serveMock(source, options).catch((error: unknown) => error as Error);
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

/** One of each way in which a value, a type or a validator is found. */
const KINDS = ['doubled anyOf', 'doubled conditions', 'doubled items', 'doubled required'];

it.each(KINDS)('checks %s', async (name) => {
  const file = documentOf(name);
  const only = ['--only', 'document,enforcement,breaking'];
  const { code } = await runInProcess(check, ['--spec', file, '--base', file, ...only]);
  expect([0, 1]).toContain(code);
});

it.each(KINDS)('tests a service for %s', async (name) => {
  const mock = await serveMock(parseSource(heavyDocuments[name]!(), 'heavy.json'));
  const args = ['--url', mock.url, '--spec', documentOf(name), '--runs', '1', '--requests', '20'];
  const { stdout } = await runInProcess(conformance, args);
  expect(stdout).toContain('request');
  await mock.close(0);
});

it.each(KINDS)('scaffolds %s', async (name) => {
  const at = (part: string): string => path.join(folder, part, name.replace(/\W+/g, '-'));
  const args = ['--spec', documentOf(name), '--handlers', at('handlers'), '--tests', at('tests')];
  expect((await runInProcess(scaffold, args)).code).toBe(0);
});

it('gives up a value that would fill the memory, and answers', async () => {
  const source = parseSource(heavyDocuments['lengths beyond reason']!(), 'heavy.json');
  const mock = await serveMock(source);
  const response = await fetch(`${mock.url}/things`);
  expect((await response.text()).length).toBeLessThan(10_000_000);
  await mock.close(0);
});

it('parses brackets on the indent of their key once, however many', async () => {
  const file = documentOf('brackets on the indent of their key');
  const out = path.join(folder, 'generated', 'brackets');
  const { code, stdout } = await runInProcess(generate, ['--spec', file, '--out', out]);
  expect({ code, stdout }).toMatchObject({ code: 0 });
});
