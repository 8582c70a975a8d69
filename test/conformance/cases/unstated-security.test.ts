import { createServer } from 'node:http';
import { testServer } from '../test-server';

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
  await testServer(server, document, {
    runs: 5,
    tokens: { caller: new Map([['', 'right']]), limited: new Map(), other: new Map() },
  });
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
