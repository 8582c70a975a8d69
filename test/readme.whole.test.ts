import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { copyCompiledProject } from './support/project-copy';
import { npmScript, runScript, startCompiled, type RunningScript } from './support/run-script';
import { blocksOf, commandsOf, commands, endingCommands, pages } from './support/pages';
import { runInProcess } from './support/run-in-process';
import { Shell } from './support/shell';
import { temporaryFolder } from './support/temporary-folder';

/**
 * The README and the pages under docs/ are true: their commands run. tree/pages.test.ts follows their links, and
 * tree/made-pages.test.ts compares what is made of the code.
 */

const ROOT = path.join(__dirname, '..');
const readme = pages.get('README.md')!;

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

describe('commands', () => {
  const project = copyCompiledProject();
  const shell = new Shell(project.folder);
  const mocks: RunningScript[] = [];
  /** What makes a run shorter, or write elsewhere than into this checkout. */
  const less: Readonly<Record<string, readonly string[]>> = {
    'npm run conformance': ['--requests', '50'],
    'npm run generate': ['--generated', path.join(temporaryFolder(), 'generated')],
    // workflow/add-operation.whole.test.ts runs all checks, and those of other rows are the others.
    'npm run check': ['--only', 'document'],
  };
  afterAll(async () => {
    shell.end();
    for (const mock of mocks) await mock.end('SIGTERM');
    project.remove();
  });

  it('are the ones that this test knows', () => {
    expect([...commands].sort()).toEqual([
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
      'npm run mock -- src/tools/template/examples/notes/spec/openapi.yaml --port 4010 --stateful',
      'npm run scaffold',
      'npm run torture',
      'npx --no -- plant-store backup plants-backup.db',
      'npx --no -- plant-store export',
      'npx --no -- plant-store export > plants.ndjson',
      'npx --no -- plant-store import plants.ndjson',
      'npx --no -- plant-store serve --workers auto',
      'npx --no -- plant-store token create --label greenhouse --expires-in 30d',
      'npx --no -- plant-store token list',
      'npx jest test/runtime/service test/spec',
    ]);
  });

  it('of pages that show the output of each are run by a test of the name of the page', () => {
    const shown = [...pages].filter(([, text]) => text.includes('\n```console\n'));
    const tests = shown.map(
      ([name]) => `test/workflow/${path.basename(name, '.md')}.whole.test.ts`,
    );
    expect(tests.length).toBeGreaterThan(0);
    expect(tests.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  /** Runs a command of the package without npx, which takes five times as long. */
  const run = (command: string): ReturnType<Shell['run']> =>
    shell.run(command.replace('npx --no -- plant-store', 'node dist/src/main.js'));

  it('npm start serves, the curl line gives what the text says, and the tools see it', async () => {
    const output = await shell.start('PORT=0 ACCESS_TOKENS=my-token npm start', /listens on (\S+)/);
    const url = /listens on (\S+)/.exec(output)?.[1] ?? '';
    const curl = commands.find((command) => command.startsWith('curl'))!;
    const { stdout } = await shell.run(
      curl.replace('http://127.0.0.1:3000', url).replace('TOKEN', 'my-token'),
    );
    expect(stdout).toMatch(/^HTTP\/1\.1 200 /);
    const [, said] = /The response is 200 with `([^`]*)`/.exec(readme)!;
    expect(stdout.endsWith(said!)).toBe(true);

    const token = await shell.run(
      'npx --no -- plant-store token create --label greenhouse --expires-in 30d',
    );
    expect(token).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\S+\n$/) as string });
    expect((await run('npx --no -- plant-store token list')).stdout).toContain('"greenhouse"');
    expect((await run('npx --no -- plant-store export')).stdout).toBe(
      '{"id":1,"name":"Monstera deliciosa","tag":"tropical"}\n',
    );
    const backup = await run('npx --no -- plant-store backup plants-backup.db');
    expect(backup).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^plants-backup\.db: \d+ bytes\n$/) as string,
    });
    expect(await run('npx --no -- plant-store export > plants.ndjson')).toMatchObject({
      code: 0,
    });
    expect(await run('npx --no -- plant-store import plants.ndjson')).toMatchObject({
      code: 0,
      stdout: '0 created, 1 already there, 0 refused\n',
    });
  });

  it.each(endingCommands)('%s exits 0', async (command) => {
    const { command: script, args } = npmScript(command);
    const given = [...args, ...(less[command] ?? [])];
    // This one starts the plant store first.
    const { code, stdout, stderr } =
      command === 'npm run conformance'
        ? runScript('scripts/conformance.ts', given)
        : await runInProcess(script, given);
    expect({ code, printed: code === 0 ? '' : stdout + stderr }).toEqual({ code: 0, printed: '' });
  });

  it('npm run dev is on a page whose test runs it', () => {
    const page = pages.get('docs/first-operation.md')!;
    const shown = blocksOf(page).flatMap(({ text }) => commandsOf(text));
    const dev = shown.find(({ command }) => command.endsWith(' npm run dev'));
    expect(dev?.output).toMatch(/ is served at /);
  });

  /** Starts a mock as a line of a page says, but compiled and on a free port. */
  const mock = async (line: string, until: RegExp): Promise<string> => {
    const { args } = npmScript(line.replace('--port 4010', '--port 0'));
    const running = await startCompiled(['mock', ...args], until);
    mocks.push(running);
    return running.output.stdout;
  };

  it('npm run mock answers, and honours what the text says of Prefer', async () => {
    const line = commands.find((command) => command.startsWith('npm run mock'))!;
    const output = await mock(line, /listens on (\S+)/);
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
    const line = commands.find((command) => command.endsWith('--stateful'))!;
    const output = await mock(line, /created by .*\n/);
    const [, said = ''] = /^```\n(\/notes: .*)\n```$/m.exec(read('docs/mock.md')) ?? [];
    expect(output).toContain(`\n  ${said}\n`);
  });

  it('what installs is run by .ci/run, which runs npm ci && npm test as the README has it', () => {
    expect(read('.ci/run')).toContain("sed -n '/^## Test$/,/^## /p' README.md");
    expect(readme).toContain('## Test\n\n```sh\nnpm ci && npm test\n```\n');
  });
});

describe('tables', () => {
  it('each variable that the code reads is in the table or among those refused', () => {
    const code = ['src/runtime/service/config.ts', 'src/plant-store/config.ts'].map(read).join('');
    const statements = code.replaceAll(/\/\*[^]*?\*\//g, '');
    const names = [...statements.matchAll(/'([A-Z][A-Z_]+[A-Z])'/g)].map(([, name]) => name!);
    const configuration = pages.get('docs/configuration.md')!;
    expect(names.filter((name) => !configuration.includes(`\`${name}\``))).toEqual([]);
    expect(names.length).toBeGreaterThan(10);
  });
});
