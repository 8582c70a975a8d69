import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { HandlerContext, HandlerResponse } from '../../../src/runtime/contract/handler';
import { Closing } from '../../../src/runtime/express';
import { RawConnection } from '../../support/raw-connection';
import { serveDocument, type ServedDocument } from '../../support/serve-document';
import { settled, until } from '../../support/waiting';

/** A server that closes while responses are under way, with far more grace time than a test has. */

const document = `
openapi: 3.2.0
info: { title: Closing, version: 1.0.0 }
paths:
  /events:
    get:
      operationId: listEvents
      responses: { 200: { description: Events, content: { text/event-stream: {} } } }
  /items:
    get:
      operationId: listItems
      responses: { 200: { description: Items, content: { application/jsonl: { itemSchema: {} } } } }
  /part:
    get:
      operationId: getPart
      responses: { 200: { description: A part, content: { a/b: {} } } }
`;

const GRACE_MS = 300_000;

type Context = HandlerContext<unknown>;

let closing: Closing;
let served: ServedDocument;

async function serve(give: (context: Context) => unknown): Promise<RawConnection> {
  closing = new Closing();
  const handler = (_: never, context: Context): Promise<HandlerResponse> =>
    Promise.resolve({ status: 200, body: give(context) });
  const handlers = { listEvents: handler, listItems: handler, getPart: handler };
  served = await serveDocument(document, handlers, { host: { closing } });
  return RawConnection.open(served.url);
}

function close(): Promise<void> {
  closing.begin();
  return served.close(GRACE_MS);
}

afterEach(() => expect(served.faults).toStrictEqual([]));

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

async function* without<Item>(end: Promise<unknown>, first: Item): AsyncGenerator<Item> {
  yield first;
  await end;
}

const never = new Promise<never>(() => undefined);

/** Waits thirty rounds of timers, in each of which a closing server looks at its connections: it is this process. */
async function later(): Promise<void> {
  for (let round = 0; round < 30; round++) await setTimeout(10);
}

describe('when a server closes', () => {
  it('an event stream ends, although its handler does not', async () => {
    const connection = await serve(() => without(never, 'data: 1\n\n'));
    await connection.write(get('/events')).response();
    await close();
    expect(await connection.closed()).toBe('9\r\ndata: 1\n\n\r\n0\r\n\r\n');
  });

  it('an event stream that nobody reads is cut', async () => {
    let given = 0;
    async function* much(): AsyncGenerator<string> {
      for (; ; given++) yield await Promise.resolve(`data: ${'x'.repeat(100_000)}\n\n`);
    }
    const connection = await serve(much);
    await connection.write(get('/events')).response();
    connection.stopReading();
    await settled(() => given);
    await close();
    connection.abort();
  });

  it('its handler is told first, and may say a last word', async () => {
    async function* give({ closing: signal }: Context): AsyncGenerator<string> {
      yield 'data: 1\n\n';
      await once(signal, 'abort');
      yield 'data: bye\n\n';
    }
    const connection = await serve(give);
    await connection.write(get('/events')).response();
    await close();
    expect(await connection.closed()).toMatch(/data: bye\n\n\r\n0\r\n\r\n$/);
  });

  it('a handler that asks later is told at once', async () => {
    let told: boolean | undefined;
    let go: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (go = resolve));
    async function* give(context: Context): AsyncGenerator<Uint8Array> {
      yield Buffer.from('a');
      await asked;
      told = context.closing.aborted;
    }
    const connection = await serve(give);
    await connection.write(get('/part')).response();
    const closed = close();
    go();
    await closed;
    expect(told).toBe(true);
  });

  it('items that do not go on are cut, so that the client sees that they are not all', async () => {
    const connection = await serve(() => without(never, 1));
    await connection.write(get('/items')).response();
    await close();
    expect(await connection.closed()).toBe('2\r\n1\n\r\n');
  });

  it('items that go on come to their end', async () => {
    async function* give(): AsyncGenerator<number> {
      for (let item = 0; item < 10; item++) {
        yield item;
        await setTimeout(30);
      }
    }
    const connection = await serve(give);
    await connection.write(get('/items')).response();
    await close();
    expect(await connection.closed()).toMatch(/9\n\r\n0\r\n\r\n$/);
  });

  it('other content comes to its end, and its connection ends with it', async () => {
    let go: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (go = resolve));
    const connection = await serve(() => without(asked, Buffer.from('a')));
    // Its head, which does not say so, is sent before.
    await connection.write(get('/part')).response();
    const closed = close();
    await later();
    go();
    await closed;
    expect(await connection.closed()).toBe('1\r\na\r\n0\r\n\r\n');
  });

  it('responses are sent as a whole that have been written and are not read yet', async () => {
    let given = 0;
    const connection = await serve(() => {
      given++;
      return Buffer.alloc(60_000, 'a');
    });
    const count = 400;
    connection.stopReading();
    connection.write(get('/part').repeat(count));
    await settled(() => given);
    const closed = close();
    await later();
    connection.readAgain();
    await closed;
    const text = await connection.closed();
    const responses = text.split('HTTP/1.1 200 OK\r\n').slice(1);
    expect(responses.length).toBeGreaterThan(1);
    expect(responses.map((response) => response.split('\r\n\r\n')[1]?.length)).toStrictEqual(
      responses.map(() => 60_000),
    );
  });

  it('connections without a request end', async () => {
    const used = await serve(() => Buffer.from('a'));
    const silent = await RawConnection.open(served.url);
    await used.write(get('/part')).response();
    await close();
    expect([await used.closed(), await silent.closed()]).toStrictEqual(['', '']);
  });

  it('a request that has reached the machine gets its response', async () => {
    const connection = await serve(() => Buffer.from('a'));
    await connection.write(get('/part')).response();
    connection.write(get('/part'));
    await close();
    expect(await connection.closed()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*Connection: close\r\n/i);
  });

  it('of pipelined requests, one more after that under way is served and says that it is the last', async () => {
    let given = 0;
    let go: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (go = resolve));
    const connection = await serve(() => {
      given++;
      return without(asked, Buffer.from('a'));
    });
    connection.write(get('/part').repeat(3));
    await until(() => given === 1);
    const closed = close();
    go();
    await closed;
    const text = await connection.closed();
    const heads = text.split('HTTP/1.1 200 OK\r\n').slice(1);
    expect(heads.map((head) => /^connection: close\r/im.test(head))).toStrictEqual([false, true]);
    expect(given).toBe(2);
  });
});
