import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { scaffold } from '../../scripts/scaffold';
import { NewProject } from '../support/new-project';
import { runInFolder } from '../support/run-in-folder';
import { temporaryFolder } from '../support/temporary-folder';

const DOCUMENT = `openapi: 3.1.0
info: { title: Trees, version: 1.0.0 }
paths:
  /trees/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 7, maximum: 7 } }]
    get:
      operationId: getTree
      summary: Read a tree
      description: It may be a shrub.
      responses: { 204: { description: Nothing yet } }
    put:
      operationId: putTree
      requestBody: { required: true, content: { application/json: { schema: { const: { a: 1, b: [true] } } } } }
      responses: { 204: { description: Kept } }
`;

const GET_TREE = `import { notImplemented } from 'plant-store/contract';
import type { Handler } from '../../generated/operations';
import type { Dependencies } from '../dependencies';

/**
 * GET /trees/{id}: Read a tree
 * @description It may be a shrub.
 */
export const getTree: Handler<'getTree', Dependencies> = notImplemented;
`;

const PUT_TREE_TEST = `import { useService } from '../service';

const service = useService();

/** A request that the document allows: PUT /trees/{id} */
const request = {
  method: 'PUT',
  target: '/trees/7',
  headers: {
    'Content-Type': 'application/json',
  },
  body: \`{
  "a": 1,
  "b": [
    true
  ]
}\`,
};

describe('putTree', () => {
  // This fails once the handler is written: expect in its place what the operation does.
  it('is not implemented yet', async () => {
    const response = await service.send(request);
    expect(response.status).toBe(501);
  });
});
`;

const folder = temporaryFolder();

/** Makes a folder of these files. */
function projectOf(name: string, files: Readonly<Record<string, string>>): NewProject {
  const project = new NewProject(path.join(folder, name));
  for (const [file, text] of Object.entries({ 'openapi.yaml': DOCUMENT, ...files })) {
    const target = path.join(project.folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  return project;
}

const handlersOf = ({ folder: at }: NewProject): string[] =>
  readdirSync(path.join(at, 'src', 'handlers')).sort();

describe('plant-store scaffold', () => {
  const project = projectOf('trees', {
    'src/dependencies.ts': 'export type Dependencies = object;\n',
    'test/service.ts': '',
  });
  const read = (file: string): string => readFileSync(path.join(project.folder, file), 'utf8');

  it('writes a handler and a test for each operation', () => {
    expect(project.plantStore('scaffold')).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        'wrote src/handlers/getTree.ts',
        'wrote test/handlers/getTree.test.ts',
        'wrote src/handlers/putTree.ts',
        'wrote test/handlers/putTree.test.ts',
        'openapi.yaml has 2 operations; 2 had no handler\n',
      ].join('\n'),
    });
    expect(read('src/handlers/getTree.ts')).toBe(GET_TREE);
    expect(read('test/handlers/putTree.test.ts')).toBe(PUT_TREE_TEST);
  });

  it('changes no file, and writes no test beside a handler that is there', () => {
    writeFileSync(path.join(project.folder, 'src/handlers/getTree.ts'), 'mine\n');
    writeFileSync(path.join(project.folder, 'test/handlers/putTree.test.ts'), 'mine too\n');
    project.remove('src/handlers/putTree.ts');
    project.remove('test/handlers/getTree.test.ts');
    expect(project.plantStore('scaffold')).toMatchObject({
      code: 0,
      stdout: 'wrote src/handlers/putTree.ts\nopenapi.yaml has 2 operations; 1 had no handler\n',
    });
    expect(read('src/handlers/getTree.ts')).toBe('mine\n');
    expect(read('test/handlers/putTree.test.ts')).toBe('mine too\n');
    expect(project.plantStore('scaffold')).toMatchObject({
      code: 0,
      stdout: 'openapi.yaml has 2 operations; each has a handler\n',
    });
  });
});

it('names handlers of no operation, and leaves them', async () => {
  const project = projectOf('shrubs', {
    'src/handlers/getShrub.ts': "import { help } from './help';\nexport const getShrub = help;\n",
    'src/handlers/help.ts': 'export const help = (): void => undefined;\n',
  });
  const { code, stderr } = await runInFolder(project.folder, scaffold, []);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: [
      'left out: tests, since there is no test/service.ts, which exports useService for them',
      'src/handlers/getShrub.ts is the handler of no operation; remove or rename it\n',
    ].join('\n'),
  });
  expect(handlersOf(project)).toEqual(['getShrub.ts', 'getTree.ts', 'help.ts', 'putTree.ts']);
  const text = readFileSync(path.join(project.folder, 'src/handlers/getTree.ts'), 'utf8');
  expect(text).toContain("Handler<'getTree'> = notImplemented;");
});

it('has the folders that it is given', async () => {
  const project = projectOf('folders', { 'checks/service.ts': '' });
  const folders = ['--handlers', 'domain', '--tests', 'checks/of', '--generated', 'derived/types'];
  const ended = await runInFolder(project.folder, scaffold, folders);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  const [handler, test] = ['domain/getTree.ts', 'checks/of/getTree.test.ts'].map((file) =>
    readFileSync(path.join(project.folder, file), 'utf8'),
  );
  expect(handler).toContain("from '../derived/types/operations';");
  expect(test).toContain("from '../service';");
});

it.each<[string, { given: string[]; want: RegExp }]>([
  ['no document', { given: ['--spec', 'a.yaml'], want: /^There is no document at a\.yaml\n$/ }],
  ['a faulty one', { given: ['--spec', 'bad.yaml'], want: /^bad\.yaml:1: the document must be / }],
  [
    'a file where a folder is to be',
    {
      given: ['--handlers', 'bad.yaml/a'],
      want: /^bad\.yaml\/a\/getTree\.ts cannot be written \(E\w+\)\n$/,
    },
  ],
])('ends with 2 for %s', async (_, { given, want }) => {
  const project = projectOf('faulty', { 'bad.yaml': 'mine' });
  const { code, stderr } = await runInFolder(project.folder, scaffold, given);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(want) as string });
});

it('ends with 2 for an unknown option', () => {
  const { code, stderr } = projectOf('unknown', {}).plantStore('scaffold', '--handler', 'a');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^Unknown option '--handler'; did you mean "--handlers"\?/);
});
