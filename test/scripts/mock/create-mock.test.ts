import { createMock } from '../../../scripts/mock/create-mock';
import { parseSource } from '../../../scripts/generate/read/read-document';
import { createAnswerServer } from '../../../src/express';
import { listen, type Listener } from '../../../src/listener';

const DOCUMENT = `openapi: 3.1.0
info: { title: Mocked, version: 1.0.0 }
paths:
  /silent: { get: { operationId: silent } }
  /pets:
    get:
      operationId: pets
      responses:
        200:
          description: Pets
          content:
            application/xml: { schema: { $ref: '#/components/schemas/Pet' } }
            text/xml: { schema: { $ref: '#/components/schemas/Pet' }, example: <pet/> }
            text/event-stream:
              { schema: { $ref: '#/components/schemas/Pet' }, example: { name: Rex } }
            application/jsonl: { schema: { type: array }, example: [{ name: Rex }, 2] }
components:
  schemas:
    Pet:
      type: object
      required: [name]
      properties: { name: { type: string, examples: [A & B], xml: { attribute: true } } }
`;

let listener: Listener;

beforeAll(async () => {
  const fail = (...args: unknown[]): never => {
    throw new Error(args.join(' '));
  };
  const mock = await createMock(parseSource(DOCUMENT, 'mocked.yaml'), {
    seed: 1,
    tokens: new Set(),
    maxBodyBytes: 1_000_000,
    validateResponses: true,
    notice: ({ message }) => fail(message),
    report: fail,
    onFault: fail,
  });
  const options = { requestTimeoutMs: 30_000, onFault: fail };
  const server = createAnswerServer((request) => mock.answer(request), options);
  listener = await listen(server, '127.0.0.1', 0, 'port');
});
afterAll(() => listener.close(0));

const get = (target: string, init: RequestInit = {}): Promise<Response> =>
  fetch(listener.url + target, init);

it('answers 204 with a warning for an operation without responses', async () => {
  const { status, headers } = await get('/silent');
  expect([status, headers.get('x-mock-warning')]).toEqual([204, 'no response is documented']);
});

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

it.each([
  ['application/xml', `${DECLARATION}<Pet name="A &amp; B"/>`],
  ['text/xml', '<pet/>'],
  ['text/event-stream', 'data: {"name":"Rex"}\n\n'],
  ['application/jsonl', '{"name":"Rex"}\n2\n'],
])('writes %s as what it is', async (accept, want) => {
  const response = await get('/pets', { headers: { accept } });
  expect(response.headers.get('content-type')).toMatch(new RegExp(`^${accept}`));
  expect(await response.text()).toBe(want);
});
