import { writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  awaitHook,
  callHook,
  loadHooks,
  performSetUp,
  prepared,
} from '../../../src/tools/conformance/hooks';
import { testConformance } from '../../../src/tools/conformance/public';
import { startService } from './bench/service';
import { benchOptions } from './bench-options';
import { temporaryFolder } from '../../support/temporary-folder';
import { itEach } from '../../support/it-each';

const folder = temporaryFolder();

let modules = 0;

function moduleOf(text: string): string {
  const file = path.join(folder, `hooks-${++modules}.js`);
  writeFileSync(file, text);
  return file;
}

it('hooks are the exports of a module, or its default export', () => {
  expect(loadHooks(moduleOf('exports.value = () => 1'))).toHaveProperty('value');
  expect(loadHooks(moduleOf('exports.default = { setUp() {} }'))).toHaveProperty('setUp');
});

it.each([
  ['there is no such module', path.join(folder, 'none.js'), 'cannot be loaded'],
  ['the module has no hook', moduleOf('exports.values = []'), 'exports none of setUp, tearDown'],
])('%s: an error that names the file', (_, file, message) => {
  expect(() => loadHooks(file)).toThrow(message);
});

const request = { method: 'GET', target: '/', headers: [] };
const fails = (): never => {
  throw new Error('no database');
};

itEach<[call: () => unknown, message: string]>({
  throws: [
    () => awaitHook('tearDown', 1_000, fails),
    'The hook "tearDown" of --hooks failed: no data',
  ],
  'never ends': [() => awaitHook('setUp', 10, () => new Promise(() => 0)), 'did not end within'],
  'gives no tokens': [
    () => performSetUp({ setUp: () => ({ tokens: { a: 1 } as never }) }, '', 1_000),
    '"tokens" must be',
  ],
  'throws for a value': [() => callHook('value', fails), 'The hook "value" of --hooks failed'],
  'promises a value': [() => callHook('value', () => Promise.resolve(1)), 'it is asynchronous'],
  'gives no request': [
    () => prepared(() => ({ ...request, headers: [[]] as never }), request),
    'it must return { method',
  ],
})('a hook that %s: an error that names it', async (_, call, message) => {
  await expect((async () => call())()).rejects.toThrow(message);
});

it('a request is sent as the hook has it, and parameters have its values', async () => {
  const { url, ...started } = await startService({});
  const sent: string[] = [];
  await testConformance({
    ...benchOptions(url, 1),
    runs: 0,
    includes: ({ operationId }) => operationId === 'getBook',
    prepare: (request) => ({ ...request, headers: [...request.headers, ['X-Tenant', 'test']] }),
    known: (_, { value }) =>
      value.name === 'bookId' ? '0f8fad5b-d9cb-469f-a165-70867728950e' : undefined,
    onExchange: ({ testCase: { request } }) => {
      sent.push(`${request.target} ${JSON.stringify(request.headers)}`);
    },
  }).finally(() => started.close());
  expect(sent.filter((line) => line.includes('X-Tenant')).length).toBe(sent.length);
  expect(sent[0]).toContain('/books/0f8fad5b-d9cb-469f-a165-70867728950e ');
});
