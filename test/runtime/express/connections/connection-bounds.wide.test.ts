import { setTimeout } from 'node:timers/promises';
import type { RequestObservation, RequestObserver } from '../../../../src/runtime/express';
import { RawConnection } from '../../../support/raw-connection';
import { type HostBounds, withDocument } from '../../../support/serve-document';
import { settled, until } from '../../../support/waiting';

/** What connections may hold, and what becomes of clients that want more. */

const document = `
openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes:
    get:
      operationId: listNotes
      responses: { 200: { description: Notes, content: { application/octet-stream: {} } } }
`;

const get = 'GET /notes HTTP/1.1\r\nHost: a\r\n\r\n';

/** Serves `/notes` with content of so many bytes, once `ready` is. */
function serve(
  bytes: number,
  host: HostBounds,
  use: (url: string, calls: () => number) => Promise<void>,
  ready: Promise<void> = Promise.resolve(),
): Promise<void> {
  let calls = 0;
  const body = Buffer.alloc(bytes, 'n');
  const listNotes = async (): Promise<unknown> => {
    calls++;
    await ready;
    return { status: 200, body };
  };
  return withDocument(document, { listNotes } as never, { host }, async ({ url, faults }) => {
    await use(url, () => calls);
    expect(faults).toStrictEqual([]);
  });
}

interface Cuts {
  readonly observer: RequestObserver;
  readonly begun: () => number;
  readonly cuts: () => number;
}

/** Counts the responses that have begun, and those that were cut. */
function countCuts(): Cuts {
  let [begun, cuts] = [0, 0];
  const observation: RequestObservation = {
    requestId: 'request',
    found: () => undefined,
    admitted: () => undefined,
    handling: (run) => run(),
    failed: () => undefined,
    sized: () => begun++,
    ended: (_, isComplete) => (cuts += isComplete ? 0 : 1),
  };
  const observer = { begin: () => observation, refused: () => 'nothing' };
  return { observer, begun: () => begun, cuts: () => cuts };
}

describe('a client that reads nothing', () => {
  it('is served no more than its connection takes, however much it sends ahead', async () => {
    await serve(1_000_000, {}, async (url, calls) => {
      const connection = await RawConnection.open(url);
      connection.stopReading().write(get.repeat(500));
      await settled(calls);
      expect(calls()).toBeLessThan(20);
      const other = await RawConnection.open(url);
      expect((await other.write(get).response()).status).toBe(200);
      connection.abort();
      other.abort();
    });
  });

  it.each([
    ['is silent', () => undefined],
    ['goes on sending', (connection: RawConnection) => connection.write('G')],
  ])('is cut when it takes nothing for RESPONSE_TIMEOUT_MS, also if it %s', async (_, goOn) => {
    const { observer, cuts } = countCuts();
    await serve(20_000_000, { responseTimeoutMs: 200, observer }, async (url) => {
      const connection = await RawConnection.open(url);
      connection.stopReading().write(get);
      await until(() => {
        goOn(connection);
        return cuts() === 1;
      });
      const rest = await connection.readAgain().closed();
      expect(rest).toMatch(/^HTTP\/1\.1 200 /);
      expect(rest.length).toBeLessThan(20_000_000);
    });
  });

  it('but slowly is served to the end', async () => {
    // All pauses together are longer than the time, and three in a row are not.
    await serve(4_000_000, { responseTimeoutMs: 2_000 }, async (url) => {
      const connection = await RawConnection.open(url);
      connection.write(get);
      for (let pause = 0; pause < 6; pause++) {
        connection.stopReading();
        await setTimeout(450);
        connection.readAgain();
        await setTimeout(20);
      }
      expect((await connection.response()).body).toHaveLength(4_000_000);
      connection.abort();
    });
  });

  it('gives way when all responses together are too large', async () => {
    const { observer, begun, cuts } = countCuts();
    // The system takes some 4 MB of each; the rest of them is more than the 64 MiB that are kept.
    await serve(15_000_000, { observer }, async (url) => {
      const connections = await Promise.all(
        Array.from({ length: 12 }, () => RawConnection.open(url)),
      );
      for (const connection of connections) connection.stopReading().write(get);
      await until(() => begun() === connections.length && cuts() > 0);
      const responses = await Promise.allSettled(
        connections.map((connection) => connection.readAgain().response()),
      );
      for (const connection of connections) connection.abort();
      const ends = responses.map(({ status }) => status);
      expect(ends.filter((end) => end === 'rejected').length).toBeLessThan(11);
      // The first that came are the ones that waited longest.
      expect(ends[0]).toBe('rejected');
      expect(ends.at(-1)).toBe('fulfilled');
    });
  });
});

describe('of connections beyond the bound', () => {
  it('one takes the place of one that has brought none', async () => {
    await serve(1, { maxConnections: 3 }, async (url) => {
      const connections: RawConnection[] = [];
      for (let opened = 0; opened < 3; opened++) connections.push(await RawConnection.open(url));
      const [unused, , used] = connections;
      expect((await used!.write(get).response()).status).toBe(200);
      const another = await RawConnection.open(url);
      expect((await another.write(get).response()).status).toBe(200);
      expect(await unused!.closed()).toBe('');
      expect((await used!.write(get).response()).status).toBe(200);
      for (const connection of [...connections, another]) connection.abort();
    });
  });

  it('the one that was used longest ago gives way', async () => {
    await serve(1, { maxConnections: 3 }, async (url) => {
      const connections = await Promise.all([1, 2, 3].map(() => RawConnection.open(url)));
      const [first, second, third] = connections;
      for (const used of [second, third, first]) await used!.write(get).response();
      const another = await RawConnection.open(url);
      expect((await another.write(get).response()).status).toBe(200);
      expect(await second!.closed()).toBe('');
      for (const kept of [first, third]) {
        expect((await kept!.write(get).response()).status).toBe(200);
      }
      for (const connection of [...connections, another]) connection.abort();
    });
  });

  it('none is taken while all are served', async () => {
    let letGo = (): void => undefined;
    const ready = new Promise<void>((resolve) => (letGo = resolve));
    const use = async (url: string, calls: () => number): Promise<void> => {
      const busy = await Promise.all([1, 2].map(() => RawConnection.open(url)));
      for (const connection of busy) connection.write(get);
      await until(() => calls() === busy.length);
      expect(await (await RawConnection.open(url)).closed()).toBe('');
      letGo();
      for (const connection of busy) {
        expect((await connection.response()).status).toBe(200);
        connection.abort();
      }
    };
    await serve(1, { maxConnections: 2 }, use, ready);
  });
});
