import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileErrors } from '../../support/compile';
import { generateInto } from '../../support/run-in-process';
import { temporaryFolder } from '../../support/temporary-folder';

const ROOT = path.join(__dirname, '..', '..', '..');

/** What handlers of the library may and may not do; each `@ts-expect-error` must be one. */
const LIBRARY = `
import type { Handlers } from '${path.join(ROOT, 'src', 'contract', 'handler').split(path.sep).join('/')}';
import type { Operations } from './operations';

type All = Handlers<Operations, { readonly shelf: string }>;
type Input<Id extends keyof Operations> = Operations[Id]['input'];
type Response<Id extends keyof Operations> = Operations[Id]['response'];

export const handlers: All = {
  listBooks: async (input, { dependencies }) => {
    const limit: bigint | undefined = input.query.limit;
    const reader: string = input.headers['X-Reader'];
    const book = { id: limit ?? 1n, title: reader + dependencies.shelf };
    return { status: 200, headers: { ETag: 'e' }, body: [{ ...book, cites: [book] }] };
  },
  'add-book': async (input) => {
    if (input.body === undefined) return { status: 201, mediaType: 'application/vnd.title+json', body: 'x' };
    return { status: 201, mediaType: 'application/json', body: input.body };
  },
  delete_books_by_isbn: async ({ path: { isbn } }) => {
    void isbn.length;
    return { status: 204 };
  },
};

export const responses: Response<'listBooks'>[] = [
  { status: 200, headers: { ETag: 'e', 'X-Pages': 7 }, body: [] },
  { status: 404, body: { title: 'x' } },
  { status: 418, body: { title: 'x' } },
  { status: 503, body: { title: 'x' } },
  // @ts-expect-error a required header is missing
  { status: 200, body: [] },
  // @ts-expect-error a header of another type
  { status: 200, headers: { ETag: 1 }, body: [] },
  // @ts-expect-error an int64 is a bigint
  { status: 200, headers: { ETag: 'e' }, body: [{ id: 1, title: 'a' }] },
  // @ts-expect-error a required property is missing
  { status: 200, headers: { ETag: 'e' }, body: [{ id: 1n }] },
  // @ts-expect-error a property that the document does not name
  { status: 200, headers: { ETag: 'e' }, body: [{ id: 1n, title: 'a', shelf: 1 }] },
  // @ts-expect-error a value outside its enum
  { status: 200, headers: { ETag: 'e' }, body: [{ id: 1n, title: 'a', kind: 'map' }] },
  // @ts-expect-error no such status
  { status: 600, body: { title: 'x' } },
  // @ts-expect-error a body of another response
  { status: 404, body: [] },
];

// @ts-expect-error 204 has no content
export const content: Response<'delete_books_by_isbn'> = { status: 204, body: {} };
// @ts-expect-error of two media types one must be named
export const unnamed: Response<'add-book'> = { status: 201, body: 'x' };
// @ts-expect-error no body is documented
export const body = (input: Input<'delete_books_by_isbn'>): unknown => input.body;
// @ts-expect-error a handler is missing
export const missing: All = { listBooks: handlers.listBooks, 'add-book': handlers['add-book'] };
`;

/** What handlers of many media types may and may not do; each `@ts-expect-error` must be one. */
const CONTENTS = `
import type { File } from 'node:buffer';
import type { Operations } from './operations';

type Input<Id extends keyof Operations> = Operations[Id]['input'];
type Response<Id extends keyof Operations> = Operations[Id]['response'];
type Stream = AsyncIterable<Uint8Array>;

export function parts({ body }: Input<'addFile'>): unknown[] {
  const file: File = body.file;
  const pages: File[] | undefined = body.pages;
  const cover: File | null | undefined = body.cover;
  const avatar: File | undefined = body.avatar;
  const id: bigint | undefined = body.id;
  // @ts-expect-error a field of bytes is no text
  const text: string = body.file;
  return [file, pages, cover, avatar, id, text];
}

export const stream = ({ body }: Input<'putFile'>): Stream | undefined => body;

export function several(input: Input<'changeFile'>): unknown {
  switch (input.mediaType) {
    case undefined:
      return input.body satisfies undefined;
    case 'application/json':
      return input.body.a.toFixed();
    case 'text/plain':
      return input.body satisfies bigint;
    case 'text/csv':
      return input.body satisfies string;
    default: {
      const image: \`image/\${string}\` = input.mediaType;
      return [image, input.body satisfies Stream];
    }
  }
}

export function form(input: Input<'removeFile'>): number | undefined {
  return input.mediaType === 'multipart/mixed' ? undefined : input.body.a;
}

export const touched: Response<'touchFile'>[] = [
  { status: 204 },
  { status: 418, body: undefined },
  // @ts-expect-error content that is not documented
  { status: 200, body: 'x' },
  // @ts-expect-error no final status
  { status: 100 },
];

declare const chunks: AsyncIterable<Uint8Array | string>;
export const responses: Response<'putFile'>[] = [
  { status: 200, mediaType: 'image/png', body: new Uint8Array() },
  { status: 201, body: 'text' },
  { status: 201, body: chunks },
  { status: 202, body: 7 },
  { status: 202, mediaType: 'application/hal+json', body: 7 },
  // @ts-expect-error a range needs a type
  { status: 200, body: new Uint8Array() },
  // @ts-expect-error a type beside the range
  { status: 200, mediaType: 'text/plain', body: 'x' },
  // @ts-expect-error an object is no text
  { status: 201, body: {} },
  // @ts-expect-error JSON of another type
  { status: 202, body: 'x' },
];

export const changes: Response<'changeFile'>[] = [
  { status: 200, body: 7 },
  { status: 200, mediaType: 'application/problem+json', headers: { 'X-Json': { a: 1 } }, body: 7 },
  { status: 201, mediaType: 'application/json', body: 7 },
  { status: 201, mediaType: 'text/event-stream', body: chunks },
  // @ts-expect-error a media type that is not documented
  { status: 200, mediaType: 'text/plain', body: 7 },
  // @ts-expect-error a header of another type
  { status: 200, headers: { 'X-Json': 1 }, body: 7 },
  // @ts-expect-error the layer writes the Content-Type
  { status: 200, headers: { 'Content-Type': 'a/b' }, body: 7 },
  // @ts-expect-error bodies that differ need a media type
  { status: 201, body: 7 },
  // @ts-expect-error a stream is no JSON
  { status: 201, mediaType: 'application/json', body: chunks },
];
`;

/** The same for the items of sequential media types. */
const ITEMS = `
import { Blob, type File } from 'node:buffer';
import type { operations } from './client-types';
import type { Operations } from './operations';

type Response<Id extends keyof Operations> = Operations[Id]['response'];

export async function add(input: Operations['addItems']['input']): Promise<unknown> {
  if (input.mediaType === 'application/json') return input.body satisfies number[];
  for await (const item of input.body) {
    const id: bigint = item.id;
    // @ts-expect-error a client does not send what is readOnly
    return [id, item.made];
  }
  return undefined;
}

export const put = (input: Operations['putEvents']['input']): AsyncIterable<unknown> | undefined =>
  input.body;

declare const items: AsyncIterable<{ id: bigint; made: string }>;
declare const events: AsyncIterable<{ data: string }>;
export const responses: Response<'addItems' | 'listEvents'>[] = [
  { status: 200, body: items },
  { status: 200, body: [{ id: 1n, made: 'x' }] },
  { status: 200, body: events },
  { status: 200, body: [{ data: 'x', retry: 5 }] },
  // @ts-expect-error an item of another type
  { status: 200, body: [{ id: 1n }] },
  // @ts-expect-error the data of an event is text
  { status: 200, body: [{ data: { a: 1 } }] },
  // @ts-expect-error the items come framed
  { status: 200, body: 'data: x' },
];

export const parts = (
  item: Operations['addParts']['input'],
  images: Operations['putImages']['input'],
): [AsyncIterable<{ id: bigint }>, AsyncIterable<File>] => [item.body, images.body];

export const images: Response<'addParts'>[] = [
  { status: 200, body: [new Uint8Array(), new Blob([])] },
  // @ts-expect-error an image is no text
  { status: 200, body: ['x'] },
];

export const sent: NonNullable<operations['addItems']['requestBody']>['content']['application/jsonl'] = '{"id":1}';
export const got: operations['listEvents']['responses'][200]['content']['text/event-stream'] = 'data: x';
`;

/** The same for what OpenAPI 3.2 adds. */
const OPENAPI_3_2 = `
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

describe('the generated types of a document', () => {
  const folder = temporaryFolder();
  const documents = {
    library: LIBRARY,
    contents: CONTENTS,
    items: ITEMS,
    'openapi-3.2': OPENAPI_3_2,
  };

  it('compile strictly and bind handlers to the document', async () => {
    const files: string[] = [];
    for (const [name, uses] of Object.entries(documents)) {
      const out = path.join(folder, name);
      await generateInto(out, path.join(ROOT, 'test', 'fixtures', `${name}.yaml`));
      writeFileSync(path.join(out, `${name}-uses.ts`), uses);
      for (const file of [`${name}-uses`, 'contract', 'validators', 'client-types', 'operations'])
        files.push(path.join(out, `${file}.ts`));
    }
    expect(compileErrors(files)).toStrictEqual([]);
  });

  it('name what each operation is', () => {
    const operations = readFileSync(path.join(folder, 'library', 'operations.ts'), 'utf8');
    expect(operations).toContain('/** GET /books: List books *\\/ in order */');
    expect(operations).toContain('/** DELETE /books/{isbn} */');
  });
});
