import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../src/config';
import { failureKinds, type FailureKind } from '../src/contract/failure';
import { plantFailureKinds } from '../src/plants/failures';
import { copyProject } from './support/project-copy';

/**
 * The README and the pages under docs/ are true: their commands run, their tables are those of the code, and
 * their links lead somewhere.
 */

const ROOT = path.join(__dirname, '..');
const DOCS = readdirSync(path.join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
/** The text of each page, by its path. */
const pages = new Map(
  ['README.md', ...DOCS.map((name) => `docs/${name}`)].map((name) => [name, read(name)] as const),
);
const all = [...pages.values()].join('\n');
const readme = pages.get('README.md')!;
// These are about other folders; tests of the same names in workflow/ run their commands there.
const ELSEWHERE = [
  'docs/client.md',
  'docs/extensions.md',
  'docs/own-service.md',
  'docs/several-documents.md',
];
const here = [...pages].filter(([name]) => !ELSEWHERE.includes(name)).map(([, text]) => text);
const commands = [...here.join('\n').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(
  ([, block = '']) => block.trim().split('\n'),
);

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

/** Rows of the table with this head, as cells. */
function table(...head: string[]): string[][] {
  const lines = all.split('\n').map((line) =>
    line.startsWith('|')
      ? line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim())
      : undefined,
  );
  const start = lines.findIndex((cells) => cells?.join('|') === head.join('|'));
  const end = lines.findIndex((cells, index) => index > start && cells === undefined);
  return lines.slice(start + 2, end).map((cells) => cells ?? []);
}

describe('commands', () => {
  const project = copyProject();
  const children: ChildProcess[] = [];
  afterAll(() => {
    // Each was started as the leader of a group, so that npm's children end with it.
    for (const { pid } of children) if (pid !== undefined) process.kill(-pid, 'SIGTERM');
    project.remove();
  });

  const shell = (command: string): Promise<{ code: number; stdout: string; stderr: string }> =>
    new Promise((resolve) => {
      execFile('sh', ['-c', command], { cwd: project.folder }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      });
    });

  /** Starts a command that goes on, and resolves when its output has the text. */
  const start = (command: string, until: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const child = spawn('sh', ['-c', command], { cwd: project.folder, detached: true });
      children.push(child);
      let output = '';
      const read = (chunk: Buffer): void => {
        output += chunk.toString();
        if (until.test(output)) resolve(output);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('close', (code) => {
        reject(new Error(`"${command}" ended with ${code}: ${output}`));
      });
    });

  it('are the ones that this test knows', () => {
    expect([...new Set(commands)].sort()).toEqual([
      'ACCESS_TOKENS=my-token npm start',
      expect.stringMatching(/^curl /),
      'npm ci && npm start',
      'npm ci && npm test',
      'npm run bench',
      'npm run check',
      'npm run check -- --only document --strict',
      'npm run check -- --only enforcement',
      'npm run check -- --only generated --format github',
      'npm run check -- --only handlers',
      'npm run conformance',
      'npm run dev',
      'npm run generate',
      'npm run mock -- spec/openapi.yaml --port 4010 --seed 1',
      'npm run mock -- spec/openapi.yaml --port 4010 --upstream http://127.0.0.1:3000',
      'npm run mock -- template/example/spec/openapi.yaml --port 4010 --stateful',
      'npm run scaffold',
      'npm run torture',
      'npx jest test/service test/spec',
      'npx plant-store backup plants-backup.db',
      'npx plant-store export',
      'npx plant-store export --format csv > plants.csv',
      'npx plant-store import plants.csv',
      'npx plant-store token create --label greenhouse --expires-in 30d',
      'npx plant-store token list',
    ]);
  });

  it('of pages that show the output of each are run by a test of the name of the page', () => {
    const shown = [...pages].filter(([, text]) => text.includes('\n```console\n'));
    const tests = shown.map(([name]) => `test/workflow/${path.basename(name, '.md')}.test.ts`);
    expect(tests.length).toBeGreaterThan(0);
    expect(tests.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  it('npm start serves, the curl line gives what the text says, and the tools see it', async () => {
    const output = await start('PORT=0 ACCESS_TOKENS=my-token npm start', /listens on (\S+)/);
    const url = /listens on (\S+)/.exec(output)?.[1] ?? '';
    const curl = commands.find((command) => command.startsWith('curl'))!;
    const { stdout } = await shell(curl.replace('http://127.0.0.1:3000', url));
    expect(stdout).toMatch(/^HTTP\/1\.1 200 /);
    const [, said] = /The response is 200 with `([^`]*)`/.exec(readme)!;
    expect(stdout.endsWith(said!)).toBe(true);

    const token = await shell('npx plant-store token create --label greenhouse --expires-in 30d');
    expect(token).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\S+\n$/) as string });
    expect((await shell('npx plant-store token list')).stdout).toContain('"greenhouse"');
    expect((await shell('npx plant-store export')).stdout).toBe(
      '{"id":1,"name":"Monstera deliciosa","tag":"tropical"}\n',
    );
    const backup = await shell('npx plant-store backup plants-backup.db');
    expect(backup).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^plants-backup\.db: \d+ bytes\n$/) as string,
    });
    expect(await shell('npx plant-store export --format csv > plants.csv')).toMatchObject({
      code: 0,
    });
    expect(await shell('npx plant-store import plants.csv')).toMatchObject({
      code: 0,
      stdout: '0 created, 1 already there, 0 refused\n',
    });
  });

  const ending = commands.filter((command) => /^npm run (?!dev|mock|bench|torture)/.test(command));

  it.each([...new Set(ending)])('%s exits 0', async (command) => {
    expect(await shell(command)).toMatchObject({ code: 0 });
  });

  it('npm run dev serves and compiles', async () => {
    // The service of npm start has the usual database to itself.
    const output = await start(
      'PORT=0 DATABASE_URL=sqlite:data/dev.db npm run dev',
      /listens on[\s\S]*\ntypes: /,
    );
    expect(output).toContain('\ntypes: no errors\n');
  });

  it('npm run mock answers, and honours what the text says of Prefer', async () => {
    const mock = commands.find((command) => command.startsWith('npm run mock'))!;
    const output = await start(mock.replace('--port 4010', '--port 0'), /listens on (\S+)/);
    const url = /listens on (\S+)/.exec(output)?.[1] ?? '';
    const response = await fetch(`${url}/plants`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer x',
        'content-type': 'application/json',
        prefer: 'code=401',
      },
      body: '{"id":1,"name":"Aloe"}',
    });
    expect(response.status).toBe(401);
    expect(response.headers.get('preference-applied')).toBe('code=401');
  });

  it('npm run mock -- --stateful says what the text has it say', async () => {
    const mock = commands.find((command) => command.endsWith('--stateful'))!;
    const output = await start(mock.replace('--port 4010', '--port 0'), /created by .*\n/);
    const [, said = ''] = /^```\n(\/notes: .*)\n```$/m.exec(read('docs/mock.md')) ?? [];
    expect(output).toContain(`\n  ${said}\n`);
  });

  it('what installs is run by .ci/run, which runs npm ci && npm test as the README has it', () => {
    const ci = read('.ci/run');
    expect(ci).toContain("sed -n '/^## Test$/,/^## /p' README.md");
    expect(readme).toContain('## Test\n\n```sh\nnpm ci && npm test\n```\n');
  });
});

describe('tables', () => {
  it('the errors are those of the code', () => {
    const kinds: FailureKind[] = Object.values({ ...failureKinds, ...plantFailureKinds });
    const rows = kinds
      .map(({ number, status, description }) => [String(number), String(status), description])
      .sort(([a], [b]) => Number(a) - Number(b));
    expect(table('error', 'natural status', 'kind')).toEqual(rows);
  });

  it('the configuration has the defaults of the code', () => {
    const config = readConfig({});
    const defaults: Record<string, unknown> = {
      HOST: config.host,
      PORT: config.port,
      DATABASE_URL: config.databaseUrl,
      ACCESS_TOKENS: 'none',
      FIRST_TOKEN_EXPIRES_IN: `${(config.firstTokenLifetimeMs ?? 0) / 86_400_000}d`,
      JWKS_URL: 'none',
      TOKEN_ISSUER: 'none',
      TOKEN_AUDIENCE: 'none',
      MANAGEMENT_PORT: config.managementPort ?? 'none',
      MAX_BODY_BYTES: config.maxBodyBytes,
      MAX_CONNECTIONS: config.maxConnections,
      MAX_PENDING_REQUESTS: config.maxPendingRequests,
      REQUEST_TIMEOUT_MS: config.requestTimeoutMs,
      RESPONSE_TIMEOUT_MS: config.responseTimeoutMs,
      SHUTDOWN_DELAY_MS: config.shutdownDelayMs,
      SHUTDOWN_GRACE_MS: config.shutdownGraceMs,
      RATE_LIMIT: config.rateLimits.length === 0 ? 'none' : config.rateLimits,
      TRUSTED_PROXIES: config.trustedProxies.join() || 'none',
      CORS_ORIGINS: config.corsOrigins.join() || 'none',
      LOG_LEVEL: config.logLevel,
      LOG_FORMAT: config.logFormat ?? 'none',
      NODE_ENV: 'none',
    };
    const rows = table('variable', 'default', 'meaning').map(([name = '', value = '']) => [
      name.replaceAll('`', ''),
      value.replaceAll('`', ''),
    ]);
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, String(value)])),
    );
  });

  it('each variable that the code reads is in the table or among those refused', () => {
    const names = [...read('src/config.ts').matchAll(/'([A-Z][A-Z_]+[A-Z])'/g)].map(
      ([, name]) => name!,
    );
    const configuration = pages.get('docs/configuration.md')!;
    expect(names.filter((name) => !configuration.includes(`\`${name}\``))).toEqual([]);
    expect(names.length).toBeGreaterThan(10);
  });
});

describe('links', () => {
  /** Where the links of a page lead within the project, relative to it, with the anchor if any. */
  const linksOf = (page: string, text: string): string[] =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^https?:/.test(target))
      .map((target) =>
        target.startsWith('#') ? page + target : path.posix.join(path.posix.dirname(page), target),
      );

  /** The anchors of a page, as GitHub makes them of its headings. */
  const anchorsOf = (text: string): string[] =>
    [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    );

  it('of the README lead to each page, in its table', () => {
    const linked = table('page', 'what it covers').flatMap(([link = '']) =>
      linksOf('README.md', link),
    );
    expect(linked.filter((name) => name.startsWith('docs/')).sort()).toEqual(
      DOCS.map((name) => `docs/${name}`).sort(),
    );
  });

  it.each([...pages, ['CONTRIBUTING.md', read('CONTRIBUTING.md')] as const])(
    'of %s lead somewhere',
    (page, text) => {
      const broken = linksOf(page, text).filter((link) => {
        const [file = '', anchor] = link.split('#');
        if (!existsSync(path.join(ROOT, file))) return true;
        return anchor !== undefined && !anchorsOf(read(file)).includes(anchor);
      });
      expect(broken).toEqual([]);
    },
  );
});
