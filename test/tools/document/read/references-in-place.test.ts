import path from 'node:path';
import { isNotice } from '../../../../src/tools/document/model/document-error';
import {
  childPointer,
  pointerKeys,
  valueAt,
} from '../../../../src/tools/document/model/json-pointer';
import {
  parseSource,
  readDocument,
  type SourceDocument,
} from '../../../../src/tools/document/read/read-document';
import { loadContract } from '../../../../src/tools/generate/in-memory';
import { temporaryFolder, writeFiles } from '../../../support/temporary-folder';
import { itEach } from '../../../support/it-each';

/** References where OpenAPI has none, which real documents have all the same. */

const within = temporaryFolder();

const PET = { $ref: '#/components/schemas/Pet' };

function pets(): Record<string, unknown> {
  return structuredClone({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1', contact: { name: 'A' } },
    servers: [{ url: '/{v}', variables: { v: { default: 'v1' } } }],
    tags: [{ name: 'pets', externalDocs: { url: 'https://pets.test' } }],
    security: [{ key: [] }],
    externalDocs: { url: 'https://pets.test' },
    paths: {
      '/pets': {
        parameters: [{ in: 'query', name: 'q', schema: PET }],
        servers: [{ url: '/v2' }],
        post: {
          operationId: 'add',
          tags: ['pets'],
          security: [{ oauth: ['pets'] }],
          parameters: [{ in: 'query', name: 'r', schema: {} }],
          requestBody: {
            content: {
              'multipart/form-data': {
                schema: { type: 'object' },
                encoding: { pet: { headers: { 'X-A': { schema: PET } } } },
              },
            },
          },
          responses: {
            200: {
              description: 'Pet',
              headers: { 'X-A': { schema: { type: 'string' } } },
              content: { 'application/json': { schema: PET, examples: { tom: { value: {} } } } },
              links: { again: { operationId: 'add', server: { url: '/v3' } } },
            },
          },
          callbacks: {
            added: {
              '{$request.body#/url}': { post: { responses: { 204: { description: 'x' } } } },
            },
          },
        },
      },
    },
    webhooks: { added: { post: { responses: { 204: { description: 'Done' } } } } },
    components: {
      schemas: {
        Pet: {
          required: ['name'],
          properties: { name: { type: 'string' }, kind: { enum: ['cat'] }, friend: PET },
          allOf: [{ maxProperties: 3 }],
          $defs: { Age: { type: 'integer' } },
        },
      },
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        oauth: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: '/token', scopes: { pets: 'Pets' } } },
        },
      },
    },
  });
}

const POST = '/paths/~1pets/post';
const RESPONSE = `${POST}/responses/200`;
const PLACES = [
  ...['info', 'servers', 'tags', 'security', 'externalDocs', 'paths', 'webhooks', 'components'].map(
    (field) => `/${field}`,
  ),
  ...['/info/contact', '/servers/0', '/servers/0/variables', '/tags/0', '/tags/0/externalDocs'],
  ...['/paths/~1pets/parameters', '/paths/~1pets/servers', POST, '/webhooks/added/post'],
  ...['security', 'parameters', 'responses', 'callbacks', 'tags'].map(
    (field) => `${POST}/${field}`,
  ),
  ...['headers', 'content', 'content/application~1json', 'links', 'links/again/server'].map(
    (field) => `${RESPONSE}/${field}`,
  ),
  `${RESPONSE}/content/application~1json/examples`,
  ...['content', 'content/multipart~1form-data', 'content/multipart~1form-data/encoding'].map(
    (field) => `${POST}/requestBody/${field}`,
  ),
  `${POST}/requestBody/content/multipart~1form-data/encoding/pet`,
  `${POST}/requestBody/content/multipart~1form-data/encoding/pet/headers`,
  ...[
    '/components/schemas',
    '/components/securitySchemes',
    '/components/securitySchemes/oauth/flows',
  ],
  ...['required', 'properties', 'allOf', '$defs', 'properties/kind/enum'].map(
    (field) => `/components/schemas/Pet/${field}`,
  ),
];

function replace(document: unknown, pointer: string, value: unknown): unknown {
  const end = pointer.lastIndexOf('/');
  const holder = valueAt(document, pointer.slice(0, end)) as Record<string, unknown>;
  const [key = ''] = pointerKeys(pointer.slice(end));
  const before = holder[key];
  holder[key] = value;
  return before;
}

const read = (files: Readonly<Record<string, string>>): SourceDocument =>
  readDocument(path.join(writeFiles(within, files), 'openapi.yaml'), 'openapi.yaml');

/** What was found, in lines. */
function found({ faults }: SourceDocument): string[] {
  return faults.map(
    (each) => `${each.pointer}: ${isNotice(each) ? each.severity : 'fault'}: ${each.message}`,
  );
}

const warning = (pointer: string, reference: string): string =>
  `${pointer}: warning: OpenAPI allows no $ref here; replace "${reference}" by its target`;

describe.each(PLACES)('a reference at %s', (pointer) => {
  it('is read as what it leads to in the file', () => {
    const document = pets();
    const reference = '#/x-part';
    document['x-part'] = replace(document, pointer, { $ref: reference });
    const source = parseSource(JSON.stringify(document), 'openapi.yaml');
    expect(source.document).toStrictEqual({ ...pets(), 'x-part': document['x-part'] });
    expect(found(source)).toStrictEqual([warning(pointer, reference)]);
  });

  it('is read as what it leads to in another file, whose references are relative to it', () => {
    const document = pets();
    const part = replace(document, pointer, { $ref: 'parts/part.json' });
    const text = JSON.stringify(part).replaceAll('"#/', '"../openapi.yaml#/');
    const source = read({ 'openapi.yaml': JSON.stringify(document), 'parts/part.json': text });
    expect(source.document).toStrictEqual(pets());
    expect(found(source)).toStrictEqual([warning(pointer, 'parts/part.json')]);
  });
});

describe('a reference where OpenAPI has none', () => {
  const paths = (item: string): string =>
    `openapi: 3.1.0\ninfo: { title: Pets, version: '1' }\npaths: ${item}\n`;
  const get = '{ responses: { 204: { description: Done } } }';

  it('adds to what stands beside it', () => {
    const source = read({
      'openapi.yaml': paths(`{ $ref: paths.yaml, /dogs: { get: ${get} } }`),
      'paths.yaml': `/cats: { get: { $ref: get.yaml } }\n`,
      'get.yaml': get,
    });
    expect(Object.keys(source.document.paths as object)).toEqual(['/cats', '/dogs']);
    expect(valueAt(source.document, '/paths/~1cats/get/responses/204')).toBeDefined();
  });

  it('is a fault where both say the same', () => {
    const source = read({
      'openapi.yaml': paths(`{ $ref: paths.yaml, /cats: { get: ${get} } }`),
      'paths.yaml': `/cats: { get: ${get} }\n`,
    });
    expect(found(source)).toContain(
      '/paths/~1cats: fault: stands beside a reference to an object that has "/cats" too; keep one',
    );
  });

  it('names the lines of the file that it leads to', () => {
    const source = read({
      'openapi.yaml': paths('{ $ref: paths.yaml }'),
      'paths.yaml': `\n/cats:\n  get: ${get}\n`,
    });
    expect(source.placeOf('/paths/~1cats/get')).toMatchObject({ file: 'paths.yaml', line: 3 });
  });

  itEach({
    'leads nowhere': ['{ /cats: { get: { $ref: none.yaml } } }', /there is no file none\.yaml/],
    'leads to itself': [
      "{ /cats: { get: { $ref: '#/paths/~1cats/get' } } }",
      /refers to itself in a circle/,
    ],
    'leads to what leads to it': [
      "{ /cats: { get: { $ref: '#/x-a' } } }\nx-a: { $ref: '#/x-b' }\nx-b: { $ref: '#/x-a' }",
      /refers to itself in a circle/,
    ],
  })('leaves out the operation where it %s', (_, item, message) => {
    const source = read({ 'openapi.yaml': paths(item) });
    const leftOut: string[] = [];
    const { operations } = loadContract(source.document, {
      faults: source.faults,
      report: (notice) => leftOut.push(notice.message),
    });
    expect(operations).toHaveLength(0);
    expect(leftOut.join('\n')).toMatch(message);
  });

  const INFO = "{ title: Pets, version: '1', contact: { $ref: '#/info' } }";
  itEach({
    'its metadata': [`info: ${INFO}\npaths: { /cats: { get: ${get} } }\n`],
    'a callback of an operation': [
      "info: { title: Pets, version: '1' }\npaths: { /cats: { get: { responses: { 204: { description: Done } }, callbacks: { a: { '{$url}': { post: { $ref: '#/paths/~1cats/get' } } } } } } }\n",
    ],
    'the properties of a property': [
      "info: { title: Pets, version: '1' }\npaths: {}\ncomponents: { schemas: { Cat: { properties: { a: { properties: { $ref: '#/components/schemas/Cat/properties' } } } } } }\n",
    ],
  })('is a fault in %s that it stands within', (_, text) => {
    const document = `openapi: 3.1.0\n${text}`;
    const inFile = read({ 'openapi.yaml': document });
    for (const source of [inFile, parseSource(document, 'openapi.yaml')]) {
      expect(found(source).join('\n')).toMatch(/: fault: "#\/\S+" refers to itself in a circle$/m);
    }
  });

  it('is a fault in so many others that nobody writes them', () => {
    const part = (index: number): string =>
      `x-${index}: { callbacks: { a: { '{$url}': { post: { $ref: '#/x-${index + 1}' } } } } }\n`;
    const parts = Array.from({ length: 1_000 }, (_, index) => part(index)).join('');
    const source = read({
      'openapi.yaml': `${paths("{ /cats: { get: { $ref: '#/x-0' } } }")}${parts}`,
    });
    expect(found(source).join('\n')).toMatch(
      /: fault: .* stands within 20 others like it; replace /,
    );
  });

  it('of a text leaves out the operation where it leads nowhere', () => {
    const { faults } = parseSource(paths("{ /cats: { get: { $ref: '#/x-none' } } }"), 'cats.yaml');
    expect(faults.map(({ pointer, message }) => `${pointer}: ${message}`)).toStrictEqual([
      '/paths/~1cats/get: "#/x-none" refers to nothing in cats.yaml; add it or correct the reference',
    ]);
  });

  it('is data where data may stand', () => {
    const example = { $ref: '#/info' };
    const document = pets();
    replace(document, `${RESPONSE}/content/application~1json/examples/tom/value`, example);
    replace(document, childPointer('/components/schemas/Pet', 'properties'), {
      $ref: { type: 'string' },
      kind: { const: example, default: example },
    });
    const source = parseSource(JSON.stringify(document), 'openapi.yaml');
    expect(source.document).toStrictEqual(document);
    expect(found(source)).toStrictEqual([]);
  });
});
