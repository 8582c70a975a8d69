import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { HandlerContext, HandlerResponse } from '../../../src/runtime/contract/handler';
import type { ResponseStream } from '../../../src/runtime/contract/http-message';
import { RawConnection } from '../../support/raw-connection';
import { type ServedDocument, withDocument } from '../../support/serve-document';
import { settled, turns, until } from '../../support/waiting';

const document = `
openapi: 3.1.0
info: { title: Streams, version: 1.0.0 }
paths:
  /events:
    get:
      operationId: listEvents
      responses: { 200: { description: Events, content: { text/event-stream: {} } } }
  /parts:
    get:
      operationId: getParts
      responses: { 200: { description: Parts, content: { a/b: {} } } }
`;

function serve(
  give: (context: HandlerContext<unknown>) => ResponseStream,
  use: (connection: RawConnection, served: ServedDocument) => Promise<void>,
): Promise<void> {
  const handler = (_: never, context: HandlerContext<unknown>): Promise<HandlerResponse> =>
    Promise.resolve({ status: 200, body: give(context) });
  const handlers = { listEvents: handler, getParts: handler };
  return withDocument(document, handlers, {}, async (served) => {
    const connection = await RawConnection.open(served.url);
    try {
      await use(connection, served);
    } finally {
      connection.abort();
    }
  });
}

const events = ['GET /events HTTP/1.1', 'Host: a', ''];
const parts = ['GET /parts HTTP/1.1', 'Host: a', ''];

describe('a stream as response', () => {
  it('has its head sent at once and its content in chunks', async () => {
    let go: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (go = resolve));
    async function* give(): AsyncGenerator<string> {
      await asked;
      yield 'part';
    }
    await serve(give, async (connection) => {
      const response = await connection.write(parts).response();
      expect(response).toMatchObject({
        status: 200,
        headers: { 'content-type': ['a/b'], 'transfer-encoding': ['chunked'] },
      });
      expect(response.headers).not.toHaveProperty('content-length');
      go();
      expect(await connection.rest()).toBe('4\r\npart\r\n0\r\n\r\n');
    });
  });

  it('is read no faster than the client takes it', async () => {
    let given = 0;
    async function* give(): AsyncGenerator<Uint8Array> {
      for (; given < 300; given++) yield await Promise.resolve(Buffer.alloc(100_000));
    }
    await serve(give, async (_, { url }) => {
      const response = await fetch(`${url}/parts`);
      await settled(() => given);
      expect(given).toBeLessThan(200);
      const { byteLength } = await response.arrayBuffer();
      expect(byteLength).toBe(30_000_000);
    });
  });

  it.each([
    ['of events', events],
    ['of parts', parts],
  ])('%s is let go when the client goes away', async (_, request) => {
    let ended = false;
    async function* give(): AsyncGenerator<string> {
      try {
        for (;;) {
          yield 'data: 1\n\n';
          await setTimeout(5);
        }
      } finally {
        ended = true;
      }
    }
    await serve(give, async (connection, { faults }) => {
      await connection.write(request).response();
      connection.abort();
      await until(() => ended);
      expect(faults).toStrictEqual([]);
    });
  });

  it("of events that is Node's is destroyed when the client goes away, also while it waits", async () => {
    const waiting = new Readable({ read: () => undefined });
    await serve(
      () => waiting,
      async (connection, { faults }) => {
        await connection.write(events).response();
        connection.abort();
        await until(() => waiting.destroyed);
        expect(faults).toStrictEqual([]);
      },
    );
  });

  it('of events that waits learns from the signal that the client went away', async () => {
    let isWaiting = false;
    let ended = false;
    async function* give({ signal }: HandlerContext<unknown>): AsyncGenerator<string> {
      yield ':\n\n';
      isWaiting = true;
      await once(signal, 'abort');
      ended = true;
    }
    await serve(give, async (connection, { faults }) => {
      await connection.write(events).response();
      await until(() => isWaiting);
      connection.abort();
      await until(() => ended);
      expect(faults).toStrictEqual([]);
    });
  });

  it('that ends does not abort the signal', async () => {
    let seen: AbortSignal | undefined;
    async function* give({ signal }: HandlerContext<unknown>): AsyncGenerator<string> {
      seen = signal;
      yield await Promise.resolve('x');
    }
    await serve(give, async (connection) => {
      await connection.write(parts).rest();
      expect(seen?.aborted).toBe(false);
    });
  });

  it.each<[string, unknown[], string]>([
    ['fails', ['a', new Error('broken')], 'broken'],
    [
      'gives what is no chunk',
      ['a', 7],
      'A stream of a response gave number, which is neither text nor bytes',
    ],
  ])('that %s half way cuts the connection and is a fault', async (_, chunks, want) => {
    async function* give(): AsyncGenerator<string> {
      for (const chunk of chunks) {
        if (chunk instanceof Error) throw chunk;
        yield (await Promise.resolve(chunk)) as string;
      }
    }
    await serve(give, async (connection, { faults }) => {
      expect(await connection.write(parts).response()).toMatchObject({ status: 200 });
      expect(await connection.rest()).not.toContain('0\r\n\r\n');
      expect(faults.map((fault) => (fault as Error).message)).toStrictEqual([want]);
    });
  });

  it('to HEAD is not read', async () => {
    let read = false;
    const next = (): Promise<IteratorResult<string>> => {
      read = true;
      return Promise.resolve({ done: true, value: undefined });
    };
    const stream = { [Symbol.asyncIterator]: () => ({ next }) };
    const head = ['HEAD /parts HTTP/1.1', 'Host: a', ''];
    await serve(
      () => stream,
      async (connection) => {
        for (let round = 0; round < 2; round++) {
          const response = await connection.write(head).response({ head: true });
          expect(response).toMatchObject({ status: 200, headers: { 'content-type': ['a/b'] } });
        }
        expect(read).toBe(false);
      },
    );
  });

  it('to HTTP/1.0 ends with the connection', async () => {
    async function* give(): AsyncGenerator<string> {
      yield await Promise.resolve('a');
      yield 'b';
    }
    await serve(give, async (connection) => {
      const response = await connection.write(['GET /parts HTTP/1.0', 'Host: a', '']).response();
      expect(response.headers).not.toHaveProperty('transfer-encoding');
      expect(await connection.rest()).toBe('ab');
    });
  });

  it('keeps its turn among pipelined requests', async () => {
    let number = 0;
    async function* give(): AsyncGenerator<string> {
      const mine = ++number;
      if (mine === 1) await turns();
      yield `data: ${mine}`;
    }
    await serve(give, async (connection) => {
      const text = await connection.write([...parts, ...parts]).rest();
      expect(text.indexOf('data: 1')).toBeGreaterThan(0);
      expect(text.indexOf('data: 2')).toBeGreaterThan(text.indexOf('data: 1'));
    });
  });
});
