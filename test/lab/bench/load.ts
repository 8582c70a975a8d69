import { setTimeout } from 'node:timers/promises';
import { RawConnection } from '../../support/raw-connection';
import { assertResponse, type RequestKind } from './requests';
import type { ServerProcess } from './servers';

/** Requests of a turn. */
const REQUESTS = 1_000;

/**
 * CPU time of a server per request of one kind, in microseconds, without opening the connections.
 * @throws Error for another response than the kind's, and for a broken connection
 */
export async function measure(
  server: ServerProcess,
  kind: RequestKind,
  connections: number,
): Promise<number> {
  const opened = await Promise.all(
    Array.from({ length: connections }, () => RawConnection.open(server.port)),
  );
  try {
    // The server has accepted a connection when it has responded on it.
    await send(server.name, opened, kind, connections);
    const before = await server.cpuMicros();
    await send(server.name, opened, kind, REQUESTS);
    return ((await server.cpuMicros()) - before) / REQUESTS;
  } finally {
    for (const connection of opened) connection.abort();
  }
}

/** Sends requests in a closed loop: each connection waits for the response before its next request. */
export async function send(
  server: string,
  connections: readonly RawConnection[],
  kind: RequestKind,
  requests: number,
): Promise<void> {
  let left = requests;
  const converse = async (connection: RawConnection): Promise<void> => {
    while (left-- > 0) {
      const text = kind.next();
      const bodyAt = kind.isApart ? text.indexOf('\r\n\r\n') + 4 : 0;
      if (bodyAt > 0) {
        connection.write(text.slice(0, bodyAt));
        // By then, the server has read the headers.
        await setTimeout(1);
      }
      assertResponse(server, kind, await connection.send(text.slice(bodyAt)));
    }
  };
  await Promise.all(connections.map(converse));
}
