import path from 'node:path';
import { generate } from '../../../../src/tools/generate/command';
import type { DocumentNotice } from '../../../../src/tools/document/model/document-error';
import { loadContract } from '../../../../src/tools/generate/in-memory';
import { parseSource } from '../../../../src/tools/document/read/read-document';
import { runInProcess } from '../../../support/run-in-process';
import { withDocument } from '../../../support/serve-document';
import { temporaryFolder, writeFiles } from '../../../support/temporary-folder';
import { itEach } from '../../../support/it-each';

const within = temporaryFolder();

/** A document with what OpenAPI 3.2 adds and has no bearing on what is served. */
const document = `openapi: 3.2.0
jsonSchemaDialect: https://spec.openapis.org/oas/3.2/dialect/2025-09-17
info: { title: Library, version: 1.0.0 }
servers: [{ url: /, name: here }]
tags: [{ name: books, summary: Books, kind: nav }, { name: old, parent: books, kind: badge }]
security: [{ own: [] }]
paths:
  /books:
    get:
      operationId: listBooks
      tags: [old]
      responses:
        200:
          summary: The books
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Books' }
              examples: { two: { summary: Two, dataValue: [a, b], serializedValue: '["a","b"]' } }
components:
  securitySchemes:
    own:
      type: oauth2
      deprecated: true
      oauth2MetadataUrl: https://example.com/.well-known/oauth-authorization-server
      flows: { deviceAuthorization: { deviceAuthorizationUrl: https://example.com/device, tokenUrl: https://example.com/token, scopes: {} } }
  schemas:
    Books: { type: array, items: { type: string }, xml: { nodeType: element } }
`;

/** What is reported of a document, as `line pointer: message`. */
function noticesOf(text: string): string[] {
  const source = parseSource(text, 'library.yaml');
  const notices: DocumentNotice[] = [];
  loadContract(source.document, { report: (notice) => notices.push(notice) });
  return notices.map(({ pointer, message }) => `${source.lineOf(pointer)} ${pointer}: ${message}`);
}

describe('a document of OpenAPI 3.2', () => {
  it('has what only people read left alone', async () => {
    expect(noticesOf(document)).toStrictEqual([]);
    const handlers = { listBooks: () => Promise.resolve({ status: 200, body: ['c'] }) };
    const authenticators = {
      own: () => Promise.resolve({ outcome: 'accepted', principal: { name: 'a' } } as const),
    };
    await withDocument(document, handlers, { authenticators }, async ({ url }) => {
      const get = (headers: Record<string, string>): Promise<Response> =>
        fetch(`${url}/books`, { headers });
      expect(await (await get({ authorization: 'Bearer t' })).text()).toBe('["c"]');
      expect((await get({})).status).toBe(401);
    });
  });
});

it('warns of fields of XML that exclude each other', () => {
  const told = (version: string): string[] => {
    const schema = `Attr: { type: string, xml: { attribute: true, nodeType: attribute } }
    List: { type: array, xml: { wrapped: true, nodeType: element } }
    Sound: { type: array, items: { xml: { attribute: true } }, xml: { nodeType: element } }`;
    return noticesOf(`openapi: ${version}
info: { title: Library, version: 1.0.0 }
components:
  schemas:
    ${schema}
`);
  };
  const message = 'must not stand beside "nodeType", which takes its place; remove one of them';
  expect(told('3.2.0')).toStrictEqual([
    `5 /components/schemas/Attr/xml/attribute: ${message}`,
    `6 /components/schemas/List/xml/wrapped: ${message}`,
  ]);
  expect(told('3.1.0')).toStrictEqual([]);
});

it.each([
  ['a field of a parameter in a header', 'headers: { A: { schema: {}, allowReserved: true } }'],
  ['an unknown field in a link', 'links: { A: { operationId: a, body: { url: x } } }'],
  ['"attribute" and "nodeType"', 'schemas: { A: { xml: { attribute: true, nodeType: element } } }'],
  ['"wrapped" and "nodeType"', 'schemas: { A: { xml: { wrapped: true, nodeType: element } } }'],
])('with --strict refuses %s', async (_, components) => {
  const folder = writeFiles(within, {
    'openapi.yaml': `openapi: 3.2.0
info: { title: Library, version: 1.0.0 }
components: { ${components} }
`,
  });
  const spec = path.join(folder, 'openapi.yaml');
  const run = await runInProcess(generate, [
    '--strict',
    '--spec',
    spec,
    '--generated',
    path.join(folder, 'out'),
  ]);
  expect(run.code).toBe(2);
});

/** What is reported of the content of a response, as `pointer: message`, behind the pointer of the content. */
function warningsOf(content: string): string[] {
  const source = parseSource(
    `
openapi: 3.2.0
info: { title: Items, version: 1.0.0 }
paths:
  /items:
    get:
      operationId: list
      responses: { 200: { description: Items, content: { ${content} } } }
components: { schemas: { Pet: { type: object }, Text: { type: string } } }
`,
    'items.yaml',
  );
  const notices: DocumentNotice[] = [];
  loadContract(source.document, { report: (notice) => notices.push(notice) });
  return notices.map(({ pointer, message }) => `${pointer.split('/content/')[1]}: ${message}`);
}

const noText =
  'the data of an event is a string, so no event is valid; write "type: string", and describe JSON by "contentMediaType" and "contentSchema"';

describe('items that a document describes', () => {
  itEach<[given: string, want: string[]]>({
    'of a media type that has none': [
      'application/json: { itemSchema: {} }',
      [
        'application~1json/itemSchema: is ignored, since "application/json" is no sequence of items; write "schema", or a media type such as application/jsonl',
      ],
    ],
    'beside the schema of all': [
      'application/jsonl: { schema: { type: array, maxItems: 2 }, itemSchema: {} }',
      [
        'application~1jsonl/schema: is not enforced, since the content is sent and read item by item; write it in "itemSchema"',
      ],
    ],
    'as events whose data is an object': [
      'text/event-stream: { itemSchema: { properties: { data: { type: object } } } }',
      [`text~1event-stream/itemSchema/properties/data/type: ${noText}`],
    ],
    'as events whose data is described elsewhere': [
      "text/event-stream: { itemSchema: { properties: { data: { $ref: '#/components/schemas/Text' } } } }",
      [],
    ],
    'as events whose data is JSON': [
      'text/event-stream: { itemSchema: { properties: { data: { type: string, contentMediaType: application/json, contentSchema: { type: object } } } } }',
      [],
    ],
    'as parts with headers, which no handler can give': [
      'multipart/mixed: { itemSchema: {}, prefixEncoding: [{ headers: { A: { schema: {} } } }] }',
      [
        'multipart~1mixed/prefixEncoding/0/headers: is not sent, since handlers give the parts of a response no headers; only "contentType" is',
      ],
    ],
    'as parts of parts': [
      'multipart/mixed: { itemSchema: {}, itemEncoding: { itemEncoding: {} } }',
      [
        'multipart~1mixed/itemEncoding/itemEncoding: is ignored, since the parts of a part are not read; describe it as text or bytes',
      ],
    ],
    'only by how they are written': [
      'multipart/mixed: { schema: { type: array }, itemEncoding: { contentType: a/b } }',
      [
        'multipart~1mixed/itemEncoding: is ignored, since the content is bytes for handlers; describe its parts by "itemSchema"',
      ],
    ],
  })('%s', (_, given, want) => expect(warningsOf(given)).toStrictEqual(want));

  it('as events whose data refers to no string', () => {
    const given =
      "text/event-stream: { itemSchema: { properties: { data: { $ref: '#/components/schemas/Pet' } } } }";
    expect(warningsOf(given)).toStrictEqual([`undefined: ${noText}`]);
  });
});
