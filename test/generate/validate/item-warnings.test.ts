import type { DocumentNotice } from '../../../src/document/model/document-error';
import { loadContract } from '../../../src/generate/in-memory';
import { parseSource } from '../../../src/document/read/read-document';

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
  it.each(
    Object.entries<{ given: string; want: string[] }>({
      'of a media type that has none': {
        given: 'application/json: { itemSchema: {} }',
        want: [
          'application~1json/itemSchema: is ignored, since "application/json" is no sequence of items; write "schema", or a media type such as application/jsonl',
        ],
      },
      'beside the schema of all': {
        given: 'application/jsonl: { schema: { type: array, maxItems: 2 }, itemSchema: {} }',
        want: [
          'application~1jsonl/schema: is not enforced, since the content is sent and read item by item; write it in "itemSchema"',
        ],
      },
      'as events whose data is an object': {
        given: 'text/event-stream: { itemSchema: { properties: { data: { type: object } } } }',
        want: [`text~1event-stream/itemSchema/properties/data/type: ${noText}`],
      },
      'as events whose data is described elsewhere': {
        given:
          "text/event-stream: { itemSchema: { properties: { data: { $ref: '#/components/schemas/Text' } } } }",
        want: [],
      },
      'as events whose data is JSON': {
        given:
          'text/event-stream: { itemSchema: { properties: { data: { type: string, contentMediaType: application/json, contentSchema: { type: object } } } } }',
        want: [],
      },
      'as parts with headers, which no handler can give': {
        given:
          'multipart/mixed: { itemSchema: {}, prefixEncoding: [{ headers: { A: { schema: {} } } }] }',
        want: [
          'multipart~1mixed/prefixEncoding/0/headers: is not sent, since handlers give the parts of a response no headers; only "contentType" is',
        ],
      },
      'as parts of parts': {
        given: 'multipart/mixed: { itemSchema: {}, itemEncoding: { itemEncoding: {} } }',
        want: [
          'multipart~1mixed/itemEncoding/itemEncoding: is ignored, since the parts of a part are not read; describe it as text or bytes',
        ],
      },
      'only by how they are written': {
        given: 'multipart/mixed: { schema: { type: array }, itemEncoding: { contentType: a/b } }',
        want: [
          'multipart~1mixed/itemEncoding: is ignored, since the content is bytes for handlers; describe its parts by "itemSchema"',
        ],
      },
    }),
  )('%s', (_, { given, want }) => {
    expect(warningsOf(given)).toStrictEqual(want);
  });

  it('as events whose data refers to no string', () => {
    const given =
      "text/event-stream: { itemSchema: { properties: { data: { $ref: '#/components/schemas/Pet' } } } }";
    expect(warningsOf(given)).toStrictEqual([`undefined: ${noText}`]);
  });
});
