import { generate } from '../../../src/tools/generate/generate';
import { parseSource } from '../../../src/tools/document/read/read-document';
import { startTypesThread } from '../../../src/tools/generate/types/types-thread';
import { withDocument } from '../../support/serve-document';

/**
 * In a map, a name that begins with `x-` is a name like any other; only objects that the standard lets be
 * extended have extensions.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#specification-extensions
 */

const document = `
openapi: 3.1.0
info: { title: Names, version: '1', x-info: 1 }
paths:
  x-paths: [no path]
  /things:
    x-item: 1
    post:
      operationId: addThing
      security: [{ x-token: [] }]
      parameters: [{ $ref: '#/components/parameters/x-page' }]
      requestBody: { $ref: '#/components/requestBodies/x-thing' }
      responses:
        x-responses: [no response]
        200: { $ref: '#/components/responses/x-done' }
        400: { $ref: '#/components/responses/x-refused' }
        401: { $ref: '#/components/responses/x-refused' }
      callbacks:
        x-told: { '{$request.body#/url}': { post: { responses: { 204: { description: Told } } } }, x-more: 1 }
components:
  x-components: 1
  securitySchemes: { x-token: { type: apiKey, in: header, name: x-token } }
  parameters: { x-page: { in: query, name: x-page, required: true, schema: { type: integer } } }
  requestBodies: { x-thing: { required: true, content: { x-own/thing: { schema: { type: string } }, application/json: { schema: { $ref: '#/components/schemas/x-thing' } } } } }
  headers: { x-count: { required: true, schema: { type: integer } } }
  responses:
    x-done:
      description: Done
      headers: { x-count: { $ref: '#/components/headers/x-count' } }
      content: { application/json: { schema: { $ref: '#/components/schemas/x-thing' } } }
    x-refused: { description: Refused, content: { application/json: {} } }
  schemas: { x-thing: { type: object, required: [x-name], properties: { x-name: { type: string } } } }
`;

const handlers = {
  addThing: ({ body }: { body: unknown }) =>
    Promise.resolve({
      status: 200,
      mediaType: 'application/json',
      headers: { 'x-count': 1 },
      body,
    }),
};
const authenticators = {
  'x-token': () => Promise.resolve({ outcome: 'accepted', principal: { name: 'x' } } as const),
};

it('are served', async () => {
  await withDocument(document, handlers as never, { authenticators }, async ({ url, faults }) => {
    const post = async (target: string, headers: object, body: string): Promise<unknown[]> => {
      const all = { 'content-type': 'application/json', ...headers };
      const response = await fetch(url + target, { method: 'POST', headers: all, body });
      return [response.status, response.headers.get('x-count')];
    };
    const token = { 'x-token': 't' };
    expect(await post('/things?x-page=1', token, '{"x-name":"a"}')).toEqual([200, '1']);
    expect(await post('/things?x-page=1', {}, '{"x-name":"a"}')).toEqual([401, null]);
    expect(await post('/things', token, '{"x-name":"a"}')).toEqual([400, null]);
    expect(await post('/things?x-page=1', token, '{"x-name":1}')).toEqual([400, null]);
    expect(await post('/x-paths', token, '{}')).toEqual([404, null]);
    expect(faults).toEqual([]);
  });
});

it('are generated', async () => {
  const files = await generate(parseSource(document, 'names.yaml'), { runtimeModule: './runtime' });
  await startTypesThread().terminate();
  expect(files.get('types.ts')).toMatch(/"x-thing": \{/);
  expect(files.get('types.ts')).not.toMatch(/x-(?:info|paths|item|responses|more|components)\b/);
});
