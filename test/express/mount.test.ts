import { json, type Express } from 'express';
import { createHost, type HostOptions } from '../../src/express/host';
import { listen, type Listener } from '../../src/listener';

const fromContract = {
  status: 200,
  headers: { 'Content-Type': 'text/plain' },
  body: 'from the contract',
};

let listener: Listener;
afterEach(() => listener.close(0));

async function serve(
  mount?: (app: Express) => void,
  options?: Partial<HostOptions>,
): Promise<string> {
  const host = createHost({
    answer: () => Promise.resolve(fromContract),
    requestTimeoutMs: 5_000,
    onFault: (error) => {
      throw error;
    },
    isClosing: () => false,
    ...(mount && { mount }),
    ...options,
  });
  listener = await listen(host, '127.0.0.1', 0, 'PORT');
  return listener.url;
}

async function get(url: string): Promise<unknown> {
  const response = await fetch(url);
  const { status, headers } = response;
  return { status, added: headers.get('x-added'), body: await response.text() };
}

describe('middleware that is mounted', () => {
  it('may add to the response of the contract', async () => {
    const url = await serve((app) => {
      app.use((_, response, next) => {
        response.setHeader('X-Added', 'yes');
        next();
      });
    });
    expect(await get(url)).toStrictEqual({ status: 200, added: 'yes', body: 'from the contract' });
  });

  it('may answer before the contract does', async () => {
    const url = await serve((app) => {
      app.get('/own', (request, response) => {
        response.status(203).send(`${request.get('host') !== undefined} ${request.path}`);
      });
    });
    expect(await get(`${url}/own`)).toMatchObject({ status: 203, body: 'true /own' });
    expect(await get(`${url}/other`)).toMatchObject({ status: 200, body: 'from the contract' });
  });

  it('may not take the body, which is a fault of the service', async () => {
    const faults: unknown[] = [];
    const url = await serve((app) => app.use(json()), {
      answer: async (request) => {
        await request.readBody(1_000);
        return fromContract;
      },
      onFault: (error) => faults.push(error),
    });
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(500);
    expect(faults.map(String)).toStrictEqual([
      'Error: Middleware has already read the body; mount none that parses bodies',
    ]);
  });

  it('is not needed', async () => {
    expect(await get(await serve())).toMatchObject({ status: 200, body: 'from the contract' });
  });
});
