import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { check as checkCommand } from '../../../../src/tools/check/command';
import { runInFolder } from '../../../support/run-in-process';
import { TRELLIS, type ScriptResult } from '../../../support/run-script';
import { temporaryFolder, writeFiles } from '../../../support/temporary-folder';
import { Repository } from './repository';
import { itEach } from '../../../support/it-each';

const folder = temporaryFolder();

type Files = Readonly<Record<string, string>>;

/** Lets git clone a submodule of this machine. */
const LOCAL = ['-c', 'protocol.file.allow=always'];

/** A repository of these files, in one commit of the branch main. */
function repositoryOf(files: Files): Repository {
  const repository = new Repository(mkdtempSync(path.join(folder, 'repository-')));
  repository.commit(files);
  return repository;
}

function compare(cwd: string, base: string, ...more: string[]): Promise<ScriptResult> {
  return runInFolder(cwd, checkCommand, ['--only', 'breaking', '--base', base, ...more]);
}

/** `GET /NAME` of each name, with a schema in another file. */
const documentOf = (names: readonly string[], reference: string, version = '1.0.0'): string =>
  `openapi: 3.1.0
info: { title: Shop, version: ${version} }
paths:
${names.map((name) => operationOf(name, reference)).join('')}`;

const operationOf = (name: string, reference: string): string => `  /${name}:
    get:
      operationId: ${name}
      responses:
        200:
          description: Done
          content:
            application/json:
              schema:
                $ref: ${reference}
`;

const COMMON = '../../common/item.yaml';
const ITEM = 'type: object\nrequired: [id]\nproperties:\n  id: { $ref: types/id.yaml }\n';
const SERVICES: Files = {
  'common/item.yaml': ITEM,
  'common/types/id.yaml': 'type: integer\n',
  'services/orders/openapi.yaml': documentOf(['orders', 'carts'], COMMON),
  'services/stock/openapi.yaml': documentOf(['stock'], COMMON),
  'services/users/spec/openapi.yaml': documentOf(['users'], '../../../common/item.yaml'),
};

/**
 * Changes a file that the document refers to, and expects that finding, with its place in both
 * versions.
 */
async function findsChangeOfItem(repository: Repository, base: string): Promise<void> {
  repository.write('common/item.yaml', 'type: string\n');
  const { code, stdout } = await compare(repository.folder, base);
  expect({ code, stdout }).toEqual({
    code: 1,
    stdout: expect.stringMatching(
      /^ {6}common\/item\.yaml:1: .*: main:common\/item\.yaml:1\)/m,
    ) as string,
  });
}

describe('a repository of three services with common files above them', () => {
  const repository = repositoryOf(SERVICES);
  beforeAll(() => repository.write('common/types/id.yaml', 'type: string\n'));

  it.each([
    ['services/orders', 'main:services/orders/openapi.yaml', 'GET /orders, GET /carts'],
    ['services/stock', 'main:./openapi.yaml', 'GET /stock'],
    ['services/stock', 'main:../stock/openapi.yaml', 'GET /stock'],
    ['services/users', 'main:./spec/openapi.yaml', 'GET /users'],
  ])('shows in %s with the base %s what a common file breaks', async (service, base, operation) => {
    const { code, stdout, stderr } = await compare(path.join(repository.folder, service), base);
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: expect.stringMatching(
        new RegExp(
          `^ {6}\\S*common/types/id\\.yaml:1: ${operation}: [^\\n]*\\(major\\) \\(in the base: main:common/types/id\\.yaml:1\\); `,
          'm',
        ),
      ) as string,
      stderr: expect.not.stringContaining('main:') as string,
    });
    expect(stdout).not.toContain('is new');
  });

  it('names files from the root of the repository where GitHub reads them', async () => {
    const { stdout } = await compare(
      path.join(repository.folder, 'services', 'orders'),
      'main:./openapi.yaml',
      ...['--format', 'github', '--report', 'sarif=check.sarif'],
    );
    expect(stdout).toMatch(
      /^::error file=common\/types\/id\.yaml,line=1,.*\(in the base: main:common\/types\/id\.yaml:1\)/m,
    );
    const log = readFileSync(
      path.join(repository.folder, 'services', 'orders', 'check.sarif'),
      'utf8',
    );
    expect(log).toContain('"uri": "common/types/id.yaml"');
  });

  it('is read by a process of git for each level of references', async () => {
    const trace = path.join(folder, 'trace');
    const args = ['check', '--only', 'breaking', '--base', 'main:./openapi.yaml'];
    const cwd = path.join(repository.folder, 'services', 'orders');
    spawnSync(process.execPath, [TRELLIS, ...args], {
      cwd,
      env: { ...process.env, GIT_TRACE2: trace },
    });
    const starts = readFileSync(trace, 'utf8').matchAll(
      / start +git .* (cat-file|ls-tree|rev-parse) /g,
    );
    const commands = [...starts].map(([, command]) => command);
    expect(commands.filter((each) => each === 'cat-file')).toHaveLength(3);
    expect(commands).toHaveLength(6);
  });
});

describe('a base in git', () => {
  it.each([
    ['a link to a file', 'linked.yaml', '../common/item.yaml'],
    ['a link to a folder', 'shared', '../common'],
  ])('is read by %s', async (_, link, target) => {
    const reference = link === 'shared' ? './shared/item.yaml' : `./${link}`;
    const repository = repositoryOf({
      'common/item.yaml': 'type: integer\n',
      'spec/openapi.yaml': documentOf(['items'], reference),
    });
    symlinkSync(target, path.join(repository.folder, 'spec', link));
    repository.commit();
    await findsChangeOfItem(repository, 'main:spec/openapi.yaml');
  });

  it('is refused where it is a link to itself', async () => {
    const repository = repositoryOf({ 'openapi.yaml': documentOf(['items'], './item.yaml') });
    symlinkSync('loop.yaml', path.join(repository.folder, 'loop.yaml'));
    repository.commit();
    expect(await compare(repository.folder, 'main:loop.yaml')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^There is no loop\.yaml in main; /) as string,
    });
  });

  it('is read with the files of its submodules', async () => {
    const common = repositoryOf({ 'item.yaml': 'type: integer\n' });
    const repository = repositoryOf({ 'openapi.yaml': documentOf(['items'], 'common/item.yaml') });
    repository.git(...LOCAL, 'submodule', 'add', common.folder, 'common');
    repository.commit();
    await findsChangeOfItem(repository, 'main:openapi.yaml');
  });

  it('reaches no file outside of the repository', async () => {
    const outside = writeFiles(folder, { 'item.yaml': 'type: integer\n' });
    const reference = `../${path.basename(outside)}/item.yaml`;
    const repository = repositoryOf({ 'openapi.yaml': documentOf(['items'], reference) });
    repository.write('openapi.yaml', documentOf(['items'], './item.yaml'));
    repository.write('item.yaml', 'type: integer\n');
    expect(await compare(repository.folder, 'main:openapi.yaml')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/item\.yaml is outside of .*--allow-outside/) as string,
    });
    expect(await compare(repository.folder, 'main:openapi.yaml', '--allow-outside')).toMatchObject({
      code: 0,
    });
  });

  it('is read with the documents and the strictness of the command line', async () => {
    const uri = 'https://example.com/item.yaml';
    const repository = repositoryOf({
      'item.yaml': 'type: integer\n',
      'openapi.yaml': documentOf(['items'], uri),
    });
    repository.write('item.yaml', 'type: string\n');
    const args = ['--documents', `${uri}=item.yaml`, '--strict-query', '--format', 'json'];
    const { stdout } = await compare(repository.folder, 'main:openapi.yaml', ...args);
    expect(JSON.parse(stdout)).toMatchObject({
      findings: [{ rule: 'widened', base: { file: 'main:item.yaml' } }],
    });
  });

  it('is refused for what is no YAML, with its place', async () => {
    const repository = repositoryOf({ 'spec/openapi.yaml': 'openapi: 3.1.0\npaths: {\n' });
    repository.write('spec/openapi.yaml', documentOf(['items'], COMMON));
    expect(await compare(repository.folder, 'main:spec/openapi.yaml')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^main:spec\/openapi\.yaml:3: /m) as string,
    });
  });
});

describe('a base that is not there', () => {
  const one = documentOf(['items'], './item.yaml');
  const files = { 'api/openapi.yaml': one, 'api/item.yaml': 'type: integer\n' };
  const said = async (cwd: string, base: string): Promise<string> => {
    const { code, stderr } = await compare(cwd, base, '--spec', 'openapi.yaml');
    expect(code).toBe(2);
    return stderr;
  };

  it('is looked for under the name that it had', async () => {
    const repository = repositoryOf(files);
    repository.git('mv', 'api', 'interface');
    await expect(said(repository.folder, 'main:interface/openapi.yaml')).resolves.toBe(
      'There is no interface/openapi.yaml in main; it was renamed, so name main:api/openapi.yaml\n',
    );
    repository.commit();
    await expect(said(repository.folder, 'main:api/openapi.yaml')).resolves.toBe(
      'There is no api/openapi.yaml in main; its OpenAPI documents are main:interface/openapi.yaml\n',
    );
  });

  it('is named from the root, unless it begins with a dot', async () => {
    const api = path.join(repositoryOf(files).folder, 'api');
    await expect(said(api, 'main:openapi.yaml')).resolves.toBe(
      'There is no openapi.yaml in main; its OpenAPI documents are main:api/openapi.yaml\n',
    );
  });

  it('is one of no document', async () => {
    const repository = repositoryOf({ 'item.yaml': 'type: integer\n' });
    await expect(said(repository.folder, 'main:openapi.yaml')).resolves.toBe(
      'There is no openapi.yaml in main; nor has it another OpenAPI document\n',
    );
  });

  it('is beyond a shallow clone', async () => {
    const repository = repositoryOf(files);
    repository.git('tag', 'v1');
    repository.write('api/item.yaml', 'type: string\n');
    repository.commit();
    const shallow = path.join(folder, 'shallow');
    repository.git('clone', '--depth', '1', `file://${repository.folder}`, shallow);
    await expect(said(shallow, 'v1:api/openapi.yaml')).resolves.toMatch(
      /^There is no v1 in this repository; the clone is shallow, so fetch its history first \(.*fetch-depth: 0/,
    );
    const { code } = await compare(
      shallow,
      'origin/main:api/openapi.yaml',
      '--spec',
      'api/openapi.yaml',
    );
    expect(code).toBe(0);
  });

  it('is not fetched', async () => {
    await expect(said(folder, 'https://example.com/openapi.yaml')).resolves.toBe(
      'The base https://example.com/openapi.yaml is not fetched; save it (curl --fail --output base.yaml https://example.com/openapi.yaml) and name the file, or name REF:PATH of git\n',
    );
  });
});

describe('an operation that is left out for a fault', () => {
  const missing = documentOf(['items', 'carts'], './missing.yaml');
  const whole = documentOf(['items', 'carts'], './item.yaml');
  const item = { 'item.yaml': 'type: integer\n', 'more.yaml': 'type: string\n' };
  const both = (base: string, revision: string): Repository => {
    const repository = repositoryOf({
      ...item,
      'openapi.yaml': base + operationOf('more', './more.yaml'),
    });
    repository.write('openapi.yaml', revision + operationOf('more', './more.yaml'));
    return repository;
  };

  itEach({
    'the base': [
      both(missing, whole),
      /^ {6}openapi\.yaml:5: GET \/items: not compared, for a fault of the base: there is no file main:missing\.yaml; .* \(in the base: main:openapi\.yaml:12\); name a base without it, or accept it with a line "operation-not-compared \/paths\/~1items\/\S+ # REASON" in openapi\.accepted\.txt$/m,
    ],
    'the revision': [
      both(whole, missing),
      /^ {6}openapi\.yaml:12: GET \/items: not compared, for a fault of the revision: there is no file missing\.yaml; .*; correct it, or accept/m,
    ],
    both: [
      both(missing, missing),
      /^ {6}openapi\.yaml:12: GET \/items: not compared, for a fault of the revision: /m,
    ],
  })('of %s is a finding, and no change', async (_, repository, message) => {
    const { code, stdout } = await compare(repository.folder, 'main:openapi.yaml');
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringMatching(message) as string,
    });
    expect(stdout).not.toMatch(/is new|was removed/);
    expect(stdout).toContain('(operation-not-compared)');
  });

  it.each([
    ['the base', both(`${documentOf([], '')}  /items: { $ref: ./none.yaml }\n`, whole)],
    ['the revision', both(whole, `${documentOf([], '')}  /items: { $ref: ./none.yaml }\n`)],
  ])('may be any of a path that cannot be read: of %s', async (of, repository) => {
    const { code, stdout } = await compare(repository.folder, 'main:openapi.yaml');
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringContaining(
        `every operation of /items: not compared, for a fault of ${of}: there is no file `,
      ) as string,
    });
    expect(stdout).not.toMatch(/items: the operation (?:is new|was removed)/);
  });

  it('is accepted by its line, or as a fault of the document', async () => {
    const place = '/get/responses/200/content/application~1json/schema # Known\n';
    const changes = ['items', 'carts'].map(
      (name) => `operation-not-compared /paths/~1${name}${place}`,
    );
    const ofBase = both(missing, whole);
    ofBase.write('openapi.changes.txt', changes.join(''));
    expect(await compare(ofBase.folder, 'main:openapi.yaml')).toMatchObject({ code: 0 });
    const ofBoth = both(missing, missing);
    const faults = ['items', 'carts'].map((name) => `left-out /paths/~1${name}/get # Known\n`);
    ofBoth.write('openapi.accepted.txt', faults.join(''));
    expect(await compare(ofBoth.folder, 'main:openapi.yaml')).toMatchObject({ code: 0 });
  });

  it('is new or gone where the other version does not have it', async () => {
    const few = `${documentOf([], '')}${operationOf('more', './more.yaml')}`;
    const gone = repositoryOf({ ...item, 'openapi.yaml': missing });
    gone.write('openapi.yaml', few);
    const { code, stdout } = await compare(gone.folder, 'main:openapi.yaml');
    expect(code).toBe(1);
    expect(stdout).toContain('GET /items: the operation was removed (major)');
    expect(stdout).not.toContain('operation-not-compared');
  });

  it('may be a webhook or a callback', async () => {
    const sent = (reference: string): string =>
      `{ post: { requestBody: { content: { application/json: { schema: { $ref: ${reference} } } } }, responses: { 200: { description: Taken } } } }`;
    const documentWith = (reference: string): string =>
      `${documentOf(['items'], './item.yaml')}      callbacks: { told: { '{$request.query.url}': ${sent(reference)} } }
webhooks: { added: ${sent(reference)} }
`;
    const repository = repositoryOf({ ...item, 'openapi.yaml': documentWith('./missing.yaml') });
    repository.write('openapi.yaml', documentWith('./item.yaml'));
    const { stdout } = await compare(repository.folder, 'main:openapi.yaml');
    expect(stdout).toContain('webhook added: not compared, for a fault of the base');
    expect(stdout).toContain('GET /items callback told: not compared, for a fault of the base');
    expect(stdout).not.toMatch(/is new/);
  });

  it('may be a schema that one version cannot reach', async () => {
    const uri = 'https://example.com/item.yaml';
    const repository = repositoryOf({
      ...item,
      'openapi.yaml': documentOf(['items', 'carts'], uri),
    });
    expect(await compare(repository.folder, 'main:openapi.yaml')).toMatchObject({ code: 0 });
    repository.write('openapi.yaml', documentOf(['items', 'carts'], './item.yaml'));
    const { code, stdout } = await compare(repository.folder, 'main:openapi.yaml');
    expect(code).toBe(1);
    expect(stdout.match(/"https:\S+ is not a local file, and nothing is fetched/g)).toHaveLength(1);
    const args = ['--documents', `${uri}=item.yaml`];
    expect(await compare(repository.folder, 'main:openapi.yaml', ...args)).toMatchObject({
      code: 0,
    });
  });
});
