import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileErrors } from '../../support/compile';
import { generateInto } from '../../support/run-in-process';
import { temporaryFolder } from '../../support/temporary-folder';

const ROOT = path.join(__dirname, '..', '..', '..');
const LIBRARY = path.join(ROOT, 'test', 'fixtures', 'library.yaml');

/** What handlers of the library may and may not do; each `@ts-expect-error` must be one. */
const uses = `
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

describe('the generated types of a document', () => {
  const folder = temporaryFolder();
  beforeAll(() => generateInto(folder, LIBRARY));

  it('compile strictly and bind handlers to the document', () => {
    writeFileSync(path.join(folder, 'uses.ts'), uses);
    const files = ['uses.ts', 'contract.ts', 'validators.ts'].map((file) =>
      path.join(folder, file),
    );
    expect(compileErrors(files)).toStrictEqual([]);
  });

  it('name what each operation is', () => {
    const operations = readFileSync(path.join(folder, 'operations.ts'), 'utf8');
    expect(operations).toContain('/** GET /books: List books *\\/ in order */');
    expect(operations).toContain('/** DELETE /books/{isbn} */');
  });
});
