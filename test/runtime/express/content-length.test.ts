import type { HandlerResponse } from '../../../src/runtime/contract/handler';
import { RawConnection } from '../../support/raw-connection';
import { withDocument } from '../../support/serve-document';
import { itEach } from '../../support/it-each';

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-8.6 */

const document = `
openapi: 3.1.0
info: { title: Files, version: 1.0.0 }
paths:
  /file:
    get:
      operationId: read
      responses:
        200:
          description: The file
          headers: { content-length: { schema: { type: integer } } }
          content: { text/plain: {} }
    head:
      operationId: measure
      responses:
        200: { description: Its length, headers: { content-length: { schema: { type: integer } } } }
    delete: { operationId: remove, responses: { 200: { description: Removed } } }
`;

async function lengthsOf(method: string, response: HandlerResponse): Promise<unknown> {
  const handler = (): Promise<HandlerResponse> => Promise.resolve(response);
  const handlers = { read: handler, measure: handler, remove: handler };
  return withDocument(document, handlers, {}, async ({ url, faults }) => {
    const connection = await RawConnection.open(url);
    const lines = [`${method} /file HTTP/1.1`, 'Host: a', ''];
    const { headers } = await connection.write(lines).response({ head: method === 'HEAD' });
    connection.abort();
    expect(faults).toEqual([]);
    return headers['content-length'];
  });
}

describe('the length of content', () => {
  itEach<[given: [method: string, response: HandlerResponse], want: unknown]>({
    'is what the handler of HEAD says': [
      ['HEAD', { status: 200, headers: { 'content-length': 7 } }],
      ['7'],
    ],
    'is left open where it does not': [['HEAD', { status: 200 }], undefined],
    'is that of the content, whatever a handler says': [
      ['GET', { status: 200, headers: { 'content-length': 7 }, body: 'four' }],
      ['4'],
    ],
    'is 0 without content': [['DELETE', { status: 200 }], ['0']],
  })('%s', async (_, given, want) => expect(await lengthsOf(...given)).toEqual(want));
});
