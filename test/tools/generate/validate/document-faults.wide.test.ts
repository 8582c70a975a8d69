import { generate } from '../../../../src/tools/generate/command';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DocumentError } from '../../../../src/tools/document/model/document-error';
import { loadContract } from '../../../../src/tools/generate/in-memory';
import { parseSource } from '../../../../src/tools/document/read/read-document';
import { runInProcess } from '../../../support/run-in-process';
import { temporaryFolder } from '../../../support/temporary-folder';
import { asObject } from '../../../../src/tools/document/model/json-object';
import { Resolver } from '../../../../src/tools/document/model/resolve';
import {
  appliedSchemas,
  IN_PLACE,
} from '../../../../src/tools/document/schemas/in-place-applicators';
import { circleFaults } from '../../../../src/tools/generate/validate/references';
import { itEach } from '../../../support/it-each';

/** A document whose line 5 is the operation, 6 what stands in it, and 8 its components. */
function library(inOperation: string, components = '{}', path = '/books'): string {
  return `openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  ${path}:
    get:
      ${inOperation}
      responses: { 204: { description: Listed } }
components: ${components}
`;
}

const list = 'operationId: list';
const parameter = (fields: string): string => `parameters: [{ in: query, name: q, ${fields} }]`;
const chain = (length: number, holding = (reference: string): string => reference): string =>
  Array.from({ length }, (_, index) => {
    const reference = `{ $ref: '#/components/schemas/S${index + 1}' }`;
    return `S${index}: ${index === length - 1 ? '{}' : holding(reference)}`;
  }).join(', ');
const schema = (text: string): string => `{ schemas: { Book: ${text} } }`;
const get = '/paths/~1books/get';
const query = `${get}/parameters/0`;
const book = '/components/schemas/Book';

function faultsOf(text: string): string[] {
  const source = parseSource(text, 'library.yaml');
  try {
    loadContract(source.document, { strict: true });
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return error.faults.map(
      ({ pointer, message }) => `${source.lineOf(pointer)} ${pointer}: ${message}`,
    );
  }
  return [];
}

const CONVERT =
  'only OpenAPI 3.0, 3.1 and 3.2 can be read; convert the document, for example with "npx @scalar/cli document upgrade FILE --output FILE"';
const CIRCLE = 'the schema refers to itself in a circle, so it describes nothing; break the circle';
const ADD = 'refers to nothing; add it or correct the reference';
const RESERVED = 'paths under "/-/" are reserved for the service; choose another';
const LOCATION = 'must be one of ["query","header","path","cookie"]';

/** Faults of the schema `Book`, at a place in it. */
const OF_SCHEMA: Readonly<Record<string, [schema: string, place: string, want: string]>> = {
  'that holds itself by an alternative': [
    `{ anyOf: [{ type: string }, { $ref: '#${book}' }] }`,
    '',
    CIRCLE,
  ],
  'that holds itself by allOf': [`{ allOf: [{ $ref: '#${book}' }] }`, '', CIRCLE],
  'with a property in a circle': [
    `{ properties: { a: { $ref: '#${book}/properties/a' } } }`,
    '/properties/a',
    CIRCLE,
  ],
  'with a list of schemas as its items': [
    '{ items: [{}] }',
    '/items',
    'must be of type object or boolean; a list of schemas is "prefixItems" since JSON Schema 2020-12',
  ],
  'with a reference to nothing': [
    `{ items: { $ref: '#/components/schemas/Boook' } }`,
    '/items',
    `"#/components/schemas/Boook" ${ADD}`,
  ],
  'with a reference to another file': [
    `{ $ref: 'book.yaml' }`,
    '',
    '"book.yaml" refers out of the document, which is not supported yet',
  ],
  'with a wrong value of a keyword': [
    '{ type: strin }',
    '/type',
    'must be one of ["array","boolean","integer","null","number","object","string"]',
  ],
  'with a wrong value deep inside': [
    '{ properties: { a: { items: { minLength: -1 } } } }',
    '/properties/a/items/minLength',
    'must be at least 0',
  ],
  'with one name for two schemas': [
    '{ $anchor: book, items: { $dynamicAnchor: book } }',
    '/items/$dynamicAnchor',
    `the name "book" is also that of ${book}; rename one, or give its schema an $id`,
  ],
  'with one URI for two schemas': [
    '{ $id: /book, items: { $id: /book } }',
    '/items/$id',
    'the URI "/book" is also that of another schema; change one',
  ],
  'with a reference that means the schema around it': [
    "{ $id: /book, items: { $ref: '#/components/schemas/A' } }",
    '/items',
    '"#/components/schemas/A" refers to nothing in the schema of the $id "/book", which "#" means in there; remove the $id or refer to the target by an $id of its own',
  ],
  'with an $id of a fragment': ['{ $id: "/book#a" }', '/$id', 'must be a URI without a fragment'],
  'with an anchor that is no name': [
    '{ items: { $anchor: "1" } }',
    '/items/$anchor',
    'must be a name that begins with a letter or "_"',
  ],
  'with a name that no schema has': ['{ $ref: "#book" }', '', `"#book" ${ADD}`],
  'with a URI that is none': [
    '{ $ref: "http://" }',
    '',
    '"http://" is not a reference that can be resolved',
  ],
  'of another dialect': [
    '{ $schema: "https://example.com/dialect" }',
    '/$schema',
    'the dialect "https://example.com/dialect" is not supported; write the schema in JSON Schema 2020-12',
  ],
};

itEach(OF_SCHEMA)('a schema %s is refused, with line, pointer and remedy', (_, text, at, want) => {
  expect(faultsOf(library(list, schema(text)))).toStrictEqual([`8 ${book}${at}: ${want}`]);
});

/** Other documents, with a fault or several. */
const REFUSED: Readonly<Record<string, [document: string, ...want: unknown[]]>> = {
  'of version 4.0': [
    library(list).replace('3.1.0', '4.0.0'),
    `1 /openapi: the version is "4.0.0"; ${CONVERT}`,
  ],
  'without a version': [
    library(list).replace('openapi', 'x-api'),
    `1 /openapi: the version is missing; ${CONVERT}`,
  ],
  'of version 2.0': [
    library(list).replace('openapi: 3.1.0', 'swagger: "2.0"'),
    `1 /swagger: the version is "2.0"; ${CONVERT}`,
  ],
  'with a parameter that refers to a schema': [
    library(`parameters: [{ $ref: '#/components/schemas/Book' }]`, schema('{}')),
    `6 ${query}: what it refers to, "#/components/schemas/Book", is not a parameter; correct the reference`,
  ],
  'with items in items through a thousand references': [
    library(
      `requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/S0' } } } }`,
      `{ schemas: { ${chain(1000, (reference) => `{ type: array, items: ${reference} }`)} } }`,
    ),
    '8 /components/schemas/S848/items: schemas within schemas, and references, lead from here through more than 300 levels; break them up',
  ],
  'with a reference through a thousand others': [
    library(list, `{ schemas: { ${chain(1000)} } }`),
    '8 /components/schemas/S698: schemas within schemas, and references, lead from here through more than 300 levels; break them up',
  ],
  'with a reserved base path': [
    `${library(list)}servers: [{ url: 'https://example.com/%2D/v1/' }]\n`,
    '9 /servers/0/url: the path "/%2D/v1" is reserved for the service; choose another',
  ],
  'with a reserved base path of an operation': [
    library(`${list}\n      servers: [{ url: '/-' }]`),
    `7 ${get}/servers/0/url: the path "/-" is reserved for the service; choose another`,
  ],
  'with more base paths than can be': [
    `${library(list)}servers: [{ url: '/{a}{b}{c}{d}', variables: { ${['a', 'b', 'c', 'd']
      .map((name) => `${name}: { default: '0', enum: ['0', '1', '2', '3', '4', '5'] }`)
      .join(', ')} } }]\n`,
    '9 /servers/0/variables: the variables have more than 1000 values together; leave out those that are not served',
  ],
  'with a wrong type': [library('callbacks: 7'), `6 ${get}/callbacks: must be of type object`],
  'with an unknown place of a parameter': [
    library('parameters: [{ in: form, name: q, schema: {} }]'),
    `6 ${query}/in: ${LOCATION}`,
  ],
  'with a reference in a circle': [
    library(
      `parameters: [{ $ref: '#/components/parameters/A' }]`,
      `{ parameters: { A: { $ref: '#/components/parameters/A' } } }`,
    ),
    '8 /components/parameters/A: "#/components/parameters/A" refers to itself in a circle',
  ],
  'with faults in two operations': [
    library(
      `${list}\n      requestBody: { $ref: '#/a' }\n    put:\n      requestBody: { $ref: '#/b' }`,
    ),
    `7 ${get}/requestBody: "#/a" ${ADD}`,
    `9 /paths/~1books/put/requestBody: "#/b" ${ADD}`,
  ],
  'with a reserved path': [library(list, '{}', '/-/books'), `4 /paths/~1-~1books: ${RESERVED}`],
  'with a reserved path in disguise': [
    library(list, '{}', '/%2D/books'),
    `4 /paths/~1%2D~1books: ${RESERVED}`,
  ],
  'with two paths that differ in names only': [
    library(list, '{}', '/{a}').replace(
      'components:',
      '  /{b}: { get: { operationId: other, responses: { 204: { description: x } } } }\ncomponents:',
    ),
    '8 /paths/~1{b}/get: the path is the same as "/{a}" except for names, so requests cannot be told apart; keep one',
  ],
  'with a fault behind a parameter that its path does not have': [
    library(
      'parameters: [{ in: path, name: id, required: true, schema: {} }, { in: form, name: q, schema: {} }]',
    ),
    `6 ${get}/parameters/1/in: ${LOCATION}`,
  ],
  'with parameters that are no list, where the path needs one': [
    library('parameters: 7', '{}', '/{a}'),
    '6 /paths/~1{a}/get/parameters: must be of type array',
  ],
  'with an expression without a name': [
    library(list, '{}', '/a/{}'),
    '5 /paths/~1a~1{}/get: the path has "{}" and no parameter of that name; declare it with "in: path"',
  ],
  'with schemas that refer to each other in a circle': [
    library(
      parameter(`schema: { $ref: '#/components/schemas/A' }`),
      `{ schemas: { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } } }`,
    ),
    `8 /components/schemas/A: ${CIRCLE}`,
    `8 /components/schemas/B: ${CIRCLE}`,
  ],
  'with two faults': [
    library(list, schema('{ minLength: a, maxLength: b }')),
    `8 ${book}/minLength: must be of type integer`,
    `8 ${book}/maxLength: must be of type integer`,
  ],
};

it('a document without a fault is taken', () => {
  expect(faultsOf(library(list))).toStrictEqual([]);
});

itEach(REFUSED)('a document %s is refused, with line, pointer and remedy', (_, text, ...want) => {
  expect(faultsOf(text).sort()).toStrictEqual([...want].sort());
});

describe('npm run generate -- --strict', () => {
  const folder = temporaryFolder();

  itEach<[{ given: string; want: string }]>({
    'a fault': [
      {
        given: library(list, '{}', '/-/books'),
        want: 'library.yaml:4: /paths/~1-~1books: paths under "/-/" are reserved for the service; choose another\nWithout --strict these are left out, with the operations that need them\n',
      },
    ],
    'a text that is no object': [
      { given: '[]', want: 'library.yaml:1: the document must be an object\n' },
    ],
  })('ends with 2 for %s, and says where it is', async (_, { given, want }) => {
    const spec = path.join(folder, 'library.yaml');
    writeFileSync(spec, given);
    const args = ['--strict', '--spec', spec, '--generated', path.join(folder, 'out')];
    const { code, stderr } = await runInProcess(generate, args);
    const said = stderr.replaceAll(`${path.relative('.', folder)}/`, '');
    expect({ code, said }).toStrictEqual({ code: 2, said: want });
  });
});

/** More than a call takes arguments. */
const MANY = 200_000;

const document = (keyword: string): Record<string, unknown> => ({
  components: { schemas: { Any: { [keyword]: Array(MANY).fill(true) } } },
});

it.each(['allOf', 'anyOf', 'oneOf'])('walks a schema with %s of any length', (keyword) => {
  const given = document(keyword);
  expect(circleFaults(given)).toEqual([]);
  const pointer = '/components/schemas/Any';
  const schema = asObject(asObject(asObject(given.components).schemas).Any);
  const applied = appliedSchemas(new Resolver(given), { schema, pointer }, IN_PLACE);
  expect(applied).toHaveLength(MANY);
});
