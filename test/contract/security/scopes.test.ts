import type { Authenticator } from '../../../src/contract/security/security';
import { sendRaw } from '../../support/raw-connection';
import { serveDocument, type ServedDocument } from '../../support/serve-document';

/** What a caller is told who lacks a scope, by scheme and by what the document states. */

const NO_CONTENT = '204: { description: Done }';
const BAD = '400: { description: Bad }';
const FORBIDDEN = '403: { description: Forbidden }';

const operations: readonly (readonly [path: string, security: string, responses: string])[] = [
  ['stated', '{ oauth: [read, "plants:write"] }', `${NO_CONTENT}, ${BAD}, ${FORBIDDEN}`],
  ['bad', '{ oauth: [read] }', `${NO_CONTENT}, ${BAD}`],
  ['unstated', '{ oauth: [read] }', NO_CONTENT],
  ['roles', `{ bearer: ['the "head"'] }`, `${NO_CONTENT}, ${FORBIDDEN}`],
  ['key', '{ key: [admin] }', `${NO_CONTENT}, ${FORBIDDEN}`],
];

const document = `
openapi: 3.1.0
info: { title: Garden, version: 1.0.0 }
paths:
${operations
  .map(
    ([path, security, responses]) =>
      `  /${path}: { get: { operationId: ${path}, security: [${security}], responses: { ${responses} } } }`,
  )
  .join('\n')}
components:
  securitySchemes:
    oauth: { type: oauth2, flows: { clientCredentials: { tokenUrl: /token, scopes: { read: x, "plants:write": x } } } }
    bearer: { type: http, scheme: bearer }
    key: { type: apiKey, in: header, name: X-Key }
`;

let served: ServedDocument;
beforeAll(async () => {
  const forbid: Authenticator = () => ({ outcome: 'forbidden' });
  const handler = (): Promise<{ status: number }> => Promise.resolve({ status: 204 });
  served = await serveDocument(
    document,
    Object.fromEntries(operations.map(([operationId]) => [operationId, handler])),
    { authenticators: { oauth: forbid, bearer: forbid, key: forbid } },
  );
});
afterAll(() => served.close());

it.each([
  ['stated', 403, 'Bearer error="insufficient_scope", scope="read plants:write"'],
  ['bad', 400, 'Bearer error="insufficient_scope", scope="read"'],
  ['unstated', 403, 'Bearer error="insufficient_scope", scope="read"'],
  ['roles', 403, 'Bearer error="insufficient_scope"'],
  ['key', 403, undefined],
])('/%s is %i with %s', async (path, status, challenge) => {
  const response = await sendRaw(served.url, [
    `GET /${path} HTTP/1.1`,
    'Host: garden',
    'Connection: close',
    'Authorization: Bearer x',
    'X-Key: x',
    '',
  ]);
  const challenges = response.headers['www-authenticate'];
  expect({ status: response.status, challenges }).toEqual({
    status,
    challenges: challenge && [challenge],
  });
});
