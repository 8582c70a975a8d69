import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { conformance } from '../../../src/conformance/command';
import { runInProcess } from '../../support/run-in-process';

const args = (port: number, seconds: number): string[] => [
  ...['--url', `http://127.0.0.1:${port}`, '--wait', String(seconds)],
  ...[
    '--spec',
    'spec/openapi.yaml',
    '--include',
    'createPlant',
    '--runs',
    '0',
    '--token',
    'plant-token',
  ],
];

async function freePort(): Promise<number> {
  const server = createTcpServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

describe('--wait', () => {
  it('waits for a service that starts, also behind a proxy that takes connections before', async () => {
    const port = await freePort();
    const proxy = createTcpServer((socket) => socket.destroy());
    let service: Server | undefined;
    await once(proxy.listen(port, '127.0.0.1'), 'listening');
    proxy.once('connection', () => {
      proxy.close(() => {
        service = createServer((_, response) => response.writeHead(500).end());
        service.listen(port, '127.0.0.1');
      });
    });
    const { code, stdout } = await runInProcess(conformance, args(port, 60));
    service?.closeAllConnections();
    service?.close();
    expect([code, stdout]).toEqual([1, expect.stringContaining('1. no-server-error  createPlant')]);
  });

  it('gives up in the end, and says why', async () => {
    expect(await runInProcess(conformance, args(await freePort(), 1))).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /Waited 1 s \(--wait\): .*cannot be reached: .*ECONNREFUSED/,
      ) as string,
    });
  });

  it('is a number of seconds', async () => {
    const wrong = [...args(9, 1), '--wait', 'long'];
    expect(await runInProcess(conformance, wrong)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--wait') as string,
    });
  });
});
