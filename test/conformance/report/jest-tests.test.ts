import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { saveTests } from '../../../src/conformance/report/jest-tests';
import { Redaction } from '../../../src/conformance/report/redact';
import { temporaryFolder } from '../../support/temporary-folder';
import { libraryResults, TOKEN } from './library-results';

const folder = temporaryFolder();
const redaction = new Redaction({
  tokens: [TOKEN],
  securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api_key' } },
});
const files = saveTests(redaction.results(libraryResults), folder);

/** Runs a test that was saved, as jest would, against a service. @throws what it expected in vain */
async function run(file: string, url: string): Promise<void> {
  const tests: (() => Promise<void>)[] = [];
  const modules = new Map<string, unknown>();
  const load = (name: string): unknown => {
    if (!name.startsWith('./')) return jest.requireActual(name);
    if (!modules.has(name)) modules.set(name, evaluate(path.join(folder, `${name}.js`)));
    return modules.get(name);
  };
  const evaluate = (source: string): unknown => {
    const module = { exports: {} };
    runInNewContext(readFileSync(source, 'utf8'), {
      ...{ require: load, module, expect, Buffer, URL, AbortSignal, encodeURIComponent },
      process: { env: { BASE_URL: url, TOKEN } },
      test: (_: string, body: () => Promise<void>) => tests.push(body),
    });
    return module.exports;
  };
  evaluate(file);
  for (const test of tests) await test();
  expect(tests).toHaveLength(1);
}

interface Library {
  readonly url: string;
  readonly seen: { readonly message: IncomingMessage; readonly body: string }[];
  readonly server: Server;
}

/** A library service, which has the faults that were found or none of them. */
async function library(isFaulty: boolean): Promise<Library> {
  const seen: Library['seen'] = [];
  const server = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      seen.push({ message, body });
      respond(message, body, response, isFaulty);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, seen, server };
}

function respond(
  { method = '', url = '', headers }: IncomingMessage,
  body: string,
  response: ServerResponse,
  isFaulty: boolean,
): void {
  const json = { 'Content-Type': 'application/json' };
  const end = (faulty: number, correct: number, text = '{}'): void => {
    response.writeHead(isFaulty ? faulty : correct, json).end(text);
  };
  if (method === 'POST') {
    // Another id than the one that was found.
    if (body.includes('Emma')) end(201, 201, '{"id":4711}');
    else if (body.includes('\\u0000')) end(500, 201);
    else end(201, 400);
  } else if (method === 'DELETE') response.writeHead(204).end();
  else if (url === '/v1/books/4711') end(200, 404);
  else if (url.startsWith('/v1/members')) {
    if (isFaulty) response.destroy();
    else end(200, 200);
  } else if (url.includes('/cover')) {
    response.writeHead(200, isFaulty ? json : { 'Content-Type': 'image/png' }).end(PICTURE);
  } else end(200, headers.authorization === `Bearer ${TOKEN}` ? 200 : 401, '[]');
}

const PICTURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 255]);

let faulty: Library;
let correct: Library;

beforeAll(async () => {
  [faulty, correct] = await Promise.all([library(true), library(false)]);
});

afterAll(() => {
  faulty.server.close();
  correct.server.close();
});

it('there is a test for each fault of the service', () => {
  expect(files.map((file) => path.basename(file))).toStrictEqual([
    'createBook.no-server-error.test.js',
    'createBook.invalid-refused.test.js',
    'getCover.media-type-kept.test.js',
    'getBook.deleted-is-gone.test.js',
    'listBooks.garbage-token-refused.test.js',
    'searchMembers.completes.test.js',
  ]);
});

it.each(files.map((file) => [path.basename(file), file]))('%s', async (_, file) => {
  await run(file, correct.url);
  await expect(run(file, faulty.url)).rejects.toThrow();
});

it('sends what was sent, with the token of the environment', async () => {
  const { seen, url } = correct;
  seen.length = 0;
  await run(files[1]!, url);
  await run(files[2]!, url);
  await run(files[3]!, url);
  const sent = seen.map(({ message, body }) => [
    `${message.method} ${message.url}`,
    message.headers.authorization,
    body,
  ]);
  expect(sent).toStrictEqual([
    ['POST /v1/books', `Bearer ${TOKEN}`, '{"title":"📚📚📚📚📚📚📚📚📚📚📚"}'],
    [`GET /v1/books/7/cover?api_key=${TOKEN}&size=2`, undefined, ''],
    ['POST /v1/books', `Bearer ${TOKEN}`, '{"title":"Emma"}'],
    ['DELETE /v1/books/4711', `Bearer ${TOKEN}`, ''],
    ['GET /v1/books/4711', `Bearer ${TOKEN}`, ''],
  ]);
});

it('reads as a test that somebody wrote', () => {
  expect(readFileSync(files[0]!, 'utf8')).toBe(
    `// no-server-error: A service MUST NOT respond with a status of the class 5xx to a request of the contract
// spec/library.yaml:56 #/components/schemas/Book/properties/title/type
// npm run conformance -- --url http://localhost:3000/v1 --spec spec/library.yaml --seed 42 --include createBook --check no-server-error
const { send, token } = require('./send');

test('createBook: the response is 500, but the request is valid', async () => {
  // title (body): the character NUL
  const response = await send({
    method: 'POST',
    target: '/v1/books',
    headers: [
      ['Authorization', \`Bearer \${token(1)}\`],
      ['Content-Type', 'application/json'],
    ],
    body: '{"title":"\\\\u0000","pages":1}',
  });
  expect(response.status).toBeGreaterThanOrEqual(200);
  expect(response.status).toBeLessThanOrEqual(399);
});
`,
  );
});

const other = temporaryFolder();
it('writes over what it wrote, and over nothing else', () => {
  expect(saveTests(redaction.results(libraryResults), folder)).toEqual(files);
  writeFileSync(path.join(other, 'send.js'), 'exports.send = mail');
  expect(() => saveTests(libraryResults, other)).toThrow('send.js is there already');
});
