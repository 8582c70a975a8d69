import { answering, testServer } from '../test-server';

/** Things within something that is no resource of the document, such as a tenant. */

const NOTE = '{ $ref: "#/components/schemas/Note" }';

const documentOf = (tenant: string): string => `
openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /tenants/{tenant}/notes/{name}:
    parameters:
      - { name: tenant, in: path, required: true, schema: ${tenant} }
      - { name: name, in: path, required: true, schema: { type: string, pattern: '^[a-z]{8}$' } }
    get:
      operationId: getNote
      responses:
        200: { description: One, content: { application/json: { schema: ${NOTE} } } }
        4XX: { description: Refused }
    put:
      operationId: putNote
      requestBody: { required: true, content: { application/json: { schema: ${NOTE} } } }
      responses: { 201: { description: Made }, 204: { description: Replaced }, 4XX: { description: Refused } }
components:
  schemas:
    Note:
      type: object
      required: [title]
      properties: { title: { type: string }, text: { type: string } }
`;

function noteIn(json: string): object | undefined {
  try {
    const { title, text } = JSON.parse(json) as Record<string, unknown>;
    if (typeof title !== 'string' || !['string', 'undefined'].includes(typeof text))
      return undefined;
    return { title, ...(text !== undefined && { text }) };
  } catch {
    return undefined;
  }
}

async function failures(
  tenant: string,
  isMerging: boolean,
  known?: string,
): Promise<readonly string[]> {
  const notes = new Map<string, object>();
  const server = answering(({ method, url = '' }, bytes) => {
    if (!/^\/tenants\/(?:north|south)\/notes\/[a-z]{8}$/.test(url)) return 404;
    const note = notes.get(url);
    if (method === 'GET')
      return note ? [200, { 'Content-Type': 'application/json' }, JSON.stringify(note)] : 404;
    if (method !== 'PUT') return [405, { Allow: 'GET, PUT' }];
    const sent = noteIn(bytes.toString());
    if (sent === undefined) return 400;
    notes.set(url, { ...(isMerging && note), ...sent });
    return note ? 204 : 201;
  });
  const { findings } = await testServer(server, documentOf(tenant), {
    makes: (check) => check === 'put-replaces',
    known: (_, { value: { name } }) => (name === 'tenant' ? known : undefined),
  });
  return findings.map(({ check, operationId }) => `${check} ${operationId}`);
}

it.each([
  ['that the document lists', '{ type: string, enum: [north, south] }', undefined],
  ['that is given for the run', '{ type: string }', 'south'],
])('what PUT creates within a tenant %s is read, and replaced', async (_, tenant, known) => {
  expect(await failures(tenant, false, known)).toEqual([]);
  expect(await failures(tenant, true, known)).toEqual(['put-replaces getNote']);
});
