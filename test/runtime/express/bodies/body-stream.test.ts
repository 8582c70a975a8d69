import { once } from 'node:events';
import { connect } from 'node:net';
import type { AnyHandler } from '../../../../src/runtime/contract';
import { RawConnection } from '../../../support/raw-connection';
import { type ServedDocument, withDocument } from '../../../support/serve-document';
import { settled, turns, until } from '../../../support/waiting';

const MAX_BODY_BYTES = 40_000_000;

const document = `
openapi: 3.1.0
info: { title: Files, version: 1.0.0 }
paths:
  /files:
    post:
      operationId: addFile
      requestBody: { content: { application/octet-stream: {} } }
      responses:
        200: { description: Added, content: { application/json: { schema: {} } } }
        413: { description: Too large }
`;

type Body = AsyncIterableIterator<Uint8Array>;

const copying = document.replace(
  'application/json: { schema: {} }',
  'application/octet-stream: {}',
);

const copy = {
  addFile: (({ body }: { body: Body }) =>
    Promise.resolve({ status: 200, body })) as AnyHandler<unknown>,
};

function serve<T>(
  addFile: (input: { body: Body }) => Promise<unknown>,
  use: (connection: RawConnection, served: ServedDocument) => Promise<T>,
): Promise<T> {
  const handlers = { addFile: addFile as AnyHandler<unknown> };
  return withDocument(document, handlers, { maxBodyBytes: MAX_BODY_BYTES }, async (served) => {
    const connection = await RawConnection.open(served.url);
    try {
      return await use(connection, served);
    } finally {
      connection.abort();
    }
  });
}

/** Reads to the end. */
async function readAll(body: Body): Promise<void> {
  while ((await body.next()).done !== true);
}

const head = ['POST /files HTTP/1.1', 'Host: a', 'Content-Type: application/octet-stream'];
const chunked = [...head, 'Transfer-Encoding: chunked', ''];
const done = { status: 200, body: 'done' };

describe('a streamed request body', () => {
  it('reaches the handler before the rest is sent', async () => {
    let first: (chunk: string) => void = () => undefined;
    const arrived = new Promise<string>((resolve) => (first = resolve));
    const addFile = async ({ body }: { body: Body }): Promise<unknown> => {
      let text = '';
      for await (const chunk of body) {
        text += Buffer.from(chunk).toString();
        first(text);
      }
      return { status: 200, body: text };
    };
    await serve(addFile, async (connection) => {
      connection.write([...chunked, '1', 'a']);
      expect(await arrived).toBe('a');
      connection.write(['1', 'b', '0', '']);
      expect(await connection.response()).toMatchObject({ status: 200, body: '"ab"' });
    });
  });

  it('holds back the client while nobody reads', async () => {
    let go: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (go = resolve));
    let seen = 0;
    const addFile = async ({ body }: { body: Body }): Promise<unknown> => {
      const first: IteratorResult<Uint8Array, undefined> = await body.next();
      seen += first.value?.length ?? 0;
      await asked;
      for await (const chunk of body) seen += chunk.length;
      return { status: 200, body: seen };
    };
    await serve(addFile, async (_, { url }) => {
      const size = 30_000_000;
      const socket = connect(Number(new URL(url).port));
      socket.write([...head, `Content-Length: ${size}`, '', ''].join('\r\n'));
      let taken = 0;
      const chunk = Buffer.alloc(100_000);
      const send = (): void => {
        if (taken === size) return;
        socket.write(chunk, () => {
          taken += chunk.length;
          send();
        });
      };
      send();
      await settled(() => taken);
      // What the kernel does not take stays with the client.
      expect(taken).toBeLessThan(20_000_000);
      go();
      const [response] = (await once(socket, 'data')) as [Buffer];
      expect(response.toString()).toMatch(/^HTTP\/1\.1 200 /);
      expect(seen).toBe(size);
      socket.destroy();
    });
  });

  it('that a handler leaves half read does not cost the connection', async () => {
    const addFile = async ({ body }: { body: Body }): Promise<unknown> => {
      await body.next();
      await body.return?.();
      return done;
    };
    await serve(addFile, async (connection) => {
      const size = 1_000_000;
      for (let round = 0; round < 2; round++) {
        connection.write([...head, `Content-Length: ${size}`, '']).write(Buffer.alloc(size));
        expect(await connection.response()).toMatchObject({ status: 200 });
      }
    });
  });

  it.each<[string, (body: Body) => Promise<unknown>]>([
    ['never reads', () => Promise.resolve(done)],
    ['asks for once', (body) => body.next().then(() => done)],
  ])('that a handler %s does not cost the connection', async (_, read) => {
    await serve(
      ({ body }) => read(body),
      async (connection) => {
        for (let round = 0; round < 2; round++) {
          connection.write([...chunked, '2', 'ab', '2', 'cd', '0', '']);
          expect(await connection.response()).toMatchObject({ status: 200 });
        }
      },
    );
  });

  it('beyond the bound is refused, whatever the handler makes of it', async () => {
    const addFile = async ({ body }: { body: Body }): Promise<unknown> => {
      try {
        await readAll(body);
      } catch {
        return done;
      }
      return done;
    };
    await serve(addFile, async (connection, { faults }) => {
      connection.write(chunked);
      const chunk = Buffer.alloc(10_000_000);
      for (let sent = 0; sent < 5; sent++) {
        connection
          .write(`${chunk.length.toString(16)}\r\n`)
          .write(chunk)
          .write('\r\n');
      }
      expect(await connection.response()).toMatchObject({ status: 413 });
      expect(faults).toStrictEqual([]);
    });
  });

  it('announced beyond the bound never reaches the handler', async () => {
    let calls = 0;
    const addFile = (): Promise<unknown> => Promise.resolve({ ...done, body: ++calls });
    await serve(addFile, async (connection) => {
      connection.write([...head, `Content-Length: ${MAX_BODY_BYTES + 1}`, '']);
      expect(await connection.response()).toMatchObject({ status: 413 });
      expect(calls).toBe(0);
    });
  });

  it('is asked for when the handler reads it', async () => {
    const addFile = async ({ body }: { body: Body }): Promise<unknown> => {
      let size = 0;
      for await (const chunk of body) size += chunk.length;
      return { status: 200, body: size };
    };
    await serve(addFile, async (connection) => {
      connection.write([...head, 'Expect: 100-continue', 'Content-Length: 2', '']);
      expect(await connection.response()).toMatchObject({ status: 100 });
      connection.write('ab');
      expect(await connection.response()).toMatchObject({ status: 200, body: '2' });
    });
  });

  it('that was not asked for ends the connection', async () => {
    await serve(
      () => Promise.resolve(done),
      async (connection) => {
        connection.write([...head, 'Expect: 100-continue', 'Content-Length: 2', '']);
        expect(await connection.response()).toMatchObject({
          status: 200,
          headers: { connection: ['close'] },
        });
      },
    );
  });

  it('of a client that goes away rejects in the handler, without a fault', async () => {
    let begun = false;
    let reason: unknown;
    const addFile = async ({ body }: { body: Body }): Promise<unknown> => {
      begun = true;
      try {
        await readAll(body);
      } catch (error) {
        reason = error;
        throw new Error('wrapped', { cause: error });
      }
      return done;
    };
    await serve(addFile, async (connection, { faults }) => {
      connection.write([...chunked, '1', 'a']);
      await until(() => begun);
      connection.abort();
      await until(() => reason !== undefined);
      await turns();
      expect((reason as Error).name).toBe('RequestAbortedError');
      expect(faults).toStrictEqual([]);
    });
  });

  it('may be sent back while it arrives', async () => {
    await withDocument(copying, copy, {}, async ({ url, faults }) => {
      const body = Buffer.alloc(500_000, 'ab');
      const headers = { 'Content-Type': 'application/octet-stream' };
      const response = await fetch(`${url}/files`, { method: 'POST', headers, body });
      expect(Buffer.from(await response.arrayBuffer()).equals(body)).toBe(true);
      expect(faults).toStrictEqual([]);
    });
  });

  it('that is sent back and exceeds the bound ends the response, without a fault', async () => {
    await withDocument(copying, copy, { maxBodyBytes: 3 }, async ({ url, faults }) => {
      const connection = await RawConnection.open(url);
      connection.write([...chunked, '3', 'abc']);
      expect(await connection.response()).toMatchObject({ status: 200 });
      connection.write(['1', 'd', '0', '']);
      expect(await connection.closed()).toBe('3\r\nabc\r\n');
      expect(faults).toStrictEqual([]);
    });
  });
});
