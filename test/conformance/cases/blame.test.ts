import { createServer, type IncomingMessage } from 'node:http';
import { testServer } from '../test-server';

const DOCUMENT = `
openapi: 3.0.3
info: { title: Ledger, version: '1' }
paths:
  /entries/{year}:
    parameters:
      - { in: path, name: year, required: true, schema: { type: integer, minimum: 1900, maximum: 2100 } }
    get:
      operationId: listEntries
      parameters:
        - { in: query, name: sort, schema: { type: string } }
        - { in: query, name: size, schema: { type: integer, minimum: 1, maximum: 50 } }
      responses: { 200: { description: All }, 400: { description: No } }
    post:
      operationId: createEntry
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [text]
              properties:
                text: { type: string, maxLength: 20 }
                account: { type: string, format: uuid }
                email: { type: string, example: taken }
      responses: { 201: { description: Made }, 400: { description: No } }
    put:
      operationId: attach
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [file]
              properties: { file: { type: string, format: binary }, kind: { type: string } }
      responses: { 204: { description: Done }, 400: { description: No } }
`;

/** A status, and perhaps what is said with it. */
type Refuses = (
  request: IncomingMessage,
  body: string,
) => number | readonly [number, string] | undefined;

/** What is found of an operation that refuses some of what the document allows, by side and check. */
async function found(operation: string, refuses: Refuses): Promise<string[]> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '' } = request;
      const body = Buffer.concat(chunks).toString();
      const status = { GET: 200, POST: 201, PUT: 204 }[method];
      if (status === undefined) return response.writeHead(405, { allow: 'GET, POST, PUT' }).end();
      const [refused, said] = [refuses(request, body) ?? []].flat();
      return response.writeHead(Number(refused ?? status)).end(said);
    });
  });
  const { findings } = await testServer(server, DOCUMENT, {
    includes: ({ operationId }) => operationId === operation,
  });
  const ofRefusals = ['accepts-valid', 'documented-media-type-accepted', 'status-documented'];
  return findings
    .filter(({ check }) => ofRefusals.includes(check))
    .map(({ fault, check, pointer }) => `${fault} ${check} ${pointer}`);
}

it('blames the parameter that is refused, and none beside it', async () => {
  const all = await found('listEntries', ({ url = '' }) =>
    url.includes('sort=') ? 400 : undefined,
  );
  expect(all.length).toBeGreaterThan(0);
  // Which texts it takes the document does not say.
  const blamed = /^document accepts-valid .*\/get\/parameters\/0(?:\/schema\/type)?$/;
  for (const each of all) expect(each).toMatch(blamed);
});

it('blames no request for a reference that leads nowhere', async () => {
  expect(
    await found('createEntry', (_, body) => (body.includes('"account":"') ? 400 : undefined)),
  ).toEqual([]);
});

it('blames no request for an example that is taken', async () => {
  expect(
    await found('createEntry', (_, body) => (body.includes('"email":"taken"') ? 400 : undefined)),
  ).toEqual([]);
});

it('blames the document where it does not say whether there must be a body', async () => {
  const refuses: Refuses = ({ method }, body) =>
    method === 'POST' && body === '' ? 400 : undefined;
  expect(await found('createEntry', refuses)).toEqual([
    expect.stringMatching(/^document accepts-valid .*\/post\/requestBody\/required$/),
  ]);
});

it('blames no media type for that of a file in it', async () => {
  const isFile: Refuses = ({ method }, body) =>
    method === 'PUT' && /Content-Type: application\/octet-stream/i.test(body) ? 415 : undefined;
  expect(await found('attach', isFile)).toEqual([
    expect.stringMatching(/^document status-documented .*\/put\/responses$/),
  ]);
});

it('blames no request for what is refused for another reason each time', async () => {
  const reasons = ['too heavy', 'closed today', 'someone was faster'];
  let times = 0;
  const refuses: Refuses = ({ method }) =>
    method === 'PUT' ? [400, reasons[times++ % reasons.length] ?? ''] : undefined;
  expect(await found('attach', refuses)).toEqual([]);
  expect(times).toBeGreaterThan(3);
});
