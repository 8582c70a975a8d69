import { setTimeout } from 'node:timers/promises';
import { createServer } from '../../../../src/runtime/express';
import { listen } from '../../../../src/runtime/express/listener';
import { RawConnection } from '../../../support/raw-connection';
import { useStarted } from '../../../support/use-started';

/** Bodies that have arrived before anybody asks for them, as while a token is looked up. */

const BODY = Array.from({ length: 600 }, (_, line) => String(line).padStart(9) + '\n').join('');
/** Arrivals that a body is waited for at most; each is a turn of the event loop. */
const TURNS = 20;

const listener = useStarted(() => {
  const server = createServer(
    async (request) => {
      for (let turn = 0; turn < TURNS; turn++) await new Promise(setImmediate);
      const read = await request.readBody(1_000_000);
      if (read.outcome !== 'complete') return { status: 400, headers: {}, body: read.outcome };
      return { status: 200, headers: {}, body: read.bytes };
    },
    {
      requestTimeoutMs: 60_000,
      onFault: (error) => {
        throw error;
      },
    },
  );
  return listen(server, '127.0.0.1', 0, 'PORT');
});

const head = ['POST / HTTP/1.1', 'Host: a'];
const forms: readonly (readonly [name: string, request: string])[] = [
  ['of a known length', [...head, `Content-Length: ${BODY.length}`, '', BODY].join('\r\n')],
  [
    'in chunks',
    [...head, 'Transfer-Encoding: chunked', '']
      .concat((BODY.match(/[^]{1,700}/g) ?? []).flatMap((each) => [each.length.toString(16), each]))
      .concat('0', '', '')
      .join('\r\n'),
  ],
];

it.each(forms)('one %s is whole, in however many pieces it came', async (_, request) => {
  for (const pieces of [1, 2, 3, 7, 50]) {
    const size = Math.ceil(request.length / pieces);
    for (let wait = 0; wait < 3; wait++) {
      const connection = await RawConnection.open(listener.url);
      for (let at = 0; at < request.length; at += size) {
        connection.write(request.slice(at, at + size));
        if (wait > 0) await (wait === 1 ? new Promise(setImmediate) : setTimeout(1));
      }
      expect(await connection.response()).toMatchObject({ status: 200, body: BODY });
      connection.abort();
    }
  }
});
