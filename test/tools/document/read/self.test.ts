import path from 'node:path';
import { errorOfValue } from '../../../../src/tools/schema/value-error';
import { describeFaults } from '../../../../src/tools/document/model/describe-faults';
import { loadContract } from '../../../../src/tools/generate/in-memory';
import {
  readDocument,
  type SourceDocument,
} from '../../../../src/tools/document/read/read-document';
import { validatorOf } from '../../../../src/runtime/contract/schema/validation';
import { writeFiles, temporaryFolder } from '../../../support/temporary-folder';
import { withDocument } from '../../../support/serve-document';
import { itEach } from '../../../support/it-each';

/** The URI that a document gives itself. @see https://spec.openapis.org/oas/v3.2.0#oas-self */

const within = temporaryFolder();
type Files = Readonly<Record<string, string>>;

function read(files: Files): SourceDocument {
  const folder = writeFiles(within, { 'package.json': '{}', ...files });
  return readDocument(path.join(folder, 'api', 'openapi.yaml'), 'openapi.yaml');
}

const done = 'responses: { 204: { description: Done } }';
const self = 'https://example.com/api/openapi';

/** A document whose body has a schema, and which has the component `Book`. */
const library = (schema: string, $self = self, more = ''): string => `openapi: 3.2.0
$self: ${$self}
info: { title: Library, version: 1.0.0 }
paths: { /books: { post: { operationId: add, requestBody: { content: { application/json: { schema: ${schema} } } }, ${done} } } }
components: { schemas: { Book: { type: integer } } }
${more}`;

/** What of an integer and a text the body takes. */
function takes(source: SourceDocument): boolean[] {
  expect(source.faults).toStrictEqual([]);
  const { contract, validators } = loadContract(source.document, { strict: true });
  const media = contract.operations[0]?.requestBody?.content['application/json'];
  const validate = validatorOf(validators, media?.kind === 'json' ? media.validator : '');
  return [1, 'a'].map((value) => errorOfValue(validate, value) === undefined);
}

describe('a reference', () => {
  it.each(
    Object.entries<Files>({
      'to the document by its URI': {
        'api/openapi.yaml': library(`{ $ref: '${self}#/components/schemas/Book' }`),
      },
      'relative to its URI': {
        'api/openapi.yaml': library("{ $ref: 'openapi#/components/schemas/Book' }"),
      },
      'relative to a URI without a scheme': {
        'api/openapi.yaml': library("{ $ref: 'v2#/components/schemas/Book' }", '/v1/v2'),
      },
      'from a schema with an $id of its own': {
        'api/openapi.yaml': library(
          `{ $id: 'https://example.org/a', $ref: '${self}#/components/schemas/Book' }`,
        ),
      },
      'to a schema with an $id relative to the URI': {
        'api/openapi.yaml': library("{ $ref: 'https://example.com/api/schemas/book' }").replace(
          'Book: {',
          'Book: { $id: schemas/book,',
        ),
      },
      'to a file that lies beside the document as its URI does': {
        'api/openapi.yaml': library("{ $ref: '../shared/book.yaml' }"),
        'shared/book.yaml': 'type: integer',
      },
      'to such a file by its whole URI': {
        'api/openapi.yaml': library("{ $ref: 'https://example.com/shared/book.yaml' }"),
        'shared/book.yaml': 'type: integer',
      },
      'to the URI that another file gives itself, once that is read': {
        'api/openapi.yaml': library(
          "{ allOf: [{ $ref: 'more.yaml#/components/schemas/A' }, { $ref: 'https://example.org/more#/components/schemas/B' }] }",
        ),
        'api/more.yaml':
          'openapi: 3.2.0\n$self: https://example.org/more\ncomponents: { schemas: { A: { $ref: "more#/components/schemas/B" }, B: { type: integer } } }',
      },
      'to a file with names that are bound dynamically, which refers to the document': {
        'api/openapi.yaml': library("{ $ref: 's/list.yaml' }"),
        'api/s/list.yaml':
          '$dynamicAnchor: item\n$ref: "../openapi.yaml#/components/schemas/Book"\nitems: { $dynamicRef: "#item" }',
      },
      'from a path item of another file to the URI of the document': {
        'api/openapi.yaml': library('{}').replace(
          /paths: .*/,
          "paths: { /books: { $ref: 'books.yaml' } }",
        ),
        'api/books.yaml': `post: { operationId: add, requestBody: { content: { application/json: { schema: { $ref: '${self}#/components/schemas/Book' } } } }, ${done} }`,
      },
    }),
  )('%s is resolved', (_, files) => expect(takes(read(files))).toStrictEqual([true, false]));

  it('to a file that is not there is refused, at its place', () => {
    const { faults } = read({ 'api/openapi.yaml': library('{ $ref: none.yaml }') });
    expect(describeFaults(faults)).toMatch(
      /schema: there is no file none\.yaml; add it or correct the reference$/,
    );
  });
});

describe('a security requirement', () => {
  const scheme = '{ type: http, scheme: bearer }';
  const secured = (name: string, version = '3.2.0'): string =>
    library('{}', self, `security: [{ '${name}': [] }]\n`)
      .replace('components: {', `components: { securitySchemes: { own: ${scheme} },`)
      .replace('3.2.0', version);
  const others = { 'api/schemes.yaml': `components: { securitySchemes: { other: ${scheme} } }` };

  it.each<[string, string, string]>([
    ['names a component', 'own', 'own'],
    ['refers to a component', '#/components/securitySchemes/own', 'own'],
    ['refers to it by the URI of the document', `${self}#/components/securitySchemes/own`, 'own'],
    ['refers to one of another file', './schemes.yaml#/components/securitySchemes/other', 'other'],
  ])('%s', (_, name, want) => {
    const { document, faults } = read({ 'api/openapi.yaml': secured(name), ...others });
    expect(faults).toStrictEqual([]);
    const { contract } = loadContract(document, { strict: true });
    expect(contract.operations[0]?.security).toStrictEqual([{ [want]: [] }]);
    expect(contract.securitySchemes[want]).toStrictEqual({ type: 'http', scheme: 'bearer' });
  });

  it.each<[string, string, string]>([
    ['that leads nowhere', '#/components/securitySchemes/none', '3.2.0'],
    ['of OpenAPI 3.1, where it is none', '#/components/securitySchemes/own', '3.1.0'],
  ])(
    'is read as the name of a scheme that is not there, with a reference %s',
    (_, name, version) => {
      const { document } = read({ 'api/openapi.yaml': secured(name, version) });
      const notices: string[] = [];
      loadContract(document, { report: ({ message }) => notices.push(message) });
      expect(notices).toContain(
        `the security scheme "${name}" is not among components/securitySchemes, and is read as one of bearer tokens; add it`,
      );
    },
  );
});

describe('dialects of files', () => {
  /**
   * The dialect of a schema in another file is that of the file.
   *
   * @see https://json-schema.org/draft/2020-12/json-schema-core#section-8.1.1
   */

  const within = temporaryFolder();

  type Files = Readonly<Record<string, string>>;

  const draft07 = JSON.stringify({
    $schema: 'http://json-schema.org/draft-07/schema#',
    definitions: {
      A: {
        type: 'object',
        properties: {
          t: { items: [{ type: 'string' }, { type: 'integer' }], additionalItems: false },
        },
        dependencies: { t: ['u'] },
      },
      B: { $ref: '#/definitions/A', required: ['nobody'] },
      C: { properties: { a: { $ref: '#/definitions/A' } } },
    },
  });
  const METASCHEMA = 'https://json-schema.org/draft/2020-12/schema';
  const dates = (uri: string): string =>
    `{ "$schema": "${uri}", "$defs": { "D": { "properties": { "on": { "format": "date" } } } } }`;

  /** The statuses of requests with each body, whose schema is the reference. */
  async function statuses(
    $ref: string,
    files: Files,
    bodies: readonly unknown[],
  ): Promise<unknown[]> {
    const schema = JSON.stringify({ $ref });
    const entry = `openapi: 3.1.0
info: { title: Dialects, version: 1.0.0 }
paths: { /: { post: { operationId: take, requestBody: { content: { application/json: { schema: ${schema} } } }, responses: { 204: { description: Taken } } } } }
`;
    const folder = writeFiles(within, { 'openapi.yaml': entry, ...files });
    const { document, faults } = readDocument(path.join(folder, 'openapi.yaml'), 'openapi.yaml');
    if (faults.length > 0) return faults.map(({ message }) => message);
    const handlers = { take: () => Promise.resolve({ status: 204 }) };
    return withDocument(JSON.stringify(document), handlers, {}, ({ url }) => {
      const headers = { 'content-type': 'application/json' };
      const send = async (body: unknown): Promise<number> =>
        (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status;
      return Promise.all(bodies.map(send));
    });
  }

  const tuples = [{ t: ['a', 1], u: 1 }, { t: ['a', 1, 2], u: 1 }, { t: ['a'] }, { t: [1], u: 1 }];

  itEach<[ref: string, files: Files, want: unknown[], given?: unknown[]]>({
    '': ['a.json#/definitions/A', {}, [204, 400, 400, 400]],
    'through a second file': [
      'b.yaml#/S',
      { 'b.yaml': "S: { $ref: 'a.json#/definitions/A' }" },
      [204, 400, 400, 400],
    ],
    'with siblings of $ref': ['a.json#/definitions/B', {}, [204, 400, 400, 400]],
    'from a neighbour in the file': [
      'a.json#/definitions/C',
      {},
      [204, 400, 400, 400],
      tuples.map((a) => ({ a })),
    ],
  })('a reference into a file of draft 07 %s', async (_, ref, files, want, given = tuples) => {
    expect(await statuses(ref, { 'a.json': draft07, ...files }, given)).toStrictEqual(want);
  });

  it.each([
    ['of JSON Schema, to which formats are annotations', METASCHEMA, 204],
    ['of OpenAPI', 'https://spec.openapis.org/oas/3.1/dialect/base', 400],
    ['that editors use', './editors.json', 400],
  ])('a reference into a file with the $schema %s', async (_, uri, want) => {
    const given = [{ on: 'today' }, { on: '2026-11-26' }];
    expect(await statuses('d.json#/$defs/D', { 'd.json': dates(uri) }, given)).toStrictEqual([
      want,
      204,
    ]);
  });

  it.each([METASCHEMA, `${METASCHEMA}#`])('the metaschema needs no file: %s', async (ref) => {
    const files = { 's.yaml': `$defs: { S: { $ref: '${ref}' } }` };
    const given = [{ type: 'string' }, { type: 'text' }, { items: { minimum: 'x' } }, true];
    const want = [204, 400, 400, 204];
    expect(await statuses(ref, {}, given)).toStrictEqual(want);
    expect(await statuses('s.yaml#/$defs/S', files, given)).toStrictEqual(want);
  });
});
