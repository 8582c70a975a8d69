import { readFileSync, writeFileSync } from 'node:fs';
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
  const args = ['--spec', spec, '--runs', '5', '--seed', '1', ...more];
  return withServer(server, (url) => runInProcess(conformance, ['--url', url, ...args]));
}

type Query = URLSearchParams;
const isLimit = (query: Query): boolean => /^(?:[1-9]|[1-4]\d|50)$/.test(query.get('limit') ?? '1');
const isShelf = (query: Query): boolean => Array.from(query.get('shelf') ?? '').length <= 8;
const sound = (query: Query): number => (isLimit(query) && isShelf(query) ? 204 : 400);
const fails = (query: Query): number => (query.get('limit') === '51' ? 500 : sound(query));
const failsTwice = (query: Query): number => (isShelf(query) ? fails(query) : 500);

const file = path.join(folder, 'baseline.txt');
const lines = (): string[] => readFileSync(file, 'utf8').trimEnd().split('\n').slice(1);
const LIMIT =
  'no-server-error listStock 500 /paths/~1stock/get query limit maximum # A service MUST NOT fail (5xx), whatever it is sent; 501 to 504 MAY be sent where the document states them by number.';

describe('a baseline', () => {
  it('is written by the first run, and is the same whatever the seed', async () => {
    const first = await tested(fails, '--baseline', file, '--seed', '1');
    expect([first.code, first.stdout]).toEqual([0, expect.stringContaining(`written: ${file}`)]);
    expect(lines()).toEqual([LIMIT]);
    const other = path.join(folder, 'other.txt');
    await tested(fails, '--baseline', other, '--seed', '2');
    expect(readFileSync(other, 'utf8')).toBe(readFileSync(file, 'utf8'));
  });

  it('does not fail for what it has, and counts it', async () => {
    const { code, stdout } = await tested(fails, '--baseline', file);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(`known from ${file}, and not counted: 1\n`),
    ]);
    expect(stdout).toContain('No new failures: what fails is known (1)');
    expect(stdout).not.toContain('1. no-server-error');
  });

  it('fails for a new fault of the same operation, which has the same status and text', async () => {
    const { code, stdout } = await tested(failsTwice, '--baseline', file);
    expect([code, stdout]).toEqual([1, expect.stringContaining('\n1 failure of the service')]);
    expect(stdout).toContain('500 for query shelf: one character more than maxLength (8)');
  });

  it('says what is gone, and keeps it until it is told to be written again', async () => {
    const gone = await tested(sound, '--baseline', file);
    expect([gone.code, gone.stdout]).toEqual([0, expect.stringContaining(`gone: ${LIMIT}\n`)]);
    expect(lines()).toEqual([LIMIT]);
    await tested(failsTwice, '--baseline', file, '--update-baseline');
    expect(lines()).toEqual([LIMIT, LIMIT.replace('limit maximum', 'shelf maxLength')]);
    await tested(sound, '--baseline', file, '--update-baseline', '--include', 'listRacks');
    expect(lines()).toHaveLength(2);
    const emptied = await tested(sound, '--baseline', file, '--update-baseline');
    expect([emptied.code, lines()]).toEqual([0, []]);
  });

  it('is a file of known findings, too', async () => {
    writeFileSync(file, `${LIMIT}\n`);
    expect((await tested(fails, '--known', file)).code).toBe(0);
    expect((await tested(failsTwice, '--known', file)).code).toBe(1);
    expect((await tested(sound, '--known', file)).code).toBe(1);
  });

  it('is not written by a run that shows nothing', async () => {
    const none = path.join(folder, 'none.txt');
    const { code, stdout } = await tested(() => 404, '--baseline', none, '--include', 'listStock');
    expect([code, stdout]).toEqual([2, expect.stringContaining(`${none} is not written`)]);
  });

  it('is named where it is to be written', async () => {
    expect(await tested(sound, '--update-baseline')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--update-baseline needs --baseline FILE') as string,
    });
  });
});
