import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { handlerNames, handlerRegistry } from '../../../src/generate/types/handler-registry';
import { operationsOf } from '../../../src/document/model/operations';
import { Resolver } from '../../../src/document/model/resolve';
import { compileErrors } from '../../support/compile';
import { temporaryFolder } from '../../support/temporary-folder';

describe('the registry of handlers', () => {
  const folder = temporaryFolder();

  it('imports a file for each operation', () => {
    const item = {
      get: { operationId: 'listBooks' },
      post: { operationId: 'add-book' },
      delete: {},
    };
    const operations = operationsOf(new Resolver({ paths: { '/books/{isbn}': item } }));
    expect(handlerRegistry(operations, '../src/books', 'commonjs'))
      .toBe(`import type { Handler, OperationId } from './operations';
import { listBooks } from '../src/books/listBooks';
import { add_book } from '../src/books/add-book';
import { delete_books_by_isbn } from '../src/books/delete_books_by_isbn';

/** The handler of each operation, by operationId. */
export const handlers = {
  listBooks,
  "add-book": add_book,
  delete_books_by_isbn,
} satisfies { [Id in OperationId]: Handler<Id, never, never, never> };
`);
  });

  const rows: [string, { file: string; identifier: string }][] = [
    ['listBooks', { file: 'listBooks', identifier: 'listBooks' }],
    ['list-books', { file: 'list-books', identifier: 'list_books' }],
    ['books.list', { file: 'books.list', identifier: 'books_list' }],
    ['../../etc/passwd', { file: '_._.._etc_passwd', identifier: '______etc_passwd' }],
    ['..', { file: '__', identifier: '__' }],
    ["a'; import 'b", { file: 'a___import__b', identifier: 'a___import__b' }],
    ['404', { file: '404', identifier: '_404' }],
    ['größe', { file: 'gr__e', identifier: 'gr__e' }],
    ['', { file: '_', identifier: '_' }],
    ['delete', { file: 'delete', identifier: '_delete' }],
    ['handlers', { file: 'handlers', identifier: '_handlers' }],
    ['Handler', { file: 'Handler', identifier: '_Handler' }],
    ['OperationId', { file: 'OperationId', identifier: '_OperationId' }],
    ['eval', { file: 'eval', identifier: '_eval' }],
    ['arguments', { file: 'arguments', identifier: '_arguments' }],
    ['undefined', { file: 'undefined', identifier: '_undefined' }],
    ['then', { file: 'then', identifier: '_then' }],
    ['default', { file: 'default', identifier: '_default' }],
    ['toString', { file: 'toString', identifier: 'toString' }],
    ['con', { file: 'con_', identifier: 'con' }],
    ['LPT1.x', { file: 'LPT1.x_', identifier: 'LPT1_x' }],
    ['books.js', { file: 'books.js_', identifier: 'books_js' }],
    ['books.d', { file: 'books.d_', identifier: 'books_d' }],
    ['books.test', { file: 'books.test_', identifier: 'books_test' }],
    ['books.spec', { file: 'books.spec_', identifier: 'books_spec' }],
  ];

  it.each(rows)('finds "%s"', (operationId, want) => {
    expect(handlerNames([operationId])).toStrictEqual([{ operationId, ...want }]);
  });

  const clashes: [string, string[], string[], string[]][] = [
    ['what becomes one identifier', ['a_b', 'a.b'], ['a_b', 'a.b'], ['a_b', 'a_b_2e7336']],
    ['what differs in case alone', ['getA', 'geta'], [], ['getA', 'geta']],
    ['what has nothing to keep', ['a b', 'a/b'], [], []],
    ['names that begin alike', ['x'.repeat(150), 'x'.repeat(151)], [], []],
    ['a name beside a reserved one', ['_delete', 'delete'], ['_delete', 'delete'], []],
    ['a name beside a device', ['con', 'CON_'], [], ['con', 'CON_']],
  ];

  it.each(clashes)('tells %s apart, in any order', (_, operationIds, files, identifiers) => {
    const names = handlerNames(operationIds);
    expect(new Set(names.map(({ file }) => file.toLowerCase())).size).toBe(operationIds.length);
    expect(new Set(names.map(({ identifier }) => identifier)).size).toBe(operationIds.length);
    if (files.length > 0) expect(names.map(({ file }) => file)).toStrictEqual(files);
    if (identifiers.length > 0) {
      expect(names.map(({ identifier }) => identifier)).toStrictEqual(identifiers);
    }
    expect(handlerNames([...operationIds].reverse()).reverse()).toStrictEqual(names);
  });

  it('gives modules that compile, whatever the operationIds', () => {
    mkdirSync(path.join(folder, 'handlers'));
    const ids = [
      ...rows.map(([id]) => id).filter((id) => id !== ''),
      ...clashes.flatMap(([, each]) => each),
      ...WORDS,
    ];
    const operationIds = [...new Set(ids)];
    for (const { file, identifier } of handlerNames(operationIds)) {
      const text = `export const ${identifier} = async (): Promise<number> => 1;\n`;
      writeFileSync(path.join(folder, 'handlers', `${file}.ts`), text);
    }
    const paths = Object.fromEntries(
      operationIds.map((operationId, index) => [`/${index}`, { get: { operationId } }]),
    );
    const operations = operationsOf(new Resolver({ paths }));
    const file = path.join(folder, 'registry.ts');
    const keys = operationIds.map((id) => `    ${JSON.stringify(id)}: true,\n`).join('');
    const types = `export type OperationId = never;\nexport type Handler<Id, Dependencies, Principals, Locals> = [Id, Dependencies, Principals, Locals];\n`;
    writeFileSync(path.join(folder, 'operations.ts'), types);
    writeFileSync(
      file,
      `${handlerRegistry(operations, './handlers', 'commonjs')}
export const present: Record<keyof typeof handlers, true> = {\n${keys}};\n`,
    );
    expect(compileErrors([file])).toStrictEqual([]);
  });
});

/** What the language or the compiler takes for itself, somewhere. */
const WORDS = (
  'abstract any as asserts async await bigint boolean break case catch class const constructor continue ' +
  'debugger declare do else enum export extends false finally for from function get global if ' +
  'implements import in infer instanceof interface is keyof let module namespace never new null number ' +
  'object of package private protected public readonly require return satisfies set static string ' +
  'super switch symbol this throw true try type typeof unique unknown var void while with yield ' +
  'exports globalThis NaN Infinity Object Promise Function Reflect WeakMap __esModule __dirname ' +
  'hasOwnProperty valueOf __proto__ aux nul prn com1'
).split(' ');
