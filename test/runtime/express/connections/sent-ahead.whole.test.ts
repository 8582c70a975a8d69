import { createServer } from '../../../../src/runtime/express';
import { listen } from '../../../../src/runtime/express/listener';
import { RawConnection } from '../../../support/raw-connection';
import { until } from '../../../support/waiting';

const get = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`;

it('when more than 50,000 requests wait, the connections that brought the last are cut', async () => {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const onFault = (error: unknown): never => {
    throw error;
  };
  const server = createServer(
    async ({ target }) => {
      if (target === '/held') await held;
      return { status: 200, headers: {}, body: '' };
    },
    { requestTimeoutMs: 2_000, onFault },
  );
  const listener = await listen(server, '127.0.0.1', 0, 'PORT');
  const all = await Promise.all(Array.from({ length: 23 }, () => RawConnection.open(listener.url)));
  for (const connection of all) connection.write(get('/held') + get('/').repeat(2_300));
  await until(() => all.some(({ isOpen }) => !isOpen));
  const other = await RawConnection.open(listener.url);
  expect((await other.write(get('/other')).response()).status).toBe(200);
  const [first, ...kept] = all.filter(({ isOpen }) => isOpen);
  // 21 hold 48,300 requests; what the system splits may let others in.
  expect(kept.length).toBeGreaterThanOrEqual(20);
  for (const connection of [other, ...kept]) connection.abort();
  letGo();
  for (let count = 0; count <= 2_300; count++) {
    expect((await first!.response()).status).toBe(200);
  }
  first!.abort();
  await listener.close(0);
});
