import { startPlantService, TOKEN } from '../../support/plant-service';
import { RawConnection } from '../../support/raw-connection';
import { withDocument } from '../../support/serve-document';
import { useStarted } from '../../support/use-started';

/** The header fields that every response has, whoever makes it. */

const service = useStarted(() => startPlantService({ REQUEST_TIMEOUT_MS: '500' }));

const create = (body: string, ...fields: string[]): string[] => [
  'POST /plants HTTP/1.1',
  'Host: a',
  'Content-Type: application/json',
  `Content-Length: ${body.length}`,
  ...fields,
  '',
  body,
];
const authorization = `Authorization: Bearer ${TOKEN}`;

it.each<[string, number, string[]]>([
  ['a plant', 200, create('{"id":1,"name":"Fern"}', authorization)],
  ['an invalid plant', 400, create('{}', authorization)],
  ['no credentials', 401, create('{}')],
  ['another path', 404, ['GET /nothing HTTP/1.1', 'Host: a', '', '']],
  ['another method', 405, ['GET /plants HTTP/1.1', 'Host: a', '', '']],
  ['OPTIONS', 204, ['OPTIONS /plants HTTP/1.1', 'Host: a', '', '']],
  ['OPTIONS of all', 204, ['OPTIONS * HTTP/1.1', 'Host: a', '', '']],
  ['CONNECT', 405, ['CONNECT a:1 HTTP/1.1', 'Host: a', '', '']],
  ['what is no HTTP', 400, ['nonsense', '', '']],
  ['no Host', 400, ['GET /plants HTTP/1.1', '', '']],
  ['a long header', 431, ['GET / HTTP/1.1', 'Host: a', `X: ${'x'.repeat(20_000)}`, '', '']],
  ['a request that does not arrive', 408, ['GET /plants HTTP/1.1', 'Host: a']],
  ['a probe', 200, ['GET /-/live HTTP/1.1', 'Host: a', '', '']],
  ['nothing beside the document', 404, ['GET /-/nothing HTTP/1.1', 'Host: a', '', '']],
])('the response to %s is not kept, and of no other media type', async (_, status, lines) => {
  const connection = await RawConnection.open(service.url);
  const response = await connection.write(lines.join('\r\n')).response();
  connection.abort();
  expect(response.status).toBe(status);
  expect(response.headers['cache-control']).toEqual(['no-store']);
  expect(response.headers['x-content-type-options']).toEqual(['nosniff']);
  expect(response.headers['x-powered-by']).toBeUndefined();
});

it('the document keeps its own Cache-Control', async () => {
  const { headers } = await fetch(`${service.url}/-/openapi.json`);
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  const again = await fetch(`${service.url}/-/openapi.json`, {
    headers: { 'if-none-match': headers.get('etag')! },
  });
  expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'no-cache']);
});

it.each(['Cache-Control', 'cache-control', 'CACHE-CONTROL'])(
  'an operation that states %s has its own',
  async (name) => {
    const document = `
openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes:
    get:
      operationId: readNote
      responses: { 200: { description: A note, headers: { ${name}: { schema: { type: string } } } } }
`;
    const defaultHeaders = { 'Cache-Control': 'no-store' };
    const readNote = (): Promise<object> =>
      Promise.resolve({ status: 200, headers: { [name]: 'max-age=60' } });
    const handlers = { readNote: readNote as never };
    await withDocument(document, handlers, { host: { defaultHeaders } }, async ({ url }) => {
      const { headers } = await fetch(`${url}/notes`);
      expect(headers.get('cache-control')).toBe('max-age=60');
    });
  },
);
