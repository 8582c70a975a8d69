import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileErrors } from '../../../support/compile';
import { generateInto, runInProcess } from '../../../support/run-in-process';
import { temporaryProject } from '../../../support/temporary-folder';
import { commentOf } from '../../../../src/tools/generate/types/comments';
import { literalType, unionType } from '../../../../src/tools/generate/types/type-text';
import {
  failureMember,
  principalsType,
} from '../../../../src/tools/generate/types/operation-types';
import { loadContract } from '../../../../src/tools/generate/in-memory';
import type { CompiledOperation } from '../../../../src/runtime/contract';
import { generate } from '../../../../src/tools/generate/command';

const ROOT = path.join(__dirname, '..', '..', '..', '..');

/** What handlers of the library may and may not do; each `@ts-expect-error` must be one. */
const LIBRARY = `
import type { Handlers } from '${path.join(ROOT, 'src', 'runtime', 'contract', 'handler').split(path.sep).join('/')}';
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
export async function got(events: operations['listEvents']['responses'][200]['content']['text/event-stream']): Promise<string> {
  for await (const event of events) return event.data;
  return '';
}
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
  const folder = temporaryProject();
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

const rows = Object.entries<{ given: unknown; want: string }>({
  nothing: { given: { type: 'string', description: ' ', title: 7 }, want: '' },
  'one line': { given: { description: 'A plant\n' }, want: '/** @description A plant */' },
  'several, what belongs to one of them indented': {
    given: { title: 'T', format: 'int64', deprecated: true, description: 'a\r\n\nb' },
    want: '/**\n * T\n * Format: int64\n * @deprecated\n * @description a\n *\n *     b\n */',
  },
  'examples of all kinds, integers exact': {
    given: { example: [1, 'a'], examples: [{ id: 2n ** 63n - 1n }, 'text', null], default: 0 },
    want: [
      '/**',
      ' * @default 0',
      ' * @example [',
      ' *       1,',
      ' *       "a"',
      ' *     ]',
      ' * @example {',
      ' *       "id": 9223372036854775807',
      ' *     }',
      ' * @example text',
      ' * @example null',
      ' */',
    ].join('\n'),
  },
  'texts that would end it or speak to the compiler': {
    given: { title: '*/ x\n@ts-ignore' },
    want: '/**\n * *\\/ x\n *     @\u200Bts-ignore\n */',
  },
  'lines that are too long, but not those of tables': {
    given: { description: `${'word '.repeat(30)}\n|${' cell |'.repeat(20)}` },
    want: `/**\n * @description ${'word '.repeat(20).trim()}\n *     ${'word '.repeat(10).trim()}\n *     |${' cell |'.repeat(20)}\n */`,
  },
});

it.each(rows)('the comment of annotations has %s', (_, { given, want }) => {
  expect(commentOf(given)).toBe(want);
});

it('a type of many alternatives has lines that a person can read', () => {
  const values = Array.from({ length: 100 }, (_, index) => `alternative ${index}`);
  const { text } = unionType(values.map((value) => literalType(value, false)));
  const lines = text.split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(100);
  expect(lines.length).toBeLessThan(30);
  expect(text.split(/\s*\|\s*/).map((each) => JSON.parse(each) as string)).toStrictEqual(values);
});

/** What the types of an operation say of its failures and of its callers. */

function operation(responses: readonly string[], security: readonly object[]): CompiledOperation {
  const { contract } = loadContract({
    openapi: '3.1.0',
    info: { title: 'Failures', version: '1' },
    paths: {
      '/': {
        get: {
          operationId: 'one',
          responses: Object.fromEntries(responses.map((key) => [key, { description: '' }])),
          security,
        },
      },
    },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        'api-key': { type: 'apiKey', in: 'header', name: 'X-Key' },
      },
    },
  });
  return contract.operations[0]!;
}

it.each<[string[], object[], string]>([
  [['200'], [], "Failure<StatusInRange<'5'>>"],
  [['200', '404', '409'], [], "Failure<404 | 409 | StatusInRange<'5'>>"],
  [['200', '404'], [{ bearer: [] }], "Failure<401 | 404 | StatusInRange<'5'>>"],
  [['200', '422'], [], "Failure<400 | 422 | StatusInRange<'5'>>"],
  [['200', '500'], [], "Failure<StatusInRange<'5'>>"],
  [['200', '4XX'], [], 'Failure'],
  [['200', 'default'], [], 'Failure'],
  [['default'], [], 'Failure'],
  [[], [], 'Failure'],
])('responses %j with %j can say %s', (responses, security, want) => {
  const { type, comment } = failureMember(operation(responses, security));
  expect([type.text, comment]).toEqual([want, '']);
});

it.each<[string[], object[]]>([
  [['200', '400'], [{ bearer: [] }]],
  [['200', '400'], []],
  [['200', '400', '404'], [{ bearer: [] }]],
])('responses %j can say all, some with 400', (responses, security) => {
  const { type, comment } = failureMember(operation(responses, security));
  expect(type.text).toBe('Failure');
  expect(comment).toMatch(/^\/\*\* Of a request: sent with 400, /);
});

const line = (text: string): string => text.replace(/\s+/g, ' ');

it.each<[object[], string]>([
  [[], '{}'],
  [[{}], '{}'],
  [[{ bearer: [] }], '{ bearer: Principal; }'],
  [[{ bearer: ['a'] }, { bearer: ['b'] }], '{ bearer: Principal; }'],
  [[{ bearer: [], 'api-key': [] }], '{ bearer: Principal; "api-key": Principal; }'],
  [[{ bearer: [] }, {}], '{ bearer: Principal; } | { bearer?: undefined; }'],
  [
    [{ bearer: [] }, { 'api-key': [] }],
    '{ bearer: Principal; "api-key"?: undefined; } | { bearer?: undefined; "api-key": Principal; }',
  ],
])('security %j lets in %s', (security, want) => {
  expect(line(principalsType(operation(['200'], security)).text)).toBe(want);
});

const folder = temporaryProject();

it('says which types hide global ones, and how to import them', async () => {
  const spec = path.join(folder, 'openapi.yaml');
  writeFileSync(
    spec,
    `openapi: 3.1.0
info: { title: Trees, version: '1' }
paths: {}
components:
  schemas:
    Tree: { type: string }
    Date: { type: string }
    Record: { type: string }
    Error: { type: object }
    Errors: { type: string }
`,
  );
  const args = ['--spec', spec, '--generated', path.join(folder, 'out'), '--strict'];
  const { code, stderr } = await runInProcess(generate, args);
  expect(code).toBe(0);
  const name = path.relative(process.cwd(), spec);
  const notice = (line: number, type: string): string =>
    `${name}:${line}: /components/schemas/${type}: notice: the generated type has the name of a global one, which it hides where it is imported; import it under another name: import type { ${type} as Api${type} }\n`;
  expect(stderr).toBe(`${notice(7, 'Date')}${notice(9, 'Error')}${name}: 2 notices\n`);
});
