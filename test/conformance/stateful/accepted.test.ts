import { createServer } from 'node:http';
import { discover } from '../../../src/conformance/stateful/discover';
import { listen } from '../../../src/express/listener';
import { directRun } from './direct-run';

const DOCUMENT = `
openapi: 3.1.0
info: { title: Exports, version: '1' }
paths:
  /exports:
    post:
      operationId: startExport
      requestBody: { content: { text/csv: { schema: { type: string } } } }
      responses: { '202': { description: Taken on } }
  /exports/{exportId}:
    get:
      operationId: getExport
      parameters: [{ in: path, name: exportId, required: true, schema: { type: string } }]
      responses: { '200': { description: How it stands } }
`;

/** The keys of known items of a service that accepts an export and refers to it in a given way. */
async function known(headers: Record<string, string>, body: object): Promise<unknown[]> {
  const server = createServer((request, response) => {
    request.resume();
    if (request.method === 'POST') {
      const type = { 'Content-Type': 'application/json' };
      return response.writeHead(202, { ...type, ...headers }).end(JSON.stringify(body));
    }
    return response.writeHead(request.url === '/exports/e7' ? 200 : 404).end();
  });
  const listener = await listen(server, '127.0.0.1', 0, 'PORT');
  const items = await discover(directRun(DOCUMENT, listener.url)).finally(() => listener.close(0));
  return items.all.map(({ keys }) => keys);
}

it.each<[string, Record<string, string>, object]>([
  ['Location', { Location: '/exports/e7' }, {}],
  ['an id', {}, { id: 'e7' }],
])('finds what was only taken on (202) by %s', async (_, headers, body) => {
  expect(await known(headers, body)).toEqual([['e7']]);
});

it('knows nothing of what cannot be read', async () => {
  expect(await known({ Location: '/exports/e8' }, {})).toEqual([]);
});
