import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { MAIN, Workplace } from '../../support/plant-store-process';

let workplace: Workplace;
beforeEach(() => (workplace = new Workplace()));
afterEach(() => workplace.remove());

const shell = promisify(execFile);

describe('the first token', () => {
  const CURL = /^ {2}(curl .*)$/m;

  async function works(curl: string): Promise<void> {
    const { stdout } = await shell('sh', ['-c', curl]);
    expect(stdout).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(JSON.parse(stdout.split('\r\n\r\n')[1] ?? '')).toEqual({
      name: 'Monstera deliciosa',
      tag: 'tropical',
    });
  }

  it('is made once, in a file for its owner alone, with a curl line that works, and kept', async () => {
    const first = await workplace.serve();
    const curl = CURL.exec(first.output.stdout)?.[1] ?? '';
    const file = path.join(workplace.folder, 'data', 'first-token');
    const token = readFileSync(file, 'utf8');
    expect(token).toMatch(/^plant_[\w-]{43}\n$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(first.output.stdout).toContain(file);
    expect(first.output.stdout).not.toContain(token.trim());
    await works(curl);
    first.kill('SIGTERM');
    expect(await first.closed).toBe(0);
    expect(first.output.stderr).not.toContain(token.trim());

    const second = await workplace.serve();
    expect(second.output.stdout).not.toContain('token');
    await works(curl.replace(/http:\S+\/plants/, `${second.url}/plants`));
    const { stdout } = await workplace.runShared(['token', 'list']);
    const end = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    expect(stdout).toMatch(new RegExp(` ${end}\\S+ +\\S+ +- +"first start"$`, 'm'));
  });

  it('overwrites no file, beside a database of any name', async () => {
    const folder = path.join(workplace.folder, "Bob's data");
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'first-token'), 'mine');
    const env = { DATABASE_URL: `sqlite:Bob's data/x.db`, FIRST_TOKEN_EXPIRES_IN: 'never' };
    const { output } = await workplace.serve(env);
    expect(readFileSync(path.join(folder, 'first-token'), 'utf8')).toBe('mine');
    expect(output.stdout).toMatch(/does not expire:\n\n.*data\/first-token-[a-z2-9]{10}\n/);
    await works(CURL.exec(output.stdout)?.[1] ?? '');
  });

  // That of util-linux; others have other options.
  const script = spawnSync('script', ['--version']).status === 0;
  if (!script)
    process.stderr.write('skipped: a first start at a terminal, since there is no "script"\n');

  (script ? it : it.skip)('is shown, and in no file, at a terminal', async () => {
    const command = `PORT=0 ${process.execPath} ${MAIN} serve`;
    const terminal = spawn('script', ['-qec', command, '/dev/null'], { cwd: workplace.folder });
    let shown = '';
    terminal.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString().replaceAll('\r', '')));
    while (!CURL.test(shown)) await once(terminal.stdout, 'data');
    expect(shown).toMatch(/It is shown only once, and expires on \S+:\n\n {2}plant_[\w-]{43}\n/);
    expect(existsSync(path.join(workplace.folder, 'data', 'first-token'))).toBe(false);
    await works(CURL.exec(shown)?.[1] ?? '');
    terminal.stdin.write('\x03');
    await once(terminal, 'close');
  });
});

it('starts while the issuer of its tokens is away, and says so in its log alone', async () => {
  const service = await workplace.serve({
    JWKS_URL: 'http://127.0.0.1:1/jwks',
    TOKEN_ISSUER: 'https://issuer.example',
    TOKEN_AUDIENCE: 'plants',
    ACCESS_TOKENS: 'secret',
  });
  expect((await fetch(`${service.url}/-/ready`)).status).toBe(200);
  service.kill('SIGTERM');
  expect(await service.closed).toBe(0);
  // No warning of Node's either: each line is one of the log.
  const lines = service.output.stderr.trim().split('\n');
  const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(messages).toEqual(['the keys of JWKS_URL cannot be fetched; known ones stay in use']);
});

it('keeps what it acknowledged when it is killed, and ends with 0 at SIGINT', async () => {
  const service = await workplace.serve({ ACCESS_TOKENS: 'secret' });
  const ids = Array.from({ length: 20 }, (_, index) => index);
  for (const id of ids) {
    const response = await fetch(`${service.url}/plants`, {
      method: 'POST',
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
      body: `{"id":${id},"name":"plant ${id}"}`,
    });
    expect(response.status).toBe(200);
  }
  service.kill('SIGKILL');
  await service.closed;

  const restarted = await workplace.serve({ ACCESS_TOKENS: 'secret' });
  const { code, stdout } = await workplace.runShared(['export']);
  expect(code).toBe(0);
  expect(stdout).toBe(ids.map((id) => `{"id":${id},"name":"plant ${id}"}\n`).join(''));
  restarted.kill('SIGINT');
  expect(await restarted.closed).toBe(0);
});

it('is away, not lying, when its database is removed', async () => {
  const service = await workplace.serve({ ACCESS_TOKENS: 'secret' });
  rmSync(path.join(workplace.folder, 'data'), { recursive: true });
  const response = await fetch(`${service.url}/plants`, {
    method: 'POST',
    headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
    body: '{"id":1,"name":"x"}',
  });
  expect(response.status).toBe(503);
  const ready = await fetch(`${service.url}/-/ready`);
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: 'not ready', reason: 'the store does not respond' },
  ]);
});

describe('what an operator reads when the start is not possible', () => {
  it.each([
    ['PORT', '70000', 'PORT is "70000", but must be a whole number from 0 to 65535'],
    ['PORT', 'http', 'PORT is "http", but must be a whole number from 0 to 65535'],
    [
      'MAX_BODY_BYTES',
      '0',
      'MAX_BODY_BYTES is "0", but must be a whole number from 1 to 1073741824',
    ],
    [
      'LOG_LEVEL',
      'loud',
      'LOG_LEVEL is "loud", but must be one of fatal, error, warn, info, debug, trace, silent',
    ],
    [
      'DATABASE_URL',
      'mysql://u:secret@h/d',
      'DATABASE_URL is "mysql:...", but must be "sqlite:" and the path of a file, or "postgres://USER:PASSWORD@HOST/DATABASE"',
    ],
    [
      'ACCESS_TOKENS',
      'a b',
      'ACCESS_TOKENS is "(not shown)", but must be tokens of letters, digits and -._~+/ separated by commas',
    ],
    [
      'FIRST_TOKEN_EXPIRES_IN',
      'soon',
      'FIRST_TOKEN_EXPIRES_IN is "soon", but must be "never", or a whole number and a unit (s, m, h, d or w), such as 30d',
    ],
    [
      'JWKS_URL',
      'http://keys.example/jwks',
      'JWKS_URL is "http://keys.example/jwks", but must be an https URL without a user, or an http URL of localhost, 127.0.0.1 or [::1]',
    ],
    [
      'JWKS_URL',
      'https://user:secret@keys.example/jwks',
      'JWKS_URL is "(not shown)", but must be an https URL without a user, or an http URL of localhost, 127.0.0.1 or [::1]',
    ],
    [
      'JWKS_URL',
      'https://keys.example/jwks',
      'TOKEN_ISSUER is not set, but must be the "iss" of the tokens, since JWKS_URL is set',
    ],
    [
      'TOKEN_AUDIENCE',
      'plants',
      'TOKEN_AUDIENCE is "plants", but must be unset, since JWKS_URL is',
    ],
  ])('%s=%s', async (variable, value, message) => {
    const { code, stdout, stderr } = await workplace.runShared(['serve'], { [variable]: value });
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: `plant-store: ${message}\n`,
    });
  });

  it('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const { code, stderr } = await workplace.runShared(['serve'], { PORT: String(port) });
    other.close();
    expect(code).toBe(1);
    expect(stderr).toBe(
      `plant-store: Cannot listen on 127.0.0.1:${port}: the port is in use; set PORT to another one, or to 0 for a free one\n`,
    );
  });

  it('a folder that is not there, which it does not make', async () => {
    const { code, stdout, stderr } = await workplace.runShared(['serve'], {
      DATABASE_URL: 'sqlite:typo/plants.db',
    });
    const typo = path.join(workplace.folder, 'typo');
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: `plant-store: Cannot open the store "${path.join(typo, 'plants.db')}": there is no folder "${typo}"; make it, or correct DATABASE_URL\n`,
    });
    expect(existsSync(typo)).toBe(false);
  });

  it('a folder that cannot be read', async () => {
    const { code, stderr } = await workplace.runShared(['serve'], {
      DATABASE_URL: 'sqlite:/proc/x/y.db',
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^plant-store: Cannot open the store "\/proc\/x\/y\.db": [^\n]+\n$/);
  });

  it('a database server that is not up', async () => {
    const { code, stdout, stderr } = await workplace.runShared(['serve'], {
      DATABASE_URL: 'postgres://plants:secret@127.0.0.1:1/plants',
    });
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'plant-store: Cannot open the store "postgres://plants@127.0.0.1:1/plants": nothing listens there; start the server, or correct host and port (connect ECONNREFUSED 127.0.0.1:1)\n',
    });
  });

  it('a database that is none', async () => {
    const { code, stderr } = await workplace.runShared(['serve'], {
      DATABASE_URL: `sqlite:${__filename}`,
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^plant-store: Cannot open the store ".*serve\.wide\.test\.ts": [^\n]+\n$/,
    );
  });
});
