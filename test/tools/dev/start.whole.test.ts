import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { DevRun } from '../../support/dev-run';

/** `npm run dev` when the service cannot start. */

const withoutTypes = (folder: string): void => {
  rmSync(path.join(folder, 'tsconfig.json'));
};

it('a port that is taken ends it with 2, a message and nothing left', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const run = await DevRun.start(withoutTypes, /Cannot listen on/, { PORT: String(port) });
  await run.ended();
  expect(run.output).toMatch(/^Cannot listen on 127\.0\.0\.1:\d+: the port is in use; set PORT/m);
  expect(run.output).not.toMatch(/^ {4}at /m);
  expect(await run.end()).toBe(2);
  other.close();
});

it('a folder of the document that is itself a repository ends it with 2 and a message', async () => {
  const run = await DevRun.start((folder) => {
    withoutTypes(folder);
    execFileSync('git', ['init', '--bare', path.join(folder, 'spec')], { stdio: 'ignore' });
  }, /git would/);
  await run.ended();
  expect(run.output).toMatch(/^git would follow the settings of \/\S+\/spec, .*; run in a folder/m);
  expect(run.output).not.toMatch(/^ {4}at /m);
  expect(await run.end()).toBe(2);
});
