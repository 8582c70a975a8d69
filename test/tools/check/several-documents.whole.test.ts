import path from 'node:path';
import { documentOf, Repository } from './breaking/repository';
import { temporaryFolder } from '../../support/temporary-folder';

/** Several documents in one run, of which one is new and one is removed. */

const repository = new Repository(path.join(temporaryFolder(), 'services'));
const [kept, shorter, added, removed] = ['kept', 'shorter', 'added', 'removed'].map(
  (name) => `services/${name}/openapi.yaml`,
) as [string, string, string, string];

beforeAll(() => {
  const was = documentOf({ most: 9 });
  repository.commit({
    [kept]: was,
    [shorter]: was,
    [removed]: OTHER('Flowers'),
    'services/notes.md': '',
  });
  repository.branch('change');
  repository.commit({
    [shorter]: documentOf({ most: 8 }),
    [added]: OTHER('Trees'),
    [removed]: undefined,
  });
});

/** So different that git does not detect a rename. */
const OTHER = (name: string): string => `openapi: 3.1.0
info: { title: ${name}, version: '1.0.0' }
paths:
  /${name}: { get: { tags: [${name}], description: ${name.repeat(20)}, responses: { 200: { description: ${name.repeat(20)} } } } }
`;

const ALL = ['--spec', 'services/*/openapi.yaml', '--base', 'main'];

it('a pattern names those of the base too, and the report has each by its name', async () => {
  const { code, stdout, stderr } = await repository.check(...ALL);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(stdout).toMatch(
    new RegExp(
      [
        `^ok    breaking of ${added}: .*`,
        ` {6}level .*`,
        ` {6}minor  all operations  the document is new, main has none at this place`,
        `ok    breaking of ${kept}: .*`,
        `drift breaking of ${removed}: .*`,
        ` {6}${removed}: all operations: the document was removed, main:${removed} has it \\(major\\); restore it, or accept it with a line "document-removed # REASON" in services/removed/openapi\\.accepted\\.txt`,
        ` {8}Nobody is told what the service does\\. \\(document-removed\\)`,
        ` {6}level .*`,
        ` {6}major .*`,
        `drift breaking of ${shorter}: .*`,
        ` {6}${shorter}:\\d+: POST /names: .* \\(major\\); .*`,
      ].join('\n'),
    ),
  );
});

it('a document that is gone is accepted', async () => {
  repository.branch('gone');
  const line = 'document-removed # nobody calls it';
  repository.commit({ 'services/removed/openapi.accepted.txt': `${line}\n` });
  const { stdout } = await repository.check(...ALL);
  expect(stdout).toContain(`ok    breaking of ${removed}: `);
  repository.git('checkout', 'change');
  expect((await repository.check(...ALL, '--fail-on', 'none')).code).toBe(0);
});

it('names may be given one by one, from the folder where one stands', async () => {
  const named = [kept, added, removed].flatMap((name) => ['--spec', name]);
  const { code, stdout } = await repository.check(...named, '--base', 'main:');
  expect(code).toBe(1);
  expect(stdout.match(/^(?:ok|drift) .*?:/gm)).toEqual([
    `ok    breaking of ${kept}:`,
    `ok    breaking of ${added}:`,
    `drift breaking of ${removed}:`,
  ]);
});

it('one document may be new or gone too', async () => {
  const one = (spec: string, base: string): ReturnType<Repository['check']> =>
    repository.check('--spec', spec, '--base', base);
  expect(await one(added, 'main')).toMatchObject({ code: 0 });
  expect(await one(removed, 'main')).toMatchObject({ code: 1 });
  // An explicit path must exist.
  expect(await one(added, `main:${added}`)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(`^There is no ${added} in main; its OpenAPI`) as string,
  });
  expect(await one('services/none.yaml', 'main')).toMatchObject({
    code: 2,
    stderr: 'There is no document at services/none.yaml\n',
  });
});

it('a document that was moved is compared with what it was', async () => {
  repository.branch('moved');
  const moved = 'services/moved/openapi.yaml';
  repository.commit({ [shorter]: undefined, [moved]: documentOf({ most: 7 }) });
  const { stdout } = await repository.check(...ALL);
  repository.git('checkout', 'change');
  expect(stdout).toMatch(
    new RegExp(`^drift breaking of ${moved}: .*\n {6}${moved}:8: POST /names: `, 'm'),
  );
  expect(stdout).not.toContain(shorter);
});

it('the document itself is checked too', async () => {
  const { stdout } = await repository.check(...ALL, '--only', 'document,breaking');
  expect(stdout.match(/^(?:ok|drift) .*?:/gm)).toEqual([
    ...[`ok    document of ${added}:`, `ok    breaking of ${added}:`],
    ...[`ok    document of ${kept}:`, `ok    breaking of ${kept}:`],
    `drift breaking of ${removed}:`,
    ...[`ok    document of ${shorter}:`, `drift breaking of ${shorter}:`],
  ]);
});

it('each format tells the documents apart', async () => {
  const inFormat = async (format: string): Promise<string> =>
    (await repository.check(...ALL, '--format', format)).stdout;
  const report = JSON.parse(await inFormat('json')) as {
    readonly findings: { readonly document: string }[];
    readonly comparisons: { readonly document: string; readonly changes: object[] }[];
  };
  expect(report.findings.map(({ document }) => document)).toEqual([removed, shorter]);
  expect(report.comparisons.map(({ document, changes }) => [document, changes.length])).toEqual([
    [added, 1],
    [kept, 0],
    [removed, 1],
    [shorter, 1],
  ]);
  expect(await inFormat('github')).toContain(`::error file=${removed},title=breaking of `);
  expect(await inFormat('junit')).toContain(`<testcase name="breaking of ${kept}"`);
  const markdown = await inFormat('markdown');
  expect(markdown).toContain(`| ✗ | **breaking of ${removed}** |`);
  expect(markdown).toContain(`## The interface of \`${shorter}\`, from 1.0.0 to 1.0.0`);
  expect(markdown).toContain(`## The interface of \`${added}\`, to 1.0.0`);
});

it.each([
  [['--spec', 'none/*.yaml', '--base', 'main'], 'No document is called none/*.yaml\n'],
  [
    [...ALL.slice(0, 2), '--base', `main:${kept}`],
    `--base must be a commit, tag or branch of git where there are several documents, not "main:${kept}"\n`,
  ],
  [
    [...ALL, '--only', 'handlers'],
    'The check "handlers" is of one document; --spec names several\n',
  ],
])('ends with 2 for %j', async (args, stderr) => {
  expect(await repository.check(...args)).toMatchObject({ code: 2, stderr });
});
