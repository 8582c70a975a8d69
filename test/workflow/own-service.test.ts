import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { nativeCompiler } from '../../scripts/native-compiler';

/**
 * A second service, with its own document and handlers and no store, made as docs/own-service.md says: it
 * reaches the layer through the modules of package.json alone.
 */

const ROOT = path.join(__dirname, '..', '..');
const page = readFileSync(path.join(ROOT, 'docs', 'own-service.md'), 'utf8');
const folder = mkdtempSync(path.join(tmpdir(), 'own-service-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The first block of the page behind the name of a file. */
function fileOf(name: string): string {
  const [, text] = /^```\w+\n([\s\S]*?)^```$/m.exec(page.slice(page.indexOf(`\`${name}\``)))!;
  return text!;
}

/** The commands of the page that begin so, one a line. */
function commandsOf(start: string): string[] {
  const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block!);
  return blocks
    .flatMap((block) => block.trim().split('\n'))
    .filter((line) => line.startsWith(start));
}

function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8' });
}

it('is generated, compiles, serves, and is up to date', async () => {
  mkdirSync(path.join(folder, 'handlers'));
  for (const name of ['openapi.yaml', 'handlers/putTree.ts', 'server.ts', 'tsconfig.json']) {
    writeFileSync(path.join(folder, name), fileOf(name));
  }
  // As npm install leaves them.
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(ROOT, path.join(folder, 'node_modules', 'plant-store'), 'dir');
  const types = path.join('node_modules', '@types');
  symlinkSync(path.join(ROOT, types), path.join(folder, types), 'dir');

  const [generate] = commandsOf('npm run generate');
  const options = generate!.replaceAll('../trees', folder).split(' -- ')[1]!.split(' ');
  expect(run('npm', ['run', '--silent', 'generate', '--', ...options], ROOT)).toContain(
    'handlers.ts',
  );

  run(nativeCompiler(), [], folder);
  const server = spawn(process.execPath, commandsOf('node ')[0]!.split(' ').slice(1), {
    cwd: folder,
    env: { ...process.env, PORT: '0' },
  });
  try {
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    const url = /http:\S+/.exec(line.toString())![0];
    const put = (body: string): Promise<Response> =>
      fetch(`${url}/trees/9007199254740993`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body,
      });
    const kept = await put('{"species":"Quercus","height":12.5,"secret":1}');
    expect([kept.status, await kept.json()]).toEqual([200, { species: 'Quercus', height: 12.5 }]);
    const refused = await put('{"species":"","height":1}');
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { message: expect.stringContaining('/species') as string },
    ]);
  } finally {
    server.kill();
  }

  const check = ['--only', 'generated'].concat(
    options.map((option) => (option === '--out' ? '--generated' : option)),
  );
  expect(run('npm', ['run', '--silent', 'check', '--', ...check], ROOT)).toContain('up to date');
});
