import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileErrors } from '../../support/compile';
import { generateInto } from '../../support/run-in-process';
import { temporaryFolder } from '../../support/temporary-folder';

/** Compiled with the generated types; each `@ts-expect-error` must be one. */
const USES = `
import type { Operations } from './operations';
import type { paths as clientPaths } from './client-types';
import type { operations, paths, webhooks } from './types';
type Input<Id extends keyof Operations> = Operations[Id]['input'];
type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

export const search: Input<'searchBooks'> = { body: { author: 'a', id: 1n } };
export const query: Equal<paths['/books']['query'], operations['searchBooks']> = true;
export const copy: Equal<paths['/books']['additionalOperations']['COPY'], operations['copyBooks']> = true;
export const derived: Operations['m_search_books']['response'] = { status: 204 };
export const sent: clientPaths['/books']['query']['requestBody']['content']['application/json'] = { author: 'a', id: 1 };
export const told: NonNullable<webhooks['changed']['query']['requestBody']>['content']['text/plain'] = 'x';
export const list: Input<'listBooks'> = { querystring: { author: 'a', id: 1n }, cookies: { theme: 'dark' } };
export const listed: clientPaths['/books']['get']['parameters']['querystring'] = { author: 'a', id: 1 };
export const node: Input<'addNode'> = { body: { id: 1n, next: { id: 2n } } };
export const nodePath: Input<'addNode'> = { querystring: '$.a', body: { id: 1n } };
// @ts-expect-error a required query is there
export const noQuery: Input<'listBooks'> = { cookies: {} };
// @ts-expect-error nothing else is in the query
export const inQuery: Input<'listBooks'>['query'] = {};
// @ts-expect-error a media type of the components has its own schema
export const noNode: Input<'addNode'> = { body: { id: 1n, next: {} } };
// @ts-expect-error the author is required
export const noAuthor: Input<'searchBooks'> = { body: {} };
// @ts-expect-error the path has no PUT
export const put: paths['/books']['put'] = {};
`;

const within = temporaryFolder();
const SPEC = path.join(__dirname, '..', '..', 'fixtures', 'openapi-3.2.yaml');

it('the types of a document of OpenAPI 3.2 are what it says', async () => {
  await generateInto(within, SPEC);
  writeFileSync(path.join(within, 'uses.ts'), USES);
  const files = ['uses.ts', 'contract.ts', 'client-types.ts', 'operations.ts'];
  const errors = compileErrors(files.map((file) => path.join(within, file)));
  // The contract layer is compiled with the types of Node where it is used.
  expect(errors.filter((error) => !error.includes("Cannot find module 'node:"))).toStrictEqual([]);
});
