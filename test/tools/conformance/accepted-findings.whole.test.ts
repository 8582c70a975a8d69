import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { conformance } from '../../../src/tools/conformance/command';
import { runInProcess } from '../../support/run-in-process';
import type { ScriptResult } from '../../support/run-script';
import { temporaryFolder } from '../../support/temporary-folder';
import { answering, withServer } from './test-server';

const folder = temporaryFolder();
const spec = path.join(folder, 'stock.json');
const responses = { 204: { description: 'Done' }, 400: { description: 'Refused' } };
const query = (name: string, schema: object) => ({ in: 'query', name, schema });
writeFileSync(
  spec,
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Stock', version: '1' },
    paths: {
      '/stock': {
        get: {
          operationId: 'listStock',
          parameters: [
            query('limit', { type: 'integer', minimum: 1, maximum: 50 }),
            query('shelf', { type: 'string', maxLength: 8 }),
          ],
          responses,
        },
      },
      '/racks': { get: { operationId: 'listRacks', responses } },
    },
  }),
);

/** Tests a service that answers requests for its stock with a given status. */
function tested(
  answer: (query: URLSearchParams) => number | undefined,
  ...more: readonly string[]
): Promise<ScriptResult> {
  const server = answering(({ method, url }) => {
    const { pathname, searchParams } = new URL(String(url), 'http://localhost');
    if (method !== 'GET') return [405, { Allow: 'GET' }];
    return (pathname === '/stock' ? answer(searchParams) : undefined) ?? 204;
  });
  const args = ['--spec', spec, '--runs', '5', '--seed', '1', '--read-only', ...more];
  return withServer(server, (url) => runInProcess(conformance, ['--url', url, ...args]));
}

type Query = URLSearchParams;
const isLimit = (query: Query): boolean => /^(?:[1-9]|[1-4]\d|50)$/.test(query.get('limit') ?? '1');
const isShelf = (query: Query): boolean => Array.from(query.get('shelf') ?? '').length <= 8;
const sound = (query: Query): number => (isLimit(query) && isShelf(query) ? 204 : 400);
const fails = (query: Query): number => (query.get('limit') === '51' ? 500 : sound(query));
const failsTwice = (query: Query): number => (isShelf(query) ? fails(query) : 500);

const file = path.join(folder, 'accepted.txt');
const accepting = ['--accepted', file] as const;
const lines = (): string[] => readFileSync(file, 'utf8').trimEnd().split('\n').slice(1);
const LIMIT = 'no-server-error listStock 500 /paths/~1stock/get query limit maximum';
const RULE =
  'A service MUST NOT fail (5xx), whatever it is sent; 501 to 504 MAY be sent where the document states them by number.';

describe('accepted failures', () => {
  it('are listed by --accept, the same whatever the seed', async () => {
    const listing = [...accepting, '--accept', 'for now'];
    const { code, stderr } = await tested(fails, ...listing, '--seed', '1');
    expect([code, stderr]).toEqual([
      0,
      `accepted 1 finding, listed in ${file}; remove a line once its fault is corrected\n`,
    ]);
    expect(lines()).toEqual([`${LIMIT} # for now: ${RULE}`]);
    const other = path.join(folder, 'other.txt');
    await tested(fails, '--accepted', other, '--accept', 'for now', '--seed', '2');
    expect(readFileSync(other, 'utf8')).toBe(readFileSync(file, 'utf8'));
  });

  it('do not fail, and are counted', async () => {
    const { code, stdout } = await tested(fails, ...accepting);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('No new failures: what fails is accepted (1)'),
    ]);
    expect(stdout).not.toContain('1. no-server-error');
  });

  it('hide no other fault of the same operation, which has the same status and text', async () => {
    const { code, stdout } = await tested(failsTwice, ...accepting);
    expect([code, stdout]).toEqual([1, expect.stringContaining('\n1 failure of the service')]);
    expect(stdout).toContain('500 for query shelf: one character more than maxLength (8)');
    expect(await tested(failsTwice, ...accepting, '--accept', 'later')).toMatchObject({ code: 0 });
    expect(lines()).toEqual([
      `${LIMIT} # for now: ${RULE}`,
      `${LIMIT.replace('limit maximum', 'shelf maxLength')} # later: ${RULE}`,
    ]);
  });

  it('are told of where they were looked for and are gone', async () => {
    writeFileSync(file, `${LIMIT} # for now\n`);
    const told = `${file}:1: "${LIMIT}" was not found; remove the line if it is gone\n`;
    expect(await tested(sound, ...accepting)).toMatchObject({ code: 0, stderr: told });
    const others = await tested(sound, ...accepting, '--include', 'listRacks');
    expect(others).toMatchObject({ code: 0, stderr: '' });
  });

  it('share a file with what is accepted of the document', async () => {
    writeFileSync(
      file,
      `no-server-error * # for now\nnarrowed /paths/~1stock/get # agreed\n/paths # known\n`,
    );
    expect(await tested(fails, ...accepting)).toMatchObject({ code: 0, stderr: '' });
  });

  it('are not listed by a run that shows nothing', async () => {
    const listing = ['--accepted', path.join(folder, 'none.txt'), '--accept', 'for now'];
    const { code } = await tested(() => 404, ...listing, '--include', 'listStock');
    expect([code, existsSync(path.join(folder, 'none.txt'))]).toEqual([2, false]);
  });

  it.each([
    [['--accept', 'for now'], '--accept needs --accepted FILE'],
    [['--accepted', path.join(folder, 'missing.txt')], 'missing.txt cannot be read (ENOENT)'],
    [['--update-baseline', '--known=a'], '--accept REASON adds a line for each failure'],
    [[...accepting, '--accept', 'a # b'], '--accept must be the reason'],
  ])('are wrong by %j', async (args, message) => {
    const { code, stderr } = await tested(sound, ...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('name an operation each', async () => {
    writeFileSync(file, 'allow # for now\n');
    const { code, stderr } = await tested(sound, ...accepting);
    expect([code, stderr]).toEqual([
      2,
      `${file}:1 must be "CHECK OPERATION # REASON", not "allow"\n`,
    ]);
  });

  it.each(['--known', '--baseline'])('are read by %s, which is told of', async (option) => {
    writeFileSync(file, `${LIMIT} # for now\n`);
    expect(await tested(fails, option, file)).toMatchObject({
      code: 0,
      stderr: `${option} is now --accepted; the next release knows only that name\n`,
    });
  });
});
