import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { conformance } from '../../../src/tools/conformance/command';
import { runInFolder, runInProcess } from '../../support/run-in-process';
import type { ScriptResult } from '../../support/run-script';
import { temporaryFolder } from '../../support/temporary-folder';
import { withServer } from './test-server';

const responses = { 204: { description: 'Done' } };
const openapi = { openapi: '3.1.0', info: { title: 'Stock', version: '1' } };
const document = JSON.stringify({
  ...openapi,
  paths: { '/stock': { get: { operationId: 'listStock', responses } } },
});
const outer = JSON.stringify({ ...openapi, paths: { '/stock': { $ref: 'stock.json' } } });

const DOCUMENTS: Readonly<
  Record<string, (response: ServerResponse, request: IncomingMessage) => void>
> = {
  '/openapi.json': (response) => response.end(document),
  '/moved': (response) => response.writeHead(302, { Location: '/openapi.json' }).end(),
  '/circle': (response) => response.writeHead(302, { Location: '/circle' }).end(),
  '/closed': (response, { headers }) =>
    headers.authorization === `Basic ${btoa('ann:s3cret')}`
      ? response.end(document)
      : response.writeHead(401).end(),
  '/outer.json': (response) => response.end(outer),
  '/text': (response) => response.end('<html>no document</html>'),
  '/large': (response) => {
    response.write(Buffer.alloc(21 * 2 ** 20, ' '));
    response.end(document);
  },
};

const empty = temporaryFolder();

/** Tests a service that serves documents. @param path path of the document for the command */
function tested(path: string): Promise<ScriptResult> {
  const server = createServer((request, response) => {
    const document = DOCUMENTS[String(request.url)];
    if (document !== undefined && request.method === 'GET') document(response, request);
    else if (request.url?.startsWith('/stock') !== true) response.writeHead(404).end();
    else if (request.method === 'GET') response.writeHead(204).end();
    else response.writeHead(405, { Allow: 'GET' }).end();
  });
  return withServer(server, (url) => {
    const spec = new URL(path, url);
    if (path === '/closed') [spec.username, spec.password] = ['ann', 's3cret'];
    return runInProcess(conformance, ['--url', url, '--spec', spec.href, '--runs', '0']);
  });
}

describe('a document that a server has', () => {
  it.each(['/openapi.json', '/moved', '/closed'])('is read from %s', async (path) => {
    const { code, stdout, stderr } = await tested(path);
    expect(`${stdout}${stderr}`).not.toContain('s3cret');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        new RegExp(`^Stock 1 at \\S+, by http://127\\.0\\.0\\.1:\\d+${path}\\n`),
      ),
    ]);
  });

  it.each([
    ['/none', /The document http:\S+\/none cannot be read: the status is 404/],
    ['/circle', /cannot be read: redirect count exceeded/],
    ['/large', /cannot be read: it has more than 20 MiB/],
    ['/text', /\/text:1: .*must be an object/],
    [
      '/outer.json',
      /refers to "stock\.json", which is not fetched; save it with what it refers to/,
    ],
  ])('is not read from %s', async (path, message) => {
    expect(await tested(path)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(message) as string,
    });
  });

  it('is not read where nothing listens', async () => {
    const args = ['--url', 'http://127.0.0.1:9', '--spec', 'http://127.0.0.1:9/openapi.json'];
    expect(await runInProcess(conformance, args)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/cannot be read: .+/) as string,
    });
  });
});

it('asks for the document of a service where there is none', async () => {
  const run = runInFolder(empty, conformance, ['--url', 'http://127.0.0.1:9/api']);
  expect(await run).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      '--spec FILE or --spec URL must name the document that http://127.0.0.1:9/api is tested against, such as --spec http://127.0.0.1:9/openapi.json. There is no document here',
    ) as string,
  });
});
