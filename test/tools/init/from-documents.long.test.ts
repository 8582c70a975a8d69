import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import '../../support/long';
import { NewProject } from '../../support/new-project';
import { temporaryFolder } from '../../support/temporary-folder';
import { itEach } from '../../support/it-each';

/** Projects that `trellis init --spec FILE` makes. */

const FIXTURES = path.join(__dirname, '..', '..', 'fixtures', 'init');
const folder = temporaryFolder();
const projectNamed = (name: string): NewProject => new NewProject(path.join(folder, name));
const done = { code: 0, stderr: '' };

describe('with a document that asks for credentials', () => {
  const project = projectNamed('access');

  it('names what is left out, and refuses what no token stands for', () => {
    const { code, stderr } = project.init('--spec', path.join(FIXTURES, 'access.yaml'));
    expect(code).toBe(0);
    expect(stderr).toMatch(/access\.yaml: 1 operation left out \(GET \/-\/hidden\), 1 warning\n$/);
    const text = readFileSync(path.join(project.folder, 'src', 'authenticators.ts'), 'utf8');
    const decisions = [...text.matchAll(/^ {2}(\w+): (\w+)/gm)].map(([, ...decision]) => decision);
    const taking = 'accessTokenAuthenticator';
    expect(Object.fromEntries(decisions)).toEqual({
      ...{ bearer: taking, keyInQuery: taking, keyInHeader: taking, basic: taking, oauth: taking },
      ...{ certificate: 'refuse', digest: 'refuse' },
    });
  });

  it('compiles, and its tests pass', () => {
    project.finish();
    expect(project.typecheck()).toEqual({ ...done, stdout: '' });
    expect(project.jest()).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Tests: +2 todo, 5 passed, 7 total$/m) as string,
    });
    expect(project.prettier()).toMatchObject({ code: 0, stderr: '' });
    expect(project.script('check', '--only', 'generated,handlers')).toMatchObject({ code: 0 });
  });

  it('has a test that fails once its operation is written', () => {
    const handler = path.join(project.folder, 'src', 'handlers', 'readOpen.ts');
    const text = readFileSync(handler, 'utf8');
    const written = text.replace('= notImplemented', '= async () => ({ status: 200 })');
    writeFileSync(handler, written.replace(/^import \{ notImplemented \}.*\n/m, ''));
    const { code, stderr } = project.jest('readOpen');
    expect(code).toBe(1);
    expect(stderr).toMatch(/Expected: 501\n\s+Received: 200/);
  });

  itEach<[given: Record<string, string>, want: [code: number, says: RegExp]]>({
    'does not start in production while operations are not implemented': [
      { NODE_ENV: 'production' },
      [
        1,
        /^Not implemented yet: doors\/read, \w+, removeDoor, traceDoor, readVault and 1 more; ALLOW_UNIMPLEMENTED=1 starts/,
      ],
    ],
    'starts in production where that is allowed': [
      { NODE_ENV: 'production', ALLOW_UNIMPLEMENTED: '1' },
      [0, /"operations":\["doors\/read",.*respond 501"\}\n[^]*^listens on \S+$/m],
    ],
    'does not take another port than there is': [
      { PORT: '70000' },
      [1, /^PORT is "70000", but must be a whole number from 0 to 65535\n$/],
    ],
  })('%s', async (_, given, [code, says]) => {
    if (!existsSync(path.join(project.folder, 'dist'))) expect(project.build()).toMatchObject(done);
    const env = { ...process.env, PORT: '0', ...given };
    const server = spawn(process.execPath, ['dist/src/main.js'], { cwd: project.folder, env });
    let output = '';
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      // A second signal would end it at once.
      if (code === 0 && !server.killed && output.includes('listens on')) server.kill();
    };
    server.stdout.on('data', read);
    server.stderr.on('data', read);
    expect(await once(server, 'close')).toEqual([code, null]);
    expect(output).toMatch(says);
  });
});

describe('with a document of several files, lists, uploads and events', () => {
  const project = projectNamed('orders');

  it('has them in the same places, compiles, and its tests pass', () => {
    const spec = path.join(FIXTURES, 'orders', 'orders.yaml');
    expect(project.init('--spec', spec)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/orders\.yaml is read with (?:\S+parts\S+ ?){3}\n$/) as string,
    });
    const copied = readdirSync(path.join(project.folder, 'spec'), { recursive: true });
    expect(copied.map(String).sort()).toEqual(
      readdirSync(path.dirname(spec), { recursive: true }).map(String).sort(),
    );
    project.finish();
    expect(project.typecheck()).toEqual({ ...done, stdout: '' });
    expect(project.jest()).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Tests: +5 passed, 5 total$/m) as string,
    });
    expect(project.prettier()).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('with faults, documents by URI and extensions', () => {
  const project = projectNamed('beds');
  const beds = path.join(FIXTURES, 'beds');
  const uri = 'https://example.com/bed.yaml';
  const spec = path.join(project.folder, 'spec', 'api', 'beds.yaml');

  it('passes its gate from the start', () => {
    const options = [
      ...['--spec', path.join(beds, 'api', 'beds.yaml')],
      ...['--documents', `${uri}=${path.join(beds, 'shared', 'bed.yaml')}`],
      ...['--extensions', path.join(beds, 'formats', 'own.ts')],
    ];
    expect(project.init(...options)).toMatchObject({ code: 0 });
    project.finish();
    expect(project.typecheck()).toEqual({ ...done, stdout: '' });
    expect(project.script('check')).toMatchObject({ code: 0 });
    expect(readFileSync(spec.replace('.yaml', '.accepted.txt'), 'utf8')).toMatch(
      /^#.*\nexample \/components\/schemas\/Size\/example # known when the project was made: .*\nidle \/components\/schemas\/Size\/minItems # .*\n$/,
    );
  });

  it('fails it for what comes later, and says how to generate as before', () => {
    appendFileSync(spec, '    Later: { type: integer, example: later }\n');
    const { code, stdout } = project.script('check');
    expect(code).toBe(1);
    expect(stdout.match(/beds\.yaml:\d+: .*?;/g)).toEqual([
      expect.stringContaining('/components/schemas/Later/example: ') as string,
    ]);
    expect(stdout).toContain(
      `run: npx --no -- trellis generate --spec spec/api/beds.yaml --documents ${uri}=spec/shared/bed.yaml --extensions src/extensions/own.ts\n`,
    );
  });
});

it('without operations compiles, and has no test that fails', () => {
  const project = projectNamed('events');
  const spec = path.join(folder, 'events.yaml');
  writeFileSync(spec, "openapi: 3.1.0\ninfo: { title: Events, version: '1' }\nwebhooks: {}\n");
  expect(project.init('--spec', spec)).toMatchObject(done);
  project.finish();
  expect(project.typecheck()).toEqual({ ...done, stdout: '' });
  expect(project.jest()).toMatchObject({ code: 0 });
});
