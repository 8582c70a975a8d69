import { createServer } from 'node:http';
import { testServer } from '../test-server';

const DOCUMENT = `
openapi: 3.1.0
info: { title: Guest book, version: '1' }
paths:
  /entries:
    post:
      operationId: addEntry
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [kind, text]
              properties: { kind: { enum: [wish] }, text: { type: string } }
      responses:
        '204': { description: Added }
        4XX: { description: Refused }
`;

/** What is found of a service that says this of a text of more than 4000 characters. */
async function found(status: number): Promise<string[]> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(Buffer.concat(chunks).length > 4_000 ? status : 204).end();
    });
  });
  const { findings } = await testServer(server, DOCUMENT);
  const about = findings.map(({ check, message }) => `${check}: ${message}`);
  return about.filter((each) => each.includes('20000 characters'));
}

it('a service may refuse a text that is very long, and must not fail', async () => {
  expect(await found(422)).toEqual([]);
  expect(await found(500)).toContain(
    'no-server-error: 500 for body /text: a text of 20000 characters: the service fails',
  );
});
