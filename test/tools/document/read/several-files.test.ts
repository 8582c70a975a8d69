import { readFileSync } from 'node:fs';
import path from 'node:path';
import { generate } from '../../../../src/tools/generate/command';
import { valueAt } from '../../../../src/tools/document/model/json-pointer';
import { DocumentError } from '../../../../src/tools/document/model/document-error';
import { loadContract } from '../../../../src/tools/generate/in-memory';
import { describeFaults } from '../../../../src/tools/document/model/describe-faults';
import {
  readDocument,
  type SourceDocument,
} from '../../../../src/tools/document/read/read-document';
import { runInProcess } from '../../../support/run-in-process';
import { writeFiles, temporaryFolder } from '../../../support/temporary-folder';
import { itEach } from '../../../support/it-each';

const within = temporaryFolder();

type Files = Readonly<Record<string, string>>;

function read(files: Files): SourceDocument {
  return readDocument(path.join(writeFiles(within, files), 'openapi.yaml'), 'openapi.yaml');
}

const head = 'openapi: 3.1.0\ninfo: { title: Library, version: 1.0.0 }\n';
const done = 'responses: { 204: { description: Done } }';
const withSchema = (schema: string): string => `${head}components: { schemas: ${schema} }\n`;
const withGet = (fields: string): string => `${head}paths: { /books: { get: { ${fields} } } }\n`;

describe('a reference to another file', () => {
  itEach<[given: Files, at: string, want: unknown]>({
    'goes to the components by the name of the file, beside its siblings': [
      {
        'openapi.yaml': withSchema('{ A: { items: { $ref: book.yaml, description: One } } }'),
        'book.yaml': 'type: object',
      },
      '/components/schemas',
      {
        A: { items: { $ref: '#/components/schemas/book', description: 'One' } },
        book: { type: 'object' },
      },
    ],
    'gets another name where that is taken': [
      {
        'openapi.yaml': withSchema('{ Book: { items: { $ref: "all.yaml#/$defs/Book" } } }'),
        'all.yaml': '$defs: { Book: { type: object } }',
      },
      '/components/schemas',
      {
        Book: { items: { $ref: '#/components/schemas/all_Book' } },
        all_Book: { type: 'object' },
      },
    ],
    'leads to one component, however it is spelled': [
      {
        'openapi.yaml': withSchema(
          '{ A: { prefixItems: [{ $ref: "a b.yaml" }, { $ref: "./x/../a%20b.yaml#" }] } }',
        ),
        'a b.yaml': 'type: object',
      },
      '/components/schemas',
      {
        A: {
          prefixItems: [{ $ref: '#/components/schemas/a_b' }, { $ref: '#/components/schemas/a_b' }],
        },
        a_b: { type: 'object' },
      },
    ],
    'may lead back, to the first file and to others': [
      {
        'openapi.yaml': withSchema('{ Book: { $ref: s/book.yaml } }'),
        's/book.yaml': 'properties: { author: { $ref: author.yaml } }',
        's/author.yaml':
          'properties: { a: { $ref: book.yaml }, b: { $ref: "../openapi.yaml#/components/schemas/Book" }, c: { $ref: "#/properties/d" }, d: {} }',
      },
      '/components/schemas',
      {
        Book: { properties: { author: { $ref: '#/components/schemas/author' } } },
        author: {
          properties: {
            a: { $ref: '#/components/schemas/Book' },
            b: { $ref: '#/components/schemas/Book' },
            c: { $ref: '#/components/schemas/properties_d' },
            d: {},
          },
        },
        properties_d: {},
      },
    ],
    'may name an anchor, and an $id of the other file': [
      {
        'openapi.yaml': withSchema('{ A: { items: { $ref: "all.yaml#book" } } }'),
        'all.yaml':
          'a: { $anchor: book, items: { $ref: "https://example.com/page" } }\nb: { $id: "https://example.com/page", items: { $ref: "#/$defs/line" }, $defs: { line: { type: string } } }',
      },
      '/components/schemas',
      {
        A: { items: { $ref: '#/components/schemas/a' } },
        a: { items: { $ref: '#/components/schemas/b' } },
        b: {
          items: { $ref: '#/components/schemas/b__defs_line' },
          $defs: { line: { type: 'string' } },
        },
        b__defs_line: { type: 'string' },
      },
    ],
    'in a mapping leads to the component': [
      {
        'openapi.yaml': withSchema('{ Pet: { $ref: pets.yaml#/Pet } }'),
        'pets.yaml':
          'Pet: { discriminator: { propertyName: kind, mapping: { cat: "#/Cat", dog: dog.yaml, bird: Bird }, defaultMapping: dog.yaml }, oneOf: [{ $ref: "#/Cat" }] }\nCat: {}',
        'dog.yaml': '{}',
      },
      '/components/schemas/Pet/discriminator',
      {
        propertyName: 'kind',
        mapping: {
          cat: '#/components/schemas/Cat',
          dog: '#/components/schemas/dog',
          bird: 'Bird',
        },
        defaultMapping: '#/components/schemas/dog',
      },
    ],
    'may stand for a path beside fields of its own': [
      {
        'openapi.yaml': `${head}paths: { /books: { summary: Books, $ref: books.yaml } }\n`,
        'books.yaml': `get: { ${done} }`,
      },
      '/paths/~1books',
      { summary: 'Books', get: { responses: { 204: { description: 'Done' } } } },
    ],
    'may stand for all that can be a reference': [
      {
        'openapi.yaml': withGet(
          `parameters: [{ $ref: x.yaml#/p }], requestBody: { $ref: x.yaml#/b }, responses: { 200: { $ref: x.yaml#/r } }, callbacks: { c: { $ref: x.yaml#/c } }`,
        ),
        'x.yaml': `
p: { in: query, name: q, schema: {} }
b: { content: { application/json: { examples: { e: { $ref: '#/e' } } } } }
r: { description: R, headers: { H: { $ref: '#/h' } }, links: { l: { $ref: '#/l' } } }
c: { '{$url}': { $ref: '#/i' } }
e: { value: { $ref: nowhere.yaml } }
h: { schema: {} }
l: { operationRef: 'openapi.yaml#/paths/~1books/get' }
i: { get: { ${done} } }`,
      },
      '/components',
      {
        parameters: { p: { in: 'query', name: 'q', schema: {} } },
        requestBodies: {
          b: {
            content: {
              'application/json': { examples: { e: { $ref: '#/components/examples/e' } } },
            },
          },
        },
        responses: {
          r: {
            description: 'R',
            headers: { H: { $ref: '#/components/headers/h' } },
            links: { l: { $ref: '#/components/links/l' } },
          },
        },
        callbacks: { c: { '{$url}': { $ref: '#/components/pathItems/i' } } },
        examples: { e: { value: { $ref: 'nowhere.yaml' } } },
        headers: { h: { schema: {} } },
        links: { l: { operationRef: '#/paths/~1books/get' } },
        pathItems: { i: { get: { responses: { 204: { description: 'Done' } } } } },
      },
    ],
    'in a link leads to an operation of another method under the path that refers to it': [
      {
        'openapi.yaml': `${head}paths: { /books: { $ref: books.yaml } }\ncomponents: { links: { l: { operationRef: 'books.yaml#/additionalOperations/COPY' } } }\n`,
        'books.yaml': `additionalOperations: { COPY: { ${done} } }`,
      },
      '/components/links/l/operationRef',
      '#/paths/~1books/additionalOperations/COPY',
    ],
    'is data in an example, a default, an enumeration and an extension': [
      {
        'openapi.yaml': withSchema(
          '{ A: { example: { $ref: a.yaml }, default: { $ref: a.yaml }, enum: [{ $ref: a.yaml }], x-a: { $ref: a.yaml } } }',
        ),
      },
      '/components/schemas/A',
      {
        example: { $ref: 'a.yaml' },
        default: { $ref: 'a.yaml' },
        enum: [{ $ref: 'a.yaml' }],
        'x-a': { $ref: 'a.yaml' },
      },
    ],
  })('%s', (_, given, at, want) => {
    const { document, faults } = read(given);
    expect(faults).toStrictEqual([]);
    expect(valueAt(document, at)).toStrictEqual(want);
  });

  itEach<[given: Files, want: string]>({
    'that is not there, from another file': [
      {
        'openapi.yaml': withSchema('{ A: { $ref: s/book.yaml } }'),
        's/book.yaml': 'properties:\n  a: { $ref: author.yaml }',
      },
      's/book.yaml:2: /properties/a: there is no file s/author.yaml; add it or correct the reference',
    ],
    'that does not hold it': [
      { 'openapi.yaml': withSchema('{ A: { $ref: "b.yaml#/c" } }'), 'b.yaml': 'd: 1' },
      'openapi.yaml:3: /components/schemas/A: "b.yaml#/c" refers to nothing in b.yaml; add it or correct the reference',
    ],
    'that is not YAML': [
      { 'openapi.yaml': withSchema('{ A: { $ref: b.yaml } }'), 'b.yaml': 'a: 1\na: 2' },
      'b.yaml:2: column 1: the key occurs twice in its object; keep one',
    ],
    'of a host': [
      { 'openapi.yaml': withSchema('{ A: { $ref: "https://example.com/a.yaml" } }') },
      'openapi.yaml:3: /components/schemas/A: "https://example.com/a.yaml" is not a local file, and nothing is fetched; save a copy, and name it with --documents https://example.com/a.yaml=FILE',
    ],
    'that is a folder': [
      { 'openapi.yaml': withSchema('{ A: { $ref: s } }'), 's/a.yaml': '{}' },
      'openapi.yaml:3: /components/schemas/A: the file s cannot be read (EISDIR)',
    ],
    'that has the same field': [
      {
        'openapi.yaml': `${head}paths: { /books: { get: { ${done} }, $ref: books.yaml } }\n`,
        'books.yaml': `get: { ${done} }`,
      },
      'openapi.yaml:3: /paths/~1books/get: the path item has "get", and so has the one that it refers to; keep one',
    ],
    'whose path items refer to each other in a circle': [
      {
        'openapi.yaml': `${head}paths: { /books: { $ref: a.yaml } }\n`,
        'a.yaml': '$ref: b.yaml',
        'b.yaml': '$ref: a.yaml',
      },
      'a.yaml:1: "#/components/pathItems/b" refers to itself in a circle',
    ],
    'with a fault of its own': [
      {
        'openapi.yaml': withSchema('{ A: { $ref: s/a.yaml } }'),
        's/a.yaml': 'type: object\nproperties:\n  b: { type: strin }',
      },
      's/a.yaml:3: /properties/b/type: must be one of ["array","boolean","integer","null","number","object","string"]',
    ],
  })('%s is refused, at its place', (_, given, want) => {
    expect(faultsOf(read(given)).split('\n')).toContain(want);
  });

  it('in data is left alone by all that the command writes', async () => {
    const folder = writeFiles(within, {
      'openapi.yaml': `${withSchema(
        '{ A: { example: { $ref: a.yaml }, default: { $ref: a.yaml }, x-a: { $ref: a.yaml }, properties: { x-a: { $ref: "#/components/schemas/B" } } }, B: { type: string } }',
      )}paths: { x-a: { $ref: a.yaml } }\n`,
    });
    expect(await generateIn(folder)).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(path.join(folder, 'out', 'types.ts'), 'utf8')).toContain('"x-a"?: B;');
  });

  it('is read by the command, whose files say nothing of the others', async () => {
    const folder = writeFiles(within, {
      'openapi.yaml': `${head}paths: { /books: { $ref: books.yaml } }\n`,
      'books.yaml': `get: { operationId: list, ${done} }`,
    });
    expect(await generateIn(folder)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^\S+openapi\.yaml is read with \S+books\.yaml\n$/) as string,
    });
    const { document } = readDocument(path.join(folder, 'out', 'openapi.json'));
    expect(valueAt(document, '/paths/~1books/get/operationId')).toBe('list');
  });

  it('of many files is read with the first ten by name', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `book${index}.yaml`);
    const paths = names.map((name, index) => `/${index}: { $ref: ${name} }`).join(', ');
    const folder = writeFiles(within, {
      'openapi.yaml': `${head}paths: { ${paths} }\n`,
      ...Object.fromEntries(
        names.map((name, index) => [name, `get: { operationId: list${index}, ${done} }`]),
      ),
    });
    expect(await generateIn(folder)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(
        / is read with (?:\S+book\d\.yaml,? ){10}and 2 more\n$/,
      ) as string,
    });
  });
});

const generateIn = (folder: string): ReturnType<typeof runInProcess> =>
  runInProcess(generate, [
    ...['--spec', path.join(folder, 'openapi.yaml')],
    ...['--generated', path.join(folder, 'out')],
  ]);

/** The faults that a document is refused for, as the command prints them. */
function faultsOf(source: SourceDocument): string {
  try {
    loadContract(source.document, { faults: source.faults, strict: true });
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return describeFaults(error.faults, source);
  }
  return '';
}
