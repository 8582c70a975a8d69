import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { handlers } from '../../../generated/handlers';
import { readConfig } from '../../../src/plant-store/config';
import type { HandlerResponse } from '../../../src/runtime/contract';
import { createLog } from '../../../src/runtime/service/log';
import type { PlantDependencies } from '../../../src/plant-store/plants/handler';
import { plantProgram, startServer, type RunningServer } from '../../../src/plant-store/server';
import type { Program as ServiceProgram } from '../../../src/runtime/service';
import { loadContract } from '../../../src/tools/generate';
import { parseSource } from '../../../src/tools/document';
import { RawConnection } from '../../support/raw-connection';
import { temporaryFolder } from '../../support/temporary-folder';

/** A server whose program is replaced while it serves. */

type Program = ServiceProgram<PlantDependencies>;

const folder = temporaryFolder();
let server: RunningServer;

beforeAll(async () => {
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: `sqlite:${folder}/plants.db`,
    ACCESS_TOKENS: 't',
    LOG_LEVEL: 'silent',
  });
  server = await startServer(config, {
    program: plantProgram(handlers),
    log: createLog('silent'),
  });
});
afterAll(() => server.close());

const document = (path: string): string => `
openapi: 3.2.0
info: { title: Replaced, version: 1.0.0 }
paths:
  ${path}:
    get:
      operationId: read
      responses: { 200: { description: Events, content: { text/event-stream: {}, text/plain: {} } } }
`;

function program(path: string, read: Program['handlers'][string]): Program {
  const { contract, validators } = loadContract(parseSource(document(path), 'a.yaml').document);
  const bytes = Buffer.from(path);
  return { contract, validators, handlers: { read }, document: { json: bytes, yaml: bytes } };
}

const text = (body: string): Promise<HandlerResponse> =>
  Promise.resolve({ status: 200, mediaType: 'text/plain', body });

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

it('serves the next program on the connections that are open, with its own document', async () => {
  await server.replace(program('/one', () => text('one')));
  const connection = await RawConnection.open(server.url);
  expect(await connection.write(get('/one')).response()).toMatchObject({ status: 200 });
  await server.replace(program('/two', () => text('two')));
  expect(await connection.write(get('/one')).response()).toMatchObject({ status: 404 });
  expect(await connection.write(get('/two')).response()).toMatchObject({ status: 200 });
  const published = await fetch(`${server.url}/-/openapi.json`);
  expect(await published.text()).toBe('/two');
  connection.abort();
});

it('ends a request on the program that it began on, and keeps its connection', async () => {
  let go: (response: HandlerResponse) => void = () => undefined;
  let arrived: () => void = () => undefined;
  const isThere = new Promise<void>((resolve) => (arrived = resolve));
  const answer = new Promise<HandlerResponse>((resolve) => (go = resolve));
  await server.replace(
    program('/slow', () => {
      arrived();
      return answer;
    }),
  );
  const connection = await RawConnection.open(server.url);
  connection.write(get('/slow'));
  await isThere;
  await server.replace(program('/fast', () => text('fast')));
  go(await text('slow'));
  const response = await connection.response();
  expect(response).toMatchObject({ status: 200 });
  expect(JSON.stringify(response.headers)).not.toMatch(/close/i);
  expect(await connection.write(get('/fast')).response()).toMatchObject({ status: 200 });
  connection.abort();
});

it('ends event streams of the program before, and those that it begins afterwards', async () => {
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  async function* events(closing: AbortSignal): AsyncGenerator<string> {
    yield 'data: 1\n\n';
    if (!closing.aborted) await once(closing, 'abort');
    yield 'data: bye\n\n';
    await new Promise(() => undefined);
  }
  let calls = 0;
  await server.replace(
    program('/events', async (_, { closing }) => {
      if (calls++ > 0) await begun;
      return { status: 200, mediaType: 'text/event-stream', body: events(closing) };
    }),
  );
  const early = await fetch(`${server.url}/events`);
  const late = fetch(`${server.url}/events`);
  while (calls < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  await server.replace(program('/other', () => text('other')));
  begin();
  expect(await early.text()).toBe('data: 1\n\ndata: bye\n\n');
  expect(await (await late).text()).toBe('data: 1\n\ndata: bye\n\n');
});

it('keeps nothing of programs that were replaced', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const replaced: WeakRef<object>[] = [];
  for (let count = 0; count < 3; count++) {
    const next = program('/kept', () => text('kept'));
    replaced.push(new WeakRef(next.contract));
    await server.replace(next);
    expect((await fetch(`${server.url}/kept`)).status).toBe(200);
  }
  await server.replace(program('/last', () => text('last')));
  expect((await fetch(`${server.url}/last`)).status).toBe(200);
  // What a promise or a response has kept is let go of a turn later. A connection may keep the last request that it
  // brought, and with it what served that.
  const isKept = (): boolean => replaced.slice(0, -1).some((each) => each.deref() !== undefined);
  for (let turn = 0; turn < 5 && isKept(); turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
  }
  expect(isKept()).toBe(false);
});

it('goes on serving when the parts of the next one do not belong together', async () => {
  await server.replace(program('/good', () => text('good')));
  const { contract, ...rest } = program('/bad', () => text('bad'));
  await expect(server.replace({ ...rest, contract, handlers: {} })).rejects.toThrow('read');
  expect((await fetch(`${server.url}/good`)).status).toBe(200);
});
