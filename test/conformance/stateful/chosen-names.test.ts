import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { runStateful } from '../../../src/conformance/stateful/run-stateful';
import { directRun } from './direct-run';
import { withServer } from '../test-server';

/** Shelves with names chosen by clients. @param pattern pattern of the names */
const documentOf = (pattern: string): string => `
openapi: 3.1.0
info: { title: Shelves, version: '1' }
paths:
  /shelves:
    post:
      operationId: createShelf
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } }
      responses:
        201:
          description: Made
          content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } }
        409: { description: Another has the name }
        4XX: { description: Refused }
  /shelves/{slug}:
    get:
      operationId: getShelf
      parameters: [{ name: slug, in: path, required: true, schema: { type: string } }]
      responses:
        200:
          description: The shelf
          content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } }
        404: { description: There is none }
components:
  schemas:
    Shelf:
      type: object
      required: [slug, room, width]
      additionalProperties: false
      properties:
        slug: { type: string, pattern: '${pattern}' }
        room: { type: string, minLength: 1 }
        width: { type: integer, minimum: 1 }
`;

type Fault = 'replaces what has the name' | 'stores what it refuses';

/** The ids of the checks with findings for a service. */
async function found(pattern: string, fault?: Fault): Promise<string[]> {
  const shelves = new Map<string, string>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const answer = (status: number, json = ''): unknown =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(json);
      const [, , slug] = (request.url ?? '').split('/').map(decodeURIComponent);
      if (slug !== undefined) return answer(shelves.has(slug) ? 200 : 404, shelves.get(slug));
      const shelf = JSON.parse(body) as Record<string, unknown>;
      const { slug: name, room, width } = shelf;
      if (typeof name !== 'string' || !new RegExp(pattern).test(name)) return answer(400);
      const isRight = typeof room === 'string' && room !== '' && Number.isInteger(width);
      if (!isRight && fault === 'stores what it refuses') shelves.set(name, body);
      if (!isRight || Number(width) < 1) return answer(400);
      if (shelves.has(name) && fault !== 'replaces what has the name') return answer(409);
      shelves.set(name, body);
      return answer(201, body);
    });
  });
  return withServer(server, async (url) => {
    const run = directRun(documentOf(pattern), url);
    await runStateful(run);
    return [...new Set(run.findings.map(({ check }) => check))];
  });
}

it.each<[string, Fault | undefined, string[]]>([
  ['^[a-z]{6}$', undefined, []],
  ['^[a-d]$', undefined, []],
  ['^[a-z]{6}$', 'replaces what has the name', ['retry-has-one-effect']],
  ['^[a-z]{6}$', 'stores what it refuses', ['refused-create-leaves-nothing']],
])('names like %s, and the fault: %s', async (pattern, fault, checks) => {
  expect(await found(pattern, fault)).toEqual(checks);
});
