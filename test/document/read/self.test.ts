import path from 'node:path';
import { errorOfValue } from '../../../src/samples/values/value-error';
import { describeFaults } from '../../../src/document/model/describe-faults';
import { loadContract } from '../../../src/generate/in-memory';
import { readDocument, type SourceDocument } from '../../../src/document/read/read-document';
import { validatorOf } from '../../../src/contract/schema/validation';
import { writeFiles, temporaryFolder } from '../../support/temporary-folder';

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
  )('%s is resolved', (_, files) => {
    expect(takes(read(files))).toStrictEqual([true, false]);
  });

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
