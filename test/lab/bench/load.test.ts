import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendLoad } from './load';
import { ResponseReader } from './response-reader';
import { newPlant, refusals } from './requests';

describe('a response', () => {
  const head = 'HTTP/1.1 404 Not Found\r\ncontent-length: 4\r\nX: y';
  const bytes = `${head}\r\n\r\nnone`;

  it.each([1, 2, 7, bytes.length])('is read from chunks of %d bytes', (size) => {
    const reader = new ResponseReader();
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.slice(index * size, (index + 1) * size),
    );
    // The next one comes only when this one is complete, and begins anew.
    for (const time of ['first', 'second']) {
      const responses = chunks.map((chunk) => ({ time, response: reader.push(chunk) }));
      const last = responses.pop();
      expect(last).toEqual({ time, response: { status: 404, head, body: 'none' } });
      expect(responses.filter(({ response }) => response !== undefined)).toEqual([]);
    }
  });

  it('without a length is refused', () => {
    expect(() => new ResponseReader().push('HTTP/1.1 204 No Content\r\n\r\n')).toThrow(
      /^A response without Content-Length/,
    );
  });
});

describe('a load', () => {
  const bodies: string[] = [];
  let server: Server;
  let port = 0;
  beforeAll((done) => {
    server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        bodies.push(body);
        response.writeHead(200, { 'Content-Length': 2 }).end('{}');
      });
    });
    server.listen(0, '127.0.0.1', () => {
      ({ port } = server.address() as AddressInfo);
      done();
    });
  });
  afterAll((done) => {
    server.close(done);
  });
  beforeEach(() => {
    bodies.length = 0;
  });

  it.each([
    ['sleeps', false],
    ['stays awake', true],
  ])(
    'that %s sends as many requests as it is to, each with an id of its own',
    async (_, isAwake) => {
      const options = { connections: 3, until: { requests: 100 }, isAwake };
      const { requests, latencies } = await sendLoad(port, newPlant(), options);
      expect(requests).toBe(100);
      expect(latencies).toHaveLength(100);
      expect([...latencies]).toEqual([...latencies].sort((a, b) => a - b));
      expect(new Set(bodies.map((body) => (JSON.parse(body) as { id: number }).id)).size).toBe(100);
    },
  );

  it('of a time counts each request that it sent', async () => {
    const until = { seconds: 0.2 };
    const { requests } = await sendLoad(port, newPlant(), { connections: 3, until });
    expect(requests).toBe(bodies.length);
  });

  it('ends at a response that is not as it must be', async () => {
    const until = { requests: 100 };
    await expect(sendLoad(port, refusals[0]!, { connections: 1, until })).rejects.toThrow(
      'A response is 200, not 401: {}',
    );
  });
});
