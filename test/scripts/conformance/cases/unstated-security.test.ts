import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testConformance } from '../../../../scripts/conformance/index';
import { parseSource } from '../../../../scripts/generate/read/read-document';

/** The scheme is there, and nothing says which operations want it. */
const DOCUMENT = `
openapi: 3.1.0
info: { title: Shed, version: '1' }
paths:
  /tools: { get: { operationId: listTools, responses: { '200': { description: All } } } }
  /about:
    get: { operationId: getAbout, security: [], responses: { '200': { description: It } } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
`;

/** How often each path was asked with credentials, and without. */
async function asked(document: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const server = createServer(({ url = '', headers, method }, response) => {
    if (method !== 'GET') return response.writeHead(405, { allow: 'GET' }).end();
    const key = `${url} ${headers.authorization ?? 'nobody'}`;
    counts[key] = (counts[key] ?? 0) + 1;
    return response.writeHead(200).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await testConformance({
    source: parseSource(document, 'shed.yaml'),
    ...{ url: `http://127.0.0.1:${port}`, seed: 1, runs: 5, parallel: 2, timeoutMs: 2_000 },
    limits: { timeMs: 20_000, requests: 500 },
    tokens: { caller: new Map([['', 'right']]), limited: new Map(), other: new Map() },
  }).finally(() => server.close());
  return counts;
}

it('sends the token where the document does not say who may call, and not where it says everybody', async () => {
  const counts = await asked(DOCUMENT);
  expect(counts).toHaveProperty(['/tools Bearer right']);
  expect(counts).not.toHaveProperty(['/about Bearer right']);
});

it('sends no token where the document asks nobody for one', async () => {
  const counts = await asked(`${DOCUMENT}security: []\n`);
  expect(counts).not.toHaveProperty(['/tools Bearer right']);
});
