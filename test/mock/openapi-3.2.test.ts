import path from 'node:path';
import { readDocument } from '../../src/document/read/read-document';
import { createMock } from '../../src/mock/create-mock';
import { createServer } from '../../src/express';
import { listen } from '../../src/express/listener';
import { sendRaw } from '../support/raw-connection';

const SPEC = path.join(__dirname, '..', 'fixtures', 'openapi-3.2.yaml');

describe('the mock of a document of OpenAPI 3.2', () => {
  const search = '%7B%22author%22%3A%22a%22%7D';
  let url: string;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const onFault = (error: unknown): never => {
      throw error;
    };
    const mock = await createMock(readDocument(SPEC), {
      seed: 1,
      tokens: new Set(),
      maxBodyBytes: 1000,
      report: () => undefined,
      onFault,
    });
    const server = createServer((request) => mock.handle(request), {
      requestTimeoutMs: 30_000,
      onFault,
    });
    const listener = await listen(server, '127.0.0.1', 0, 'PORT');
    ({ url } = listener);
    close = () => listener.close(0);
  });
  afterAll(() => close());

  it.each<[string, string, object]>([
    ['QUERY /books', '{"author":"a"}', { status: 200, body: '["Emma"]' }],
    ['QUERY /books', '{}', { status: 400 }],
    ['COPY /books', '', { status: 204 }],
    ['M-SEARCH /books', '', { status: 204 }],
    [`GET /books?${search}`, '', { status: 204 }],
    ['GET /books', '', { status: 400 }],
    ['POST /nodes?$.a', '{"id":1,"next":{"id":2}}', { status: 204 }],
    ['POST /nodes', '{"id":1,"next":{}}', { status: 400 }],
  ])('answers %s with %j', async (start, body, want) => {
    const head = [`${start} HTTP/1.1`, 'Host: a', 'Connection: close'];
    const content = ['Content-Type: application/json', `Content-Length: ${body.length}`];
    const lines = [...head, ...(body === '' ? [] : content)].join('\r\n');
    expect(await sendRaw(url, `${lines}\r\n\r\n${body}`)).toMatchObject(want);
  });
});
