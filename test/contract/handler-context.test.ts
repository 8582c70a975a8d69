import type { HandlerContext } from '../../src/contract/handler';
import type { Authenticator } from '../../src/contract/security/security';
import { serveDocument, type ServedDocument } from '../support/serve-document';

/** What handlers are told where a service observes no requests, and by which alternative a caller is known. */

const document = `
openapi: 3.1.0
info: { title: Doors, version: 1.0.0 }
paths:
  /door:
    get:
      operationId: openDoor
      security: [{ key: [], code: [] }, { guard: [] }, {}]
      responses: { 204: { description: It is open } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    code: { type: apiKey, in: header, name: X-Code }
    guard: { type: apiKey, in: header, name: X-Guard }
`;

let context: HandlerContext<unknown> | undefined;
let served: ServedDocument;
beforeAll(async () => {
  const authenticator: Authenticator = (name) => ({ outcome: 'accepted', principal: { name } });
  const openDoor = (_: never, given: HandlerContext<unknown>): Promise<{ status: number }> => {
    context = given;
    return Promise.resolve({ status: 204 });
  };
  const authenticators = { key: authenticator, code: authenticator, guard: authenticator };
  served = await serveDocument(document, { openDoor }, { authenticators });
});
afterAll(() => served.close());

it.each<[Record<string, string>, object]>([
  [
    { 'X-Key': 'a', 'X-Code': 'b', 'X-Guard': 'c' },
    { key: { name: 'a' }, code: { name: 'b' } },
  ],
  [{ 'X-Key': 'a', 'X-Guard': 'c' }, { guard: { name: 'c' } }],
  [{ 'X-Key': 'a' }, {}],
])('a caller with %j is known by the alternative that they meet', async (headers, principals) => {
  const response = await fetch(`${served.url}/door`, { headers });
  expect(response.status).toBe(204);
  expect(context?.principals).toStrictEqual(principals);
});

it('a request has no ID where nobody observes it', async () => {
  const response = await fetch(`${served.url}/door`, { headers: { 'X-Request-Id': 'a' } });
  expect(response.headers.has('x-request-id')).toBe(false);
  expect(context?.requestId).toBeUndefined();
  expect(context?.request.headerValues('x-request-id')).toEqual(['a']);
});
