import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stepsFor } from '../../../src/tools/init/npm';
import { NewProject } from '../../support/new-project';
import { temporaryFolder } from '../../support/temporary-folder';

/** A project that `trellis init` makes of no document, as its user would have it do everything. */

const folder = temporaryFolder();
const project = new NewProject(path.join(folder, 'notes'));
const done = { code: 0, stderr: '' };

/** Writes the handler that the README shows, as one of the notes, beside the sources. */
function writeReadmeHandler(folder: string): void {
  const readme = readFileSync(path.join(folder, 'README.md'), 'utf8');
  const [, handler = ''] = /```ts\n([\s\S]*?)^ *```$/m.exec(readme)!;
  const [, kind = ''] = /`(const NO_SUCH_BOOK = .*)`/.exec(readme)!;
  const imports = [
    "import { Failure } from 'openapi-trellis/contract';",
    "import type { Handler, Response } from './handler.js';",
  ];
  const text = [...imports, `${kind};`, handler.replace(/^ {3}/gm, '')].join('\n');
  const ofNotes = text.replaceAll('readBook', 'getNote').replaceAll('isbn', 'id');
  writeFileSync(path.join(folder, 'src', 'readme.ts'), ofNotes.replaceAll(/\bbook/g, 'note'));
}

it('is not made to the end where npm cannot install, and says what is left to do', () => {
  const env = { npm_config_offline: 'true', npm_config_cache: path.join(folder, 'no-cache') };
  const { code, stderr } = new NewProject(folder, env).trellis('init', 'cut', '--package', '1.0.0');
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(
      /^npm install .* failed in \S+cut:\n[\s\S]*\nThe files are there; what is left to do: npm install && npm run generate && npm run scaffold\n$/,
    ) as string,
  });
});

it('of CommonJS compiles, and its tests run', () => {
  const commonJs = new NewProject(path.join(folder, 'common-js'));
  expect(commonJs.init('--module', 'commonjs')).toMatchObject(done);
  commonJs.finish(stepsFor(false));
  // Tests ask no issuer.
  const authenticators = path.join(commonJs.folder, 'src/authenticators.ts');
  const text = readFileSync(authenticators, 'utf8');
  writeFileSync(authenticators, text.replaceAll('accessTokenAuthenticator', 'jwtAuthenticator'));
  expect(commonJs.typecheck()).toEqual({ ...done, stdout: '' });
  expect(commonJs.jest()).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Tests: +11 passed, 11 total$/m) as string,
  });
  const files = ['src/server.ts', 'src/authenticators.ts', 'generated/handlers.ts'];
  for (const file of files) {
    expect(readFileSync(path.join(commonJs.folder, file), 'utf8')).not.toMatch(/from '\..*\.js'/);
  }
});

describe('without a document', () => {
  it('is a service of notes, whose handlers are written', () => {
    expect(project.init()).toEqual({
      ...done,
      stdout:
        'notes is a service of 5 operations:\n  cd notes\n  npm install\n  npm run generate\n  npm run scaffold\n  npm test\n  npm start\n',
    });
    project.finish(stepsFor(false));
    writeReadmeHandler(project.folder);
    expect(project.typecheck()).toEqual({ ...done, stdout: '' });
    project.remove('src/readme.ts');
    // As the check of the generated files advises where they are not.
    expect(project.trellis('generate')).toEqual({
      ...done,
      stdout: 'generated is up to date with spec/openapi.yaml (8 files)\n',
    });
  });

  it('knows in handlers what its authenticators accept with', () => {
    const edit = (file: string, edits: readonly (readonly [string, string])[]): void => {
      const at = path.join(project.folder, 'src', file);
      let text = readFileSync(at, 'utf8');
      for (const [before, after] of edits) text = text.replace(before, () => after);
      writeFileSync(at, text);
    };
    edit('authenticators.ts', [
      ['accessTokenAuthenticator }', 'tokenAuthenticator }'],
      ['(setup: AccessSetup)', '(_: AccessSetup)'],
      [
        'accessTokenAuthenticator(setup)',
        'tokenAuthenticator({ find: (): User => ({ id: 1, roles: ["found"] }) })',
      ],
      ['\n/**', '\ninterface User { id: number; roles: string[] }\n/**'],
    ]);
    edit('handlers/createNote.ts', [
      ['{ dependencies }', '{ dependencies, principals: { accessToken } }'],
      [
        'const note =',
        'accessToken.roles.includes("writer");\n  accessToken.name;\n  const note =',
      ],
    ]);
    expect(project.typecheck()).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /^\S+createNote\.ts\(\d+,15\): error TS2339: Property 'name' does not exist on type 'User'\.\n$/,
      ) as string,
    });
    edit('handlers/createNote.ts', [
      ['  accessToken.name;\n', ''],
      ['add(body.text)', 'add(body.text + accessToken.roles.join())'],
    ]);
    expect(project.typecheck()).toEqual({ ...done, stdout: '' });
  });

  it('knows in tests who calls, without a question to its authenticators', () => {
    writeFileSync(path.join(project.folder, 'test', 'callers.test.ts'), CALLERS_TEST);
    expect(project.typecheck()).toEqual({ ...done, stdout: '' });
    expect(project.jest('test/callers')).toMatchObject({ code: 0 });
  });
});

/** Operations of many names, one of which sends a file, and one that fetch does not send. */
const MANY = {
  openapi: '3.1.0',
  info: { title: 'Many', version: '1.0.0' },
  paths: {
    '/files': { put: { ...operation('putFile'), requestBody: { content: { 'image/png': {} } } } },
    '/traced': { trace: operation('traced') },
    ...Object.fromEntries(
      ['it\u2019s', '__proto__', ...Array.from({ length: 9 }, (_, index) => `op${index}`)].map(
        (id, index) => [`/paths/${index}`, { get: operation(id) }],
      ),
    ),
  },
};

function operation(operationId: string): object {
  return { operationId, responses: { 200: { description: 'Done' } } };
}

it('of more than ten operations has one test of them all', () => {
  writeFileSync(path.join(folder, 'many.json'), `${JSON.stringify(MANY, null, 2)}\n`);
  const many = new NewProject(path.join(folder, 'many'));
  expect(many.init('--spec', 'many.json')).toMatchObject(done);
  many.finish(stepsFor(true));
  expect(readdirSync(path.join(many.folder, 'test', 'handlers'))).toEqual([
    'not-implemented.test.ts',
  ]);
  expect(many.typecheck()).toEqual({ ...done, stdout: '' });
  expect(many.prettier()).toMatchObject({ code: 0, stderr: '' });
  const { code, stdout, stderr } = many.jest('--coverage=false');
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toMatch(/^Tests: +1 todo, 12 passed, 13 total$/m);
  const handler = path.join(many.folder, 'src', 'handlers', 'op3.ts');
  const written = readFileSync(handler, 'utf8')
    .replace('= notImplemented', '= async () => ({ status: 200 })')
    .replace(/^import \{ notImplemented \}.*\n/m, '');
  writeFileSync(handler, written);
  expect(many.jest()).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/✕ op3 is not implemented yet/) as string,
  });
  // Without the file, it is made for what is not implemented by then.
  expect(many.script('scaffold').stdout).toContain('each has a handler');
  many.remove('test/handlers/not-implemented.test.ts');
  expect(many.script('scaffold').stdout).toMatch(
    /^wrote test\/handlers\/not-implemented\.test\.ts\n/,
  );
  expect(many.jest('--coverage=false')).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Tests: +1 todo, 11 passed, 12 total$/m) as string,
  });
});

const CALLERS_TEST = `
import { authenticators } from '../src/authenticators.js';
import { type TestService, useService } from './service.js';

const headers = { 'Content-Type': 'application/json' };
const request = { method: 'POST', target: '/notes', headers, body: '{"text":"a"}' };
const textFrom = async (caller: Pick<TestService, 'send'>) =>
  Object(await (await caller.send(request)).json()).text;

describe('by callers of tests', () => {
  const service = useService();

  it('have the principal of the test', async () => {
    const [writer, reader] = ['writer', 'reader'].map((role) =>
      service.as({ accessToken: { id: 7, roles: [role] } }),
    );
    expect(await Promise.all([writer!, reader!].map(textFrom))).toEqual(['awriter', 'areader']);
    // @ts-expect-error no such principal
    service.as({ accessToken: { name: 'a' } });
  });

  it('refuse those that no test names', async () => {
    expect((await service.send(request)).status).toBe(401);
    const unknown = { ...headers, Authorization: 'Bearer test-token-9' };
    expect((await service.send({ ...request, headers: unknown })).status).toBe(401);
  });
});

describe('by the authenticators of the service', () => {
  const service = useService({}, authenticators);

  it('asks them', async () => {
    const own = { ...headers, Authorization: 'Bearer a-token' };
    const response = await service.send({ ...request, headers: own });
    expect(Object(await response.json()).text).toBe('afound');
  });
});
`;
