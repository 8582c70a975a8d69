import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../lab/postgres/binaries';
import { makeRecipe, recipes } from '../support/recipes';
import { temporaryFolder } from '../support/temporary-folder';

/** docs/cookbook/nginx.md: the service of events.md behind nginx. */

const PLACES = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'];
const nginx = [process.env.NGINX ?? '', ...PLACES].find((file) => existsSync(file));
const WHY =
  'there is no nginx; install the package nginx-light (Debian), or name a program with NGINX';
if (nginx === undefined) process.stderr.write(`skipped: nginx.md, since ${WHY}\n`);

/** Has the service say something, as whatever happens in it would. */
const SPEAKER = `import('./dist/src/news.js').then(({ news }) => {
  setInterval(() => news.emit('item', { data: 'Hello' }), 20).unref();
});`;

const base = temporaryFolder();
const processes: ChildProcess[] = [];
let port = 0;

function start(command: string, args: readonly string[], cwd: string): ChildProcess {
  // The bound of an address shows whose requests are counted.
  const own = { PORT: '0', TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT: 'address=2/h' };
  const child = spawn(command, args, { cwd, env: { ...process.env, ...own } });
  processes.push(child);
  return child;
}

async function startService(): Promise<string> {
  const project = makeRecipe(base, 'events');
  expect(project.build()).toMatchObject({ code: 0 });
  writeFileSync(path.join(project.folder, 'speak.cjs'), SPEAKER);
  const args = ['--require', './speak.cjs', 'dist/src/main.js'];
  const [line] = (await once(start(process.execPath, args, project.folder).stdout!, 'data')) as [
    Buffer,
  ];
  return /http:\/\/(\S+)/.exec(line.toString())![1]!;
}

async function startNginx(service: string): Promise<void> {
  port = await freePort();
  const [, server] = /^```nginx\n([\s\S]*?)^```$/m.exec(recipes.get('nginx')!)!;
  const here = server!
    .replace('server 127.0.0.1:3000', `server ${service}`)
    .replace('listen 80', `listen 127.0.0.1:${port}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temporary.map((name) => `${name}_temp_path ${base}/${name};`).join('\n');
  const root = process.getuid?.() === 0 ? 'user root;' : '';
  const configuration = `${root} daemon off; pid ${base}/pid; error_log stderr; events {}
http { access_log off;\n${paths}\n${here} }`;
  writeFileSync(path.join(base, 'nginx.conf'), configuration);
  const child = start(nginx!, ['-p', base, '-c', path.join(base, 'nginx.conf')], base);
  let said = '';
  child.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()));
  while (!(await fetch(`http://127.0.0.1:${port}/-/live`).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(said);
    await sleep(20);
  }
}

/** Sends a request from an address of this machine. */
async function send(localAddress: string, method = 'GET', body = ''): Promise<IncomingMessage> {
  const sent = request({
    port,
    host: '127.0.0.1',
    localAddress,
    path: '/news',
    method,
    agent: false,
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

const described = nginx === undefined ? describe.skip : describe;

described('behind nginx', () => {
  beforeAll(async () => await startNginx(await startService()));
  afterAll(() => {
    for (const child of processes) child.kill();
  });

  it('events arrive one by one', async () => {
    const response = await send('127.0.0.1');
    const chunks: string[] = [];
    for await (const chunk of response as AsyncIterable<Buffer>) {
      // The first may come with the header.
      if (chunks.push(chunk.toString()) === 5) break;
    }
    expect(chunks.join('')).toMatch(/^(?:data: Hello\n\n){5,50}$/);
  });

  it('a body of any length is the business of the service', async () => {
    const response = await send('127.0.0.2', 'POST', ' '.repeat(2_000_000));
    response.destroy();
    expect(response.statusCode).toBe(405);
  });

  it('the requests of each client are counted by themselves', async () => {
    const statuses = [];
    for (const address of ['127.0.0.3', '127.0.0.3', '127.0.0.3', '127.0.0.4']) {
      const response = await send(address);
      response.destroy();
      statuses.push(response.statusCode);
    }
    expect(statuses).toEqual([200, 200, 429, 200]);
  });

  it('what is under /-/ is not for clients', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/-/metrics`)).status).toBe(404);
  });
});
