import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { check } from '../../../../src/tools/check/command';
import type { JsonObject } from '../../../../src/tools/document';
import { runInFolder } from '../../../support/run-in-process';
import type { ScriptResult } from '../../../support/run-script';
import { temporaryFolder } from '../../../support/temporary-folder';
import { itEach, titled } from '../../../support/it-each';

/** The same change at many places without a name is one line, and one line accepts it. */

const folder = temporaryFolder();
const CHANGES = path.join(folder, 'openapi.accepted.txt');
const COUNT = 6;

type Operation = (at: number) => JsonObject | undefined;

/** `PUT /0`, `PUT /1` and so on. */
function documentOf(operation: Operation, count = COUNT): string {
  const paths = Array.from({ length: count }, (_, at) => [`/${at}`, { put: operation(at) }]);
  const info = { title: 'Many', version: '1.0.0' };
  return JSON.stringify({ openapi: '3.0.3', info, paths: Object.fromEntries(paths) }, null, 1);
}

const sending = (schema: JsonObject): JsonObject => ({
  requestBody: { content: { 'application/json': { schema } } },
  responses: { 204: { description: 'Kept' } },
});

const giving = (schema: JsonObject): JsonObject => ({
  responses: { 200: { description: 'Found', content: { 'application/json': { schema } } } },
});

/** A property whose name tells its place. */
const within = (at: number, schema: JsonObject): JsonObject => ({
  type: 'object',
  properties: { [`name${at}`]: schema },
});

const plain = (): JsonObject => ({ responses: { 204: { description: 'Kept' } } });

async function compare(
  base: Operation,
  revision: Operation,
  { count = COUNT, args = [] }: { readonly count?: number; readonly args?: readonly string[] } = {},
): Promise<ScriptResult & { readonly lines: readonly string[] }> {
  writeFileSync(path.join(folder, 'base.json'), documentOf(base, count));
  writeFileSync(path.join(folder, 'openapi.json'), documentOf(revision, count));
  const given = ['--only', 'breaking', '--base', 'base.json', ...args];
  const result = await runInFolder(folder, check, given);
  return { ...result, lines: result.stdout.match(/^ {6}openapi\.json:.*$/gm) ?? [] };
}

afterEach(() => rmSync(CHANGES, { force: true }));

const text = (maxLength: number): JsonObject => sending({ type: 'string', maxLength });

const ONE_LINE: readonly [string, Operation, Operation][] = titled({
  'null is a value': [
    (at) => giving(within(at, { type: 'string' })),
    (at) => giving(within(at, { type: 'string', nullable: true })),
  ],
  'a text is shorter': [() => text(9), () => text(8)],
  'a default is another': [
    (at) => sending(within(at, { type: 'integer', default: 1 })),
    (at) => sending(within(at, { type: 'integer', default: 2 })),
  ],
  'a property is gone': [
    (at) => giving(within(at, within(0, {}))),
    (at) => giving(within(at, { type: 'object' })),
  ],
  'a response is new': [
    plain,
    () => ({ responses: { 204: { description: 'Kept' }, 429: { description: 'Wait' } } }),
  ],
  'a parameter is new': [
    plain,
    () => ({ ...plain(), parameters: [{ name: 'page', in: 'query', schema: {} }] }),
  ],
  'it is undecided': [
    (at) => giving(within(at, { type: 'string' })),
    (at) => giving(within(at, { type: 'string', format: 'phone' })),
  ],
});

it.each(ONE_LINE)('where %s at many places, one line counts them', async (_, base, revision) => {
  const { code, lines, stdout } = await compare(base, revision, { args: ['--strict'] });
  expect({ code, lines }).toEqual({ code: 1, lines: [expect.any(String)] });
  expect(lines[0]).toMatch(
    / {6}(openapi\.json:\d+): PUT \/0: .*, at 6 places: \1, openapi\.json:\d+, openapi\.json:\d+ and 3 more; undo it.*line "[a-z-]+ \/paths\/~10\/\S+ and 5 more # REASON"/,
  );
  expect(stdout.match(/^ {6}(?:major|minor|undecided) .*$/gm)).toEqual([
    expect.stringMatching(/ PUT \/0, PUT \/1 and 4 more .*, at 6 places/),
  ]);
});

it.each(ONE_LINE)('where %s at many places, a line accepts it', async (_, base, revision) => {
  const args = ['--strict', '--accept', 'known'];
  const { code, stderr } = await compare(base, revision, { args });
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('1 finding,') });
  expect(readFileSync(CHANGES, 'utf8')).toMatch(/^#.*\n\S+ \/paths\/\S+ and 5 more # known: .*\n$/);
  expect(await compare(base, revision, { args: ['--strict'] })).toMatchObject({
    code: 0,
    stderr: '',
  });
});

const APART: Readonly<Record<string, [number, Operation, Operation]>> = {
  'three places': [3, (at) => text(at < 3 ? 9 : 8), () => text(8)],
  'different limits': [6, () => text(9), (at) => text(8 - at)],
  'operations that are gone': [5, plain, (at) => (at === 0 ? plain() : undefined)],
  'operations that are new': [5, (at) => (at === 0 ? plain() : undefined), plain],
  'deprecated operations': [6, plain, () => ({ ...plain(), deprecated: true })],
  'properties of different names': [
    6,
    () => giving({ type: 'object' }),
    (at) => giving(within(at, { type: 'string' })),
  ],
  'two types': [
    2,
    (at) => giving(within(at, { type: at % 2 === 0 ? 'string' : 'integer' })),
    (at) => giving(within(at, { type: at % 2 === 0 ? 'string' : 'integer', nullable: true })),
  ],
};

itEach(APART)('tells apart %s', async (_, want, base, revision) => {
  const count = want === 2 ? 2 * COUNT : COUNT;
  expect((await compare(base, revision, { count })).lines).toHaveLength(want);
});

it('reports a change at 1,000 places in a few lines, and lists each for programs', async () => {
  const reports = ['json', 'sarif', 'junit'].map((format) => `--report=${format}=${format}.out`);
  const { stdout } = await compare(
    (at) => sending(within(at, { type: 'integer', default: 1 })),
    (at) => sending(within(at, { type: 'integer', default: 2 })),
    { count: 1000, args: reports },
  );
  expect(stdout.split('\n').length).toBeLessThan(60);
  const [json = '', sarif, junit] = ['json', 'sarif', 'junit'].map((format) =>
    readFileSync(path.join(folder, `${format}.out`), 'utf8'),
  );
  const { findings } = JSON.parse(json) as { findings: { line: number; operations: string[] }[] };
  expect(new Set(findings.map(({ line }) => line)).size).toBe(1000);
  expect(findings.at(-1)?.operations).toEqual(['PUT /999']);
  expect(sarif?.match(/"ruleId"/g)).toHaveLength(1000);
  expect(junit?.match(/^.*openapi\.json:\d+: PUT/gm)).toHaveLength(1000);
});

describe('a line for many places', () => {
  const PLACE = '/put/requestBody/content/application~1json/schema/maxLength';
  const line = (more: number): string => `narrowed /paths/~10${PLACE} and ${more} more # agreed\n`;
  const shorter = async (changes: string): Promise<ScriptResult & { lines: readonly string[] }> => {
    writeFileSync(CHANGES, changes);
    return compare(
      () => text(9),
      () => text(8),
    );
  };

  it('accepts no further place, and says so', async () => {
    const { code, lines, stderr } = await shorter(line(4));
    expect({ code, count: lines.length }).toEqual({ code: 1, count: 1 });
    expect(stderr).toMatch(/:1: "narrowed \S+ and 4 more" accepts nothing/);
  });

  it('stands beside lines for single places', async () => {
    const single = `narrowed /paths/~15${PLACE} # agreed\n`;
    expect(await shorter(single + line(4))).toMatchObject({ code: 0, stderr: '' });
    const { code, lines } = await shorter(single);
    expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringContaining('at 5 places')] });
  });

  it('is not needed where each place has a line', async () => {
    const all = Array.from(
      { length: COUNT },
      (_, at) => `narrowed /paths/~1${at}${PLACE} # agreed\n`,
    );
    expect(await shorter(all.join(''))).toMatchObject({ code: 0, stderr: '' });
  });
});
