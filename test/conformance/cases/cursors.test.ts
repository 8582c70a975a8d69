import { createServer } from 'node:http';
import { testServer } from '../test-server';

const DOCUMENT = `
openapi: 3.1.0
info: { title: Parcels, version: '1' }
paths:
  /parcels:
    get:
      operationId: listParcels
      parameters:
        - { in: query, name: cursor, schema: { type: string, minLength: 1 } }
        - { in: query, name: limit, schema: { type: integer, minimum: 1, maximum: 50 } }
      responses:
        '200': { description: A page }
        4XX: { description: Refused }
  /manifest:
    put:
      operationId: putManifest
      requestBody: { required: true, content: { text/csv: { schema: { type: string } } } }
      responses:
        '204': { description: Taken }
        4XX: { description: Refused }
`;

/** What is found of a service that knows no cursor but its own, and limits up to a number. */
async function found(maximum: number): Promise<string[]> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const limit = Number(searchParams.get('limit') ?? 1);
    const isRight = limit > 0 && limit <= maximum && Number.isInteger(limit);
    const statuses: Record<string, number> = {
      'GET /parcels': isRight && !searchParams.has('cursor') ? 200 : 400,
      'PUT /manifest': Number(request.headers['content-length'] ?? 0) > 0 ? 204 : 400,
    };
    const status = statuses[`${String(request.method)} ${pathname}`];
    const isCsv = request.method === 'GET' || request.headers['content-type'] === 'text/csv';
    request.resume().on('end', () => {
      response.writeHead(isCsv ? (status ?? 405) : 415, { allow: 'GET, PUT' }).end();
    });
  });
  const { findings } = await testServer(server, DOCUMENT, { runs: 30 });
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

it('a service may refuse a cursor that it has not given out, and content without a byte', async () => {
  expect(await found(50)).toEqual([]);
});

it('what is sent beside a cursor is judged without it', async () => {
  expect(await found(49)).toContainEqual(
    expect.stringContaining('400 for query limit: exactly maximum (50)'),
  );
});
