import { RawConnection } from '../../../support/raw-connection';
import { withDocument } from '../../../support/serve-document';
import { turns } from '../../../support/waiting';

/** Bodies that have begun to arrive have a bound together, and whoever has most of them gives way. */

const document = `
openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
components: { securitySchemes: { bearer: { type: http, scheme: bearer } } }
paths:
  /notes:
    post:
      operationId: addNote
      security: [{ bearer: [] }, {}]
      requestBody: { required: true, content: { application/json: { schema: { type: string } } } }
      responses: { 200: { description: Added, content: { application/json: { schema: {} } } } }
  /files:
    post:
      operationId: addFile
      requestBody: { required: true, content: { application/octet-stream: {} } }
      responses: { 200: { description: Added, content: { application/json: { schema: {} } } } }
`;

/** Room for four requests without a body, or fewer with one. */
const maxUnfinishedBytes = 4 * 16_384 + 100;

async function serve(use: (url: string) => Promise<void>): Promise<void> {
  const handlers = {
    addNote: ({ body }: { body: string }) => Promise.resolve({ status: 200, body: body.length }),
    addFile: async ({ body }: { body: AsyncIterable<Uint8Array> }) => {
      let size = 0;
      for await (const chunk of body) size += chunk.length;
      return { status: 200, body: size };
    },
  };
  const options = {
    host: { maxUnfinishedBytes },
    authenticators: {
      bearer: (name: string) => ({ outcome: 'accepted' as const, principal: { name } }),
    },
  };
  await withDocument(document, handlers as never, options, async ({ url, faults }) => {
    await use(url);
    expect(faults).toStrictEqual([]);
  });
}

async function begin(url: string, caller?: string, body = '"'): Promise<RawConnection> {
  const connection = await RawConnection.open(url);
  const credentials = caller === undefined ? '' : `Authorization: Bearer ${caller}\r\n`;
  connection.write(
    `POST /notes HTTP/1.1\r\nHost: a\r\n${credentials}Content-Type: application/json\r\n` +
      `Content-Length: ${body.length + 1}\r\n\r\n${body}`,
  );
  // It has its place among the others before the next one comes.
  await turns();
  return connection;
}

const crowdedOut = {
  status: 503,
  headers: { 'retry-after': ['1'], connection: ['close'] },
  body: '{"error":50301,"message":"Too many request bodies are in memory; send the request again"}',
};

describe('beyond the bound of unfinished bodies', () => {
  it.each<[string, string | undefined]>([
    ['a caller', 'much'],
    ['an address', undefined],
  ])('%s gives up its own oldest, and nobody else does', async (_, caller) => {
    await serve(async (url) => {
      const few = await begin(url, 'few');
      const much: RawConnection[] = [];
      for (let begun = 0; begun < 6; begun++) much.push(await begin(url, caller));
      for (const connection of much.slice(0, 3)) {
        expect(await connection.response()).toMatchObject(crowdedOut);
        expect(await connection.closed()).toBe('');
      }
      for (const connection of [few, ...much.slice(3)]) {
        expect(await connection.write('"').response()).toMatchObject({ status: 200 });
        connection.abort();
      }
    });
  });

  it('bytes count as well as requests', async () => {
    await serve(async (url) => {
      const large = await begin(url, 'large', `"${'x'.repeat(40_000)}`);
      const small = [await begin(url, 'small'), await begin(url, 'small')];
      expect(await large.response()).toMatchObject(crowdedOut);
      for (const connection of small) {
        expect(await connection.write('"').response()).toMatchObject({ status: 200 });
        connection.abort();
      }
    });
  });

  it('a body that a handler reads as it comes gives way too', async () => {
    await serve(async (url) => {
      const stream = await RawConnection.open(url);
      stream.write('POST /files HTTP/1.1\r\nHost: a\r\nContent-Type: application/octet-stream\r\n');
      stream.write('Content-Length: 3\r\n\r\nx');
      await turns();
      const others: RawConnection[] = [];
      for (let begun = 0; begun < 4; begun++) others.push(await begin(url));
      expect(await stream.response()).toMatchObject(crowdedOut);
      for (const connection of others) connection.abort();
    });
  });

  it('what has ended, in whatever way, takes no room', async () => {
    await serve(async (url) => {
      for (let begun = 0; begun < 10; begun++) {
        const connection = await begin(url, 'a');
        if (begun % 2 === 0) connection.abort();
        else await connection.write('"').response();
      }
      const last = await begin(url, 'a');
      expect(await last.write('"').response()).toMatchObject({ status: 200 });
      last.abort();
    });
  });
});
