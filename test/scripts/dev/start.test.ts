import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { allEnded, DevRun, documentOf } from '../../support/dev-run';

/** How `npm run dev` starts. */

const withoutTypes = (folder: string): void => {
  rmSync(path.join(folder, 'tsconfig.json'));
};

it('a document with a fault is shown, and served once it is corrected, as what changed since the last commit', async () => {
  const git = (folder: string, ...args: readonly string[]): void => {
    const config = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
    execFileSync('git', ['-C', folder, ...config, ...args], { stdio: 'ignore' });
  };
  const run = await DevRun.start((folder) => {
    withoutTypes(folder);
    const spec = path.join(folder, 'spec', 'openapi.yaml');
    writeFileSync(spec, documentOf('one', 'two'));
    git(folder, 'init');
    git(folder, 'add', 'spec');
    git(folder, 'commit', '-m', 'Two operations');
    appendFileSync(spec, '  /one: {}\n');
  }, /is not served yet/);
  try {
    await run.says(/^spec\/openapi\.yaml:\d+: column 3: the key occurs twice(?:.*\n)+ +\| {3}\^$/m);
    run.save(run.spec, documentOf('one', 'two', 'three').replace('of one', 'of the first'));
    await run.says(/is served at/);
    await run.says(/ {2}one \(GET \/one\): .*; changed since HEAD\n/);
    await run.says(/ {2}three \(GET \/three\): .*; changed since HEAD\n/);
    expect(run.output).not.toMatch(/ {2}two .*changed/);
    await run.says(/^changes since HEAD that info.version does not say: 1\n.*\(minor\)/m);
    run.save(run.spec, documentOf('two'));
    await run.says(/^spec\/openapi.yaml:.*\(major\) \(in the base: HEAD:spec\/openapi.yaml:\d+\)/m);
    const children = run.children();
    expect(await run.end('SIGTERM')).toBe(0);
    await allEnded(children);
  } finally {
    await run.end();
  }
});

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
