import type { RequestObservation } from '../../../src/runtime/express';
import { serveDocument } from '../../support/serve-document';
import { useStarted } from '../../support/use-started';

const document = `
openapi: 3.1.0
info: { title: Feed, version: 1.0.0 }
paths:
  /feed:
    get:
      operationId: readFeed
      responses:
        200:
          description: Text
          content: { text/plain: {} }
          headers: { x-request-ID: { schema: { type: string } } }
`;

/** What an observation was told, in order. */
const told: unknown[][] = [];

const observation: RequestObservation = {
  requestId: 'the-request',
  found: ({ operationId }) => void told.push(['found', operationId]),
  admitted: (caller) => void told.push(['admitted', caller]),
  handling: (run) => {
    told.push(['handling']);
    return run();
  },
  failed: ({ kind }) => void told.push(['failed', kind.number]),
  sized: (bytes) => void told.push(['sized', bytes]),
  ended: (status, isComplete) => void told.push(['ended', status, isComplete]),
};

let body: unknown;
let headers: Record<string, string> = {};
const served = useStarted(() =>
  serveDocument(
    document,
    { readFeed: () => Promise.resolve({ status: 200, body, headers }) },
    { host: { observer: { begin: () => observation, refused: () => 'nothing' } } },
  ),
);
beforeEach(() => {
  told.length = 0;
});

async function untilTold(what: string): Promise<void> {
  while (!told.some(([name]) => name === what)) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

it('is told of each step, and of the end of a response', async () => {
  body = 'news';
  const response = await fetch(`${served.url}/feed`);
  expect(response.headers.get('x-request-id')).toBe('the-request');
  await untilTold('ended');
  expect(told).toEqual([['found', 'readFeed'], ['handling'], ['sized', 4], ['ended', 200, true]]);
});

it('is named once in a response, whatever name the handler gives', async () => {
  body = 'news';
  headers = { 'x-request-ID': 'of the handler' };
  const response = await fetch(`${served.url}/feed`);
  headers = {};
  expect(response.headers.get('x-request-id')).toBe('the-request');
  await untilTold('ended');
});

it('ends with the last piece of a stream', async () => {
  let finish = (): void => undefined;
  const last = new Promise<void>((resolve) => (finish = resolve));
  body = (async function* () {
    yield 'one';
    await last;
    yield 'two';
  })();
  const response = await fetch(`${served.url}/feed`);
  expect(told).toEqual([['found', 'readFeed'], ['handling']]);
  finish();
  expect(await response.text()).toBe('onetwo');
  await untilTold('ended');
  expect(told.at(-1)).toEqual(['ended', 200, true]);
});

it('ends when a stream fails half way, as incomplete', async () => {
  body = (async function* () {
    yield 'one';
    await new Promise((resolve) => setImmediate(resolve));
    throw new Error('half way');
  })();
  const response = await fetch(`${served.url}/feed`);
  await expect(response.text()).rejects.toThrow();
  await untilTold('ended');
  expect(told.at(-1)).toEqual(['ended', 200, false]);
});

it('is told of the failure of what no operation covers', async () => {
  await fetch(`${served.url}/nowhere`);
  await untilTold('ended');
  expect(told).toEqual([
    ['failed', 40401],
    ['sized', expect.any(Number)],
    ['ended', 404, true],
  ]);
});
