import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { mock } from '../../src/mock/command';
import { runInProcess } from '../support/run-in-process';
import { startScript } from '../support/run-script';

const FILE = 'test/fixtures/mock.yaml';

it.each<[string[], string]>([
  [
    ['--upstream', 'ftp://127.0.0.1'],
    '--upstream must be an http or https URL without query and fragment, not "ftp://127.0.0.1"',
  ],
  [
    ['--upstream', 'http://me:secret@127.0.0.1'],
    '--upstream must have no credentials; let clients send them',
  ],
  [
    ['--upstream', 'http://localhost:4010/v1'],
    '--upstream "http://localhost:4010/v1" is the mock itself; give it another --port',
  ],
  [
    ['--upstream', 'http://127.0.0.1', '--upstream-operations', 'readBed,none'],
    '--upstream-operations names "none", which the document does not have; it has ',
  ],
  [
    ['--upstream', 'http://127.0.0.1', '--mock-on', '501,200'],
    '--mock-on takes statuses from 400 to 599, separated by commas, or none, not "200"',
  ],
  [
    ['--upstream', 'http://127.0.0.1', '--upstream-timeout', '0'],
    '--upstream-timeout must be more than 0 and at most 86400 seconds, not "0"',
  ],
  [['--strict-upstream'], '--upstream-operations and --strict-upstream need --upstream URL'],
])('%j is refused with what is allowed', async (args, want) => {
  const { code, stderr } = await runInProcess(mock, [FILE, ...args]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(want)]);
  expect(stderr).not.toContain('secret');
});

it('the command sends on, and says to where', async () => {
  const upstream = http.createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`;
  const listens = /listens on (\S+)/;
  const args = [FILE, '--port', '0', '--upstream', url, '--mock-on', 'none'];
  const running = await startScript('mock.ts', args, listens);
  try {
    expect(running.output.stdout).toContain(`\n  sent on to ${url}: all operations\n`);
    const response = await fetch(`${listens.exec(running.output.stdout)![1]!}/v1/beds`);
    expect(response.headers.get('x-mock-source')).toBe('upstream');
    expect(running.output.stderr).toMatch(
      /^test\/fixtures\/mock\.yaml:\d+: \/paths\/~1beds\/get\S*: 200 for listBeds: the body must be of type array$/m,
    );
  } finally {
    await running.end('SIGTERM');
    upstream.close();
  }
});
