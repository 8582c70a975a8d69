import { MAIN, Workplace } from '../../support/plant-store-process';
import { RawConnection } from '../../support/raw-connection';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A service whose limit of open files is lower than MAX_CONNECTIONS. */

const MAX_OPEN_FILES = 200;

it('keeps as many connections as that leaves, says so in one line, and serves further ones', async () => {
  const workplace = new Workplace();
  const limited = `ulimit -n ${MAX_OPEN_FILES} && exec "$0" "$@"`;
  const service = spawn('sh', ['-c', limited, process.execPath, MAIN, 'serve'], {
    cwd: workplace.folder,
    env: { PORT: '0', LOG_LEVEL: 'warn', ACCESS_TOKENS: 'secret' },
  });
  let log = '';
  service.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const [started] = (await once(service.stdout, 'data')) as [Buffer];
  const url = /listens on (\S+)/.exec(started.toString())?.[1] ?? '';
  const connections: RawConnection[] = [];
  for (let opened = 0; opened < 2 * MAX_OPEN_FILES; opened++) {
    const connection = await RawConnection.open(url);
    connections.push(connection);
    connection.write('GET /-/live HTTP/1.1\r\nHost: a\r\n\r\n');
    expect((await connection.response()).status).toBe(200);
  }
  service.kill('SIGTERM');
  await once(service, 'close');
  for (const connection of connections) connection.abort();
  workplace.remove();
  expect(
    log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toMatchObject([
    {
      level: 40,
      maxConnections: MAX_OPEN_FILES - 128,
      maxOpenFiles: MAX_OPEN_FILES,
      msg: expect.stringContaining('MAX_CONNECTIONS (10000)') as string,
    },
  ]);
});
