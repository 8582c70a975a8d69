import { createMock } from '../../../scripts/mock/create-mock';
import { parseSource } from '../../../scripts/generate/read/read-document';
import { createAnswerServer } from '../../../src/express';
import { listen, type Listener } from '../../../src/listener';

const DOCUMENT = `openapi: 3.1.0
info: { title: Mocked, version: 1.0.0 }
paths:
  /silent: { get: { operationId: silent } }
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
