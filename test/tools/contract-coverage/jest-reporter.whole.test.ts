import { spawn } from 'node:child_process';
import path from 'node:path';
import { linkPackages, temporaryFolder, writeFiles } from '../../support/temporary-folder';

/** The reporter, in a run of Jest over a project with two services: one in its workers, one in a process. */

const ROOT = path.join(__dirname, '..', '..', '..');

const files = {
  'openapi.yaml': `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /tea:
    get: { operationId: getTea, responses: { 200: { description: Tea }, 404: { description: None } } }
    delete: { operationId: deleteTea, responses: { 204: { description: Gone } } }
`,
  'allowed.txt': 'getTea 200 # there is no tea\n',
  'jest.config.js': `module.exports = {
  testEnvironment: 'node',
  maxWorkers: 2,
  setupFilesAfterEnv: ['./record.js'],
  reporters: [['openapi-trellis-tools/jest', { spec: 'openapi.yaml', threshold: 70, allowed: 'allowed.txt' }]],
};
`,
  'record.js': `afterAll(require('openapi-trellis-tools/jest/record').recordExchanges());
`,
  'server.js': `const { createServer } = require('node:http');
const server = createServer((request, response) => {
  response.writeHead(request.method === 'GET' ? 200 : 204).end();
});
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));
if (require.main === module) process.stdin.resume().once('end', () => process.exit());
module.exports = server;
`,
  'worker.test.js': `const { once } = require('node:events');
const server = require('./server.js');
afterAll(() => server.close());
it('gets tea', async () => {
  if (!server.listening) await once(server, 'listening');
  await fetch('http://127.0.0.1:' + server.address().port + '/tea');
});
`,
  'process.test.js': `const { spawn } = require('node:child_process');
const { once } = require('node:events');
it('deletes tea', async () => {
  const child = spawn(process.execPath, ['--require', 'openapi-trellis-tools/jest/record-process', __dirname + '/server.js']);
  const [url] = await once(child.stdout, 'data');
  await fetch(String(url).trim() + '/tea', { method: 'DELETE' });
  child.stdin.end();
  await once(child, 'close');
});
`,
};

const within = temporaryFolder();

it('counts what all processes recorded, and fails a run for too little and for a stale entry', async () => {
  const folder = writeFiles(within, files);
  linkPackages(folder);
  const jest = path.join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
  const child = spawn(process.execPath, [jest, '--no-watchman', '--no-cache'], { cwd: folder });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(stderr.slice(stderr.indexOf('Contract coverage'))).toBe(
    `Contract coverage of openapi.yaml: 50 %, 1 of 2 parts, 1 allowed
operation  parameters  request types  statuses  response types  headers  share
getTea                                1/2                                50 %
deleteTea                             1/1                                100 %
missing:
  openapi.yaml:5: getTea 404
Tests exercise 50 % of the contract, and the threshold is 70 %; exercise what is missing, or accept it with a line OPERATION PART # REASON in allowed.txt
allowed.txt: "getTea 200" is exercised; remove the line
`,
  );
  expect(code).toBe(1);
});
