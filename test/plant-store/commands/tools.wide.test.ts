import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAIN, Workplace, type ServingProcess } from '../../support/plant-store-process';

let workplace: Workplace;
let service: ServingProcess;
beforeAll(async () => {
  workplace = new Workplace();
  service = await workplace.serve({ ACCESS_TOKENS: 'static' });
});
afterAll(() => workplace.remove());

const create = async (token: string, body: string): Promise<number> => {
  const response = await fetch(`${service.url}/plants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  });
  return response.status;
};

describe('token', () => {
  it('create prints the token alone; the service takes it at once, until it is revoked', async () => {
    const { code, stdout } = await workplace.runShared([
      'token',
      'create',
      '--label',
      'greenhouse 1',
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^[A-Za-z0-9\-._~+/]+=*\n$/);
    const token = stdout.trim();
    expect(await create(token, '{"id":1,"name":"Aloe"}')).toBe(200);

    const list = await workplace.runShared(['token', 'list']);
    expect(list.stdout).not.toContain(token);
    const id = /^(\S+) +valid .*"greenhouse 1"$/m.exec(list.stdout)?.[1] ?? '';
    expect((await workplace.runShared(['token', 'revoke', id])).code).toBe(0);
    expect(await create(token, '{"id":1,"name":"Aloe"}')).toBe(401);
    expect((await workplace.runShared(['token', 'list'])).stdout).toMatch(
      new RegExp(`^${id} +revoked `, 'm'),
    );
  });

  it('create --expires-in makes a token that ends', async () => {
    const { stdout } = await workplace.runShared([
      'token',
      'create',
      '--label',
      'short',
      '--expires-in',
      '1s',
    ]);
    const token = stdout.trim();
    expect(await create(token, '{"id":1,"name":"Aloe"}')).toBe(200);
    while ((await create(token, '{"id":1,"name":"Aloe"}')) !== 401) await sleep(50);
    expect((await workplace.runShared(['token', 'list'])).stdout).toMatch(/ expired .*"short"$/m);
  });

  it.each([
    [['token'], 'token takes create, list or revoke'],
    [['token', 'create'], 'token create needs --label TEXT, which says who will use it'],
    [['token', 'create', '--label', 'x', '--expires-in', 'soon'], '--expires-in: '],
    [['token', 'create', '--label', 'x', '--scope', 'rëad'], '--scope: Scope "rëad" has'],
    [['token', 'create', '--name', 'x'], "Unknown option '--name'"],
    [['token', 'revoke'], 'token revoke takes the ID that "plant-store token list" shows'],
  ])('%j exits 2 with its usage', async (args, message) => {
    const { code, stdout, stderr } = await workplace.runShared(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`plant-store: ${message}`);
  });

  it.each([['create', '--label', 'x'], ['list'], ['revoke', 'x']])(
    '%s makes no database of a mistyped name',
    async (...args) => {
      const env = { DATABASE_URL: 'sqlite:typo.db' };
      const { code, stderr } = await workplace.runShared(['token', ...args], env);
      expect(code).toBe(1);
      expect(stderr).toContain('typo.db": there is no such file');
      expect(existsSync(path.join(workplace.folder, 'typo.db'))).toBe(false);
    },
  );

  it('revoke of an unknown ID exits 1 and says so', async () => {
    const { code, stderr } = await workplace.runShared(['token', 'revoke', 'nobody']);
    expect(code).toBe(1);
    expect(stderr).toContain('There is no token with the ID "nobody"');
  });
});

describe('export', () => {
  it('prints each plant as a line of JSON by ascending id, exactly', async () => {
    const bodies = [
      '{"id":9223372036854775807,"name":"a\\u0000b"}',
      '{"id":-9223372036854775808,"name":"\\ud800","tag":""}',
      '{"id":9007199254740993,"name":"🌱","tag":"x"}',
      '{"id":9007199254740992,"name":"\\\\ \\"q\\""}',
    ];
    for (const body of bodies) expect(await create('static', body)).toBe(200);
    const { code, stdout } = await workplace.runShared(['export']);
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        '{"id":-9223372036854775808,"name":"\\ud800","tag":""}',
        '{"id":1,"name":"Aloe"}',
        '{"id":9007199254740992,"name":"\\\\ \\"q\\""}',
        '{"id":9007199254740993,"name":"🌱","tag":"x"}',
        '{"id":9223372036854775807,"name":"a\\u0000b"}',
        '',
      ].join('\n'),
    );
  });

  it('is content with a reader that closes the pipe', async () => {
    const code = await new Promise((resolve) => {
      execFile(
        'bash',
        ['-c', `set -o pipefail; node ${MAIN} export | head -c 1`],
        { cwd: workplace.folder },
        (error) => resolve(error?.code ?? 0),
      );
    });
    expect(code).toBe(0);
  });

  it('refuses a database that is not there instead of printing nothing', async () => {
    const { code, stdout, stderr } = await workplace.runShared(['export'], {
      DATABASE_URL: 'sqlite:typo.db',
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /typo\.db": there is no such file; name the one that the service uses\n$/,
    );
  });
});

it('token create --scope keeps what the token allows, and list shows it with its last use', async () => {
  const args = ['token', 'create', '--label', 'reader'];
  const scopes = ['--scope', 'plants:read  plants:list', '--scope', 'plants:read'];
  const { code, stdout } = await workplace.runShared([...args, ...scopes]);
  expect(code).toBe(0);
  const list = async (): Promise<string> => (await workplace.runShared(['token', 'list'])).stdout;
  expect(await list()).toMatch(/^ID +STATUS +CREATED +EXPIRES +LAST USED +SCOPES +LABEL\n/);
  expect(await list()).toMatch(/ never +never +plants:read plants:list +"reader"$/m);
  expect(await create(stdout.trim(), '{"id":1,"name":"Aloe"}')).toBe(200);
  service.kill('SIGTERM');
  expect(await service.closed).toBe(0);
  expect(await list()).toMatch(/ never +20\d\d-\S+Z +plants:read plants:list +"reader"$/m);
});

it('what the commands make is for its owner alone, whatever the umask', async () => {
  const own = new Workplace();
  const umask = process.umask(0);
  try {
    const running = await own.serve();
    expect((await own.run(['backup', 'copy.db'])).code).toBe(0);
    const made = readdirSync(own.folder, { recursive: true, encoding: 'utf8' });
    expect(made).toEqual(expect.arrayContaining(['data', 'data/plants.db-wal', 'copy.db']));
    const modes = made.map((name) => {
      const stat = statSync(path.join(own.folder, name));
      return [name, (stat.mode & 0o777).toString(8), stat.isDirectory() ? '700' : '600'];
    });
    expect(modes.filter(([, mode, wanted]) => mode !== wanted)).toEqual([]);
    running.kill('SIGTERM');
    await running.closed;
  } finally {
    process.umask(umask);
    own.remove();
  }
});
