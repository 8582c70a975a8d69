import path from 'node:path';
import { DocumentError } from '../../../../src/tools/document/model/document-error';
import { loadContract } from '../../../../src/tools/generate/in-memory';
import { parseSource, readDocument } from '../../../../src/tools/document/read/read-document';
import { writeFiles, temporaryFolder } from '../../../support/temporary-folder';
import { withDocument } from '../../../support/serve-document';

/** @see https://spec.openapis.org/oas/v3.2.0#components-media-types */
const document = `openapi: 3.2.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    post:
      operationId: addBook
      parameters: [{ in: query, name: filter, content: { application/json: { $ref: '#/components/mediaTypes/Filter' } } }]
      requestBody:
        required: true
        content:
          application/json: { $ref: '#/components/mediaTypes/Alias' }
          multipart/form-data: { $ref: '#/components/mediaTypes/Form' }
      responses:
        200:
          description: Added
          headers: { X-Filter: { content: { application/json: { $ref: '#/components/mediaTypes/Filter' } } } }
          content: { application/json: { $ref: '#/components/mediaTypes/Book' } }
components:
  mediaTypes:
    Alias: { $ref: '#/components/mediaTypes/Book' }
    Book: { schema: { type: object, required: [id], properties: { id: { type: integer, format: int64 }, part: { $ref: '#/components/schemas/Book' } } } }
    Filter: { schema: { type: array, items: { type: integer } } }
    Form:
      schema: { type: object, properties: { id: { type: integer }, data: { type: object } } }
      encoding:
        data:
          contentType: application/json
          headers: { X-Id: { required: true, content: { application/json: { $ref: '#/components/mediaTypes/Filter' } } } }
  schemas: { Book: { type: object, properties: { id: { type: string } } } }
`;

describe('a media type of the components', () => {
  const handlers = {
    addBook: ({ query, body }: { query: { filter?: unknown }; body: object }) =>
      Promise.resolve({
        status: 200,
        headers: query.filter === undefined ? {} : { 'X-Filter': query.filter },
        body: body instanceof Map ? {} : body,
      }),
  };
  const json = { 'content-type': 'application/json' };
  const part = (headers: string): [Record<string, string>, string] => [
    { 'content-type': 'multipart/form-data; boundary=b' },
    `--b\r\nContent-Disposition: form-data; name="id"\r\n\r\n1\r\n--b\r\nContent-Disposition: form-data; name="data"\r\nContent-Type: application/json\r\n${headers}\r\n{}\r\n--b--\r\n`,
  ];

  it.each<[string, string, Record<string, string>, string, object]>([
    ['is read and written', '', json, '{"id":9007199254740993}', { status: 200 }],
    ['is validated', '', json, '{"id":"1"}', { status: 400 }],
    ['leads on to what it refers to', '', json, '{"id":1,"part":{"id":1}}', { status: 400 }],
    [
      'describes a parameter and a header',
      '?filter=[1,2]',
      json,
      '{"id":1}',
      { status: 200, filter: '[1,2]' },
    ],
    ['is validated in a parameter', '?filter=["a"]', json, '{"id":1}', { status: 400 }],
    ['describes a form', '', ...part('X-Id: [1]\r\n'), { status: 200 }],
    ['describes the header of a part', '', ...part('X-Id: ["a"]\r\n'), { status: 400 }],
    ['asks for the header of a part', '', ...part(''), { status: 400 }],
  ])('%s', async (_, query, headers, body, want) => {
    await withDocument(document, handlers, {}, async ({ url, faults }) => {
      const response = await fetch(`${url}/books${query}`, { method: 'POST', headers, body });
      const { status } = response;
      const filter = response.headers.get('x-filter') ?? undefined;
      expect({ status, ...(filter && { filter }) }).toMatchObject(want);
      if (status === 200 && headers === json) expect(await response.text()).toBe(body);
      expect(faults).toStrictEqual([]);
    });
  });

  it.each<[string, string, string]>([
    ['nothing', '#/components/mediaTypes/None', 'refers to nothing'],
    ['what is none', '#/components/schemas/Book', 'is not a media type; correct the reference'],
  ])('is refused that refers to %s', (_, reference, want) => {
    const text = document.replace('#/components/mediaTypes/Book', reference);
    const { document: parsed } = parseSource(text, 'library.yaml');
    expect(() => loadContract(parsed, { strict: true })).toThrow(DocumentError);
    expect(() => loadContract(parsed, { strict: true })).toThrow(want);
  });
});

describe('a media type of another file', () => {
  const within = temporaryFolder();

  it('is read as if it stood here', () => {
    const folder = writeFiles(within, {
      'openapi.yaml': `openapi: 3.2.0
info: { title: Library, version: 1.0.0 }
paths: { /books: { post: { requestBody: { content: { application/json: { $ref: 'media.yaml#/Book' } } }, responses: { 204: { description: Added } } } } }
`,
      'media.yaml': 'Book: { schema: { $ref: "book.yaml" } }',
      'book.yaml': 'type: object\nrequired: [id]\n',
    });
    const { document: bundled, faults } = readDocument(path.join(folder, 'openapi.yaml'));
    expect(faults).toStrictEqual([]);
    const { contract } = loadContract(bundled, { strict: true });
    expect(contract.operations[0]?.requestBody?.content).toMatchObject({
      'application/json': { kind: 'json', validator: 'request /components/schemas/book' },
    });
  });
});
