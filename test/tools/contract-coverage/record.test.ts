import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readRecordings } from '../../../src/tools/contract-coverage/command';
import { recordExchanges } from '../../../src/tools/contract-coverage/record';
import { temporaryFolder } from '../../support/temporary-folder';

/** What is recorded of the servers of a process. */

const folder = temporaryFolder();
const servers: Server[] = [];
const runsFolder = process.env.CONTRACT_COVERAGE;

beforeEach(() => {
  process.env.CONTRACT_COVERAGE = folder;
});
afterAll(() => {
  if (runsFolder === undefined) delete process.env.CONTRACT_COVERAGE;
  else process.env.CONTRACT_COVERAGE = runsFolder;
  for (const server of servers) server.close();
});

/** A server that gives its headers to writeHead, which response.getHeaders() does not show. */
async function serve(): Promise<string> {
  const server = createServer((request, response) => {
    response.writeHead(201, { 'Content-Type': 'text/plain', 'X-Shelf': '7' });
    request.resume().once('end', () => response.end('created'));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const post = async (url: string): Promise<void> => {
  const headers = { 'Content-Type': 'text/csv', authorization: 'Bearer secret' };
  await (await fetch(url, { method: 'POST', body: 'a,b', headers })).text();
};

it('records what was sent by the server that is meant, each once, until it is told to end', async () => {
  const [url, other] = [await serve(), await serve()];
  const end = recordExchanges(url);
  await post(`${url}/books?limit=1`);
  await post(`${url}/books?limit=1`);
  await post(`${other}/other`);
  end();
  await post(`${url}/later`);
  const recorded = readRecordings(folder);
  expect(recorded).toEqual([
    {
      method: 'POST',
      target: '/books?limit=1',
      requestHeaders: expect.arrayContaining(['host', 'authorization']) as string[],
      requestType: 'text/csv',
      status: 201,
      responseHeaders: expect.arrayContaining(['x-shelf', 'date']) as string[],
      responseType: 'text/plain',
    },
  ]);
  expect(JSON.stringify(recorded)).not.toContain('secret');
});

it('records all servers of the process unless one is meant', async () => {
  const end = recordExchanges();
  for (const path of ['/a', '/b']) await post((await serve()) + path);
  end();
  expect(readRecordings(folder).map(({ target }) => target)).toEqual(
    expect.arrayContaining(['/a', '/b']),
  );
});

it('lets the service be where nothing can be recorded', async () => {
  const url = await serve();
  process.env.CONTRACT_COVERAGE = `${folder}/absent`;
  const end = recordExchanges(url);
  await post(url);
  end();
  process.env.CONTRACT_COVERAGE = '';
  recordExchanges(url)();
});
