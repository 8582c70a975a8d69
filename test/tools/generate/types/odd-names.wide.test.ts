import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseJson } from '../../../../src/runtime/contract/json/parse-json';
import { decodeJson } from '../../../../src/runtime/contract/schema/decode-json';
import { validateJson, validatorOf } from '../../../../src/runtime/contract/schema/validation';
import { generate } from '../../../../src/tools/generate/command';
import { loadContract } from '../../../../src/tools/generate/in-memory';
import {
  handlerNames,
  handlerRegistry,
} from '../../../../src/tools/generate/types/handler-registry';
import { operationsOf } from '../../../../src/tools/document/model/operations';
import { Resolver } from '../../../../src/tools/document/model/resolve';
import { compileErrors } from '../../../support/compile';
import { runInProcess } from '../../../support/run-in-process';
import { temporaryProject } from '../../../support/temporary-folder';

/** What every object or function has, which tables kept in plain objects seem to hold. */
const INHERITED = [
  ...new Set([
    ...Object.getOwnPropertyNames(Object.prototype),
    ...Object.getOwnPropertyNames(Function.prototype),
  ]),
];

/** What the language or the compiler takes for itself, somewhere, and what generated modules declare. */
const WORDS = (
  'abstract any as asserts async await bigint boolean break case class const continue declare default ' +
  'delete enum eval export extends false function get global globalThis import in infer interface ' +
  'intrinsic is keyof let module namespace never new null number object of package readonly require ' +
  'return static string super symbol this throw true type typeof undefined unique unknown var void ' +
  'while with yield Array Date Error Function Map NonNullable Object Promise Record String exports ' +
  'AsyncIterable components handlers operations paths webhooks $defs $0 $1 key __esModule ' +
  'catch debugger do else finally for from if implements instanceof private protected public satisfies ' +
  'set switch try NaN Infinity Reflect WeakMap __dirname aux nul prn com1'
).split(' ');

/** What pointers, references, comments, strings and templates take for more than text. */
const MARKS = [
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  'a/b',
  'a_b',
  'a.b',
  'a-b',
  'a~b',
  '~1',
  '%41',
  '%',
  '#',
  '#/components/schemas/A',
  '*/',
  '//',
  '@ts-ignore',
  '`${1}`',
  '"\'\\',
  '\n',
  '\u2028',
  'größe',
  '\u{1F33F}',
  '$ref',
];

const NAMES = [...INHERITED, ...WORDS, ...MARKS];
/** Names that components may have, by the standard. */
const COMPONENTS = NAMES.filter((name) => /^[\w.-]+$/.test(name));
const TOKENS = COMPONENTS.filter((name) => !name.includes('.'));

/** Names of operations, with those of their handlers. */
const HANDLERS: [string, { file: string; identifier: string }][] = [
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

/** OperationIds whose handlers would have one name. */
const CLASHES: [string, string[], string[], string[]][] = [
  ['what becomes one identifier', ['a_b', 'a.b'], ['a_b', 'a.b'], ['a_b', 'a_b_2e7336']],
  ['what differs in case alone', ['getA', 'geta'], [], ['getA', 'geta']],
  ['what has nothing to keep', ['a b', 'a/b'], [], []],
  ['names that begin alike', ['x'.repeat(150), 'x'.repeat(151)], [], []],
  ['a name beside a reserved one', ['_delete', 'delete'], ['_delete', 'delete'], []],
  ['a name beside a device', ['con', 'CON_'], [], ['con', 'CON_']],
];

const OPERATIONS = [
  ...new Set([...NAMES, ...HANDLERS.map(([id]) => id), ...CLASHES.flatMap(([, ids]) => ids)]),
].filter((name) => name !== '');

function named<T>(names: readonly string[], make: (name: string) => T): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, make(name)]));
}

const properties = {
  type: 'object',
  properties: named(NAMES, () => ({ type: 'string' })),
  required: NAMES,
};
const json = { 'application/json': { schema: properties } };
const schemaOf = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
/** Not all names each, which would be their square. */
const jsonOf = (name: string): object => ({ 'application/json': { schema: schemaOf(name) } });

function operation(operationId: string): object {
  return { operationId, responses: { 204: { description: operationId } } };
}

const document = {
  openapi: '3.1.0',
  info: { title: 'Names', version: '1' },
  paths: {
    ...Object.fromEntries(OPERATIONS.map((name, index) => [`/${index}`, { get: operation(name) }])),
    '/all': {
      post: {
        operationId: 'all',
        security: TOKENS.map((name) => ({ [name]: [] })),
        parameters: [
          ...NAMES.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
          ...TOKENS.map((name) => ({ name, in: 'header', schema: { type: 'integer' } })),
          ...TOKENS.map((name) => ({ name, in: 'cookie', schema: { type: 'boolean' } })),
        ],
        requestBody: {
          required: true,
          content: {
            ...json,
            'application/x-www-form-urlencoded': { schema: properties },
            ...Object.fromEntries(
              COMPONENTS.map((name) => [`application/${name}+json`, { schema: schemaOf(name) }]),
            ),
          },
        },
        responses: {
          200: {
            description: 'All',
            headers: named(TOKENS, () => ({ schema: { type: 'string' } })),
            content: json,
          },
        },
      },
    },
  },
  components: {
    schemas: named(COMPONENTS, (name) => ({
      type: 'object',
      properties: { [name]: { type: 'integer', format: 'int64' } },
      required: [name],
    })),
    securitySchemes: named(TOKENS, () => ({ type: 'http', scheme: 'bearer' })),
    responses: named(COMPONENTS, (name) => ({ description: '', content: jsonOf(name) })),
    headers: named(COMPONENTS, () => ({ schema: { type: 'string' } })),
    requestBodies: named(COMPONENTS, (name) => ({ content: jsonOf(name) })),
    parameters: named(COMPONENTS, (name) => ({ name, in: 'query', schema: { type: 'string' } })),
  },
};

/** An object literal whose members are named as such. */
const literal = (value: string): string =>
  `{ ${NAMES.map((name) => `[${JSON.stringify(name)}]: ${value}`).join(', ')} }`;

const uses = `
import type { Operations } from './operations';
import type { components } from './types';
type Body = Extract<Operations['all']['input'], { mediaType: 'application/json' }>['body'];
export const body: Body = ${literal("''")};
// @ts-expect-error each of them is a string
export const wrong = (value: Body): number => value.constructor;
export const ids: Record<keyof Operations, true> = { all: true, ${OPERATIONS.map(
  (name) => `[${JSON.stringify(name)}]: true`,
).join(', ')} };
export const schemas: [${COMPONENTS.map((name) => `components['schemas'][${JSON.stringify(name)}]`).join(', ')}] =
  [${COMPONENTS.map((name) => `{ [${JSON.stringify(name)}]: 1n }`).join(', ')}];
`;

describe('generated code, whatever its names are', () => {
  const folder = temporaryProject();

  it('compiles under strict', async () => {
    const spec = path.join(folder, 'names.json');
    writeFileSync(spec, JSON.stringify(document));
    const handlers = path.join(folder, 'handlers');
    mkdirSync(handlers);
    for (const { file, identifier } of handlerNames([...OPERATIONS, 'all'])) {
      const text = `export const ${identifier} = (): Promise<never> => Promise.reject(new Error());\n`;
      writeFileSync(path.join(handlers, `${file}.ts`), text);
    }
    const args = ['--spec', spec, '--generated', folder, '--handlers', handlers];
    const result = await runInProcess(generate, args);
    expect(result).toMatchObject({ code: 0 });
    writeFileSync(path.join(folder, 'uses.ts'), uses);
    const files = ['uses.ts', 'contract.ts', 'client-types.ts', 'validators.ts', 'handlers.ts'];
    const errors = compileErrors(files.map((file) => path.join(folder, file)));
    // The contract layer is compiled with the types of Node where it is used.
    const own = /^(?:uses|contract|operations|types|client-types|handlers)\.ts:/;
    expect(errors.filter((error) => own.test(error))).toStrictEqual([]);
  });

  it.each(['types.ts', 'client-types.ts'])('has a type for each schema in %s', (file) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    const [, members = ''] = /^ {4}schemas: \{\n(.*?)^ {4}\};/ms.exec(text) ?? [];
    const schemas = [...members.matchAll(/^ +(?:"(.*)"|(.*)): (\S+);$/gm)];
    expect(schemas.map(([, quoted, name]) => quoted ?? name)).toStrictEqual(
      Object.keys(named(COMPONENTS, () => 0)),
    );
    const names = schemas.map(([, , , type]) => type!);
    expect(new Set(names).size).toBe(COMPONENTS.length);
    const declared = [...text.matchAll(/^export type (\S+) = \{$/gm)].map(([, type]) => type);
    expect(declared).toStrictEqual(names);
    const kept = names.filter((name, index) => name === (schemas[index]![1] ?? schemas[index]![2]));
    expect(kept).toEqual(expect.arrayContaining(['constructor', 'Error', 'Date', 'type', 'a_b']));
    expect(kept).not.toContain('Record');
  });

  it('keeps the values of all names', () => {
    const { contract, validators } = loadContract(document);
    const all = contract.operations.find(({ operationId }) => operationId === 'all')!;
    const media = all.requestBody!.content['application/json']!;
    if (media.kind !== 'json') throw new Error(media.kind);
    const validator = validatorOf(validators, media.validator);
    const value = named(NAMES, (name) => name);
    const parsed = parseJson(Buffer.from(JSON.stringify(value)));
    if ('fault' in parsed) throw new Error(parsed.fault);
    expect(validateJson(validator, parsed)).toBeUndefined();
    expect(decodeJson({ contract, validators }, media.projection, parsed)).toStrictEqual(value);
    // Of several names that are required, Ajv does not miss the empty one.
    for (const missing of NAMES.filter((name) => name !== '')) {
      const rest = Object.entries(value).filter(([name]) => name !== missing);
      const less = parseJson(Buffer.from(JSON.stringify(Object.fromEntries(rest))));
      if ('fault' in less) throw new Error(less.fault);
      expect(validateJson(validator, less)).toBeDefined();
    }
  });
});

describe('the registry of handlers', () => {
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
export const handlers: {
  listBooks: typeof listBooks;
  "add-book": typeof add_book;
  delete_books_by_isbn: typeof delete_books_by_isbn;
} = {
  listBooks,
  "add-book": add_book,
  delete_books_by_isbn,
} satisfies { [Id in OperationId]: Handler<Id, never, never, never> };
`);
  });

  it.each(HANDLERS)('finds "%s"', (operationId, want) => {
    expect(handlerNames([operationId])).toStrictEqual([{ operationId, ...want }]);
  });

  it.each(CLASHES)('tells %s apart, in any order', (_, operationIds, files, identifiers) => {
    const names = handlerNames(operationIds);
    expect(new Set(names.map(({ file }) => file.toLowerCase())).size).toBe(operationIds.length);
    expect(new Set(names.map(({ identifier }) => identifier)).size).toBe(operationIds.length);
    if (files.length > 0) expect(names.map(({ file }) => file)).toStrictEqual(files);
    if (identifiers.length > 0) {
      expect(names.map(({ identifier }) => identifier)).toStrictEqual(identifiers);
    }
    expect(handlerNames([...operationIds].reverse()).reverse()).toStrictEqual(names);
  });
});
