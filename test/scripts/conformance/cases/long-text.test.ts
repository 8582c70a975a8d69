import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testConformance } from '../../../../scripts/conformance/index';
import { parseSource } from '../../../../scripts/generate/read/read-document';

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
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const { findings } = await testConformance({
    source: parseSource(DOCUMENT, 'guests.yaml'),
    ...{ url: `http://127.0.0.1:${port}`, seed: 1, runs: 0, parallel: 2, timeoutMs: 2_000 },
    limits: { timeMs: 20_000, requests: 2_000 },
    tokens: { caller: new Map(), limited: new Map(), other: new Map() },
  }).finally(() => server.close());
  const about = findings.map(({ check, message }) => `${check}: ${message}`);
  return about.filter((each) => each.includes('20000 characters'));
}

it('a service may refuse a text that is very long, and must not fail', async () => {
  expect(await found(422)).toEqual([]);
  expect(await found(500)).toContain(
    'no-server-error: 500 for body /text: a text of 20000 characters: the service fails',
  );
});
