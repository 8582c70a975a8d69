import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { scaffold } from '../../../src/tools/scaffold/command';
import type { NewProject } from '../../support/new-project';
import { copyProject } from '../../support/project-copy';
import { runInFolder } from '../../support/run-in-process';
import { runIn } from '../../support/run-script';
import { ALL_WRITTEN, FOR_TESTS, GET_TREE, projectOf, PUT_TREE_TEST } from './scaffolded-trees';

const handlersOf = ({ folder: at }: NewProject): string[] =>
  readdirSync(path.join(at, 'src', 'handlers')).sort();

describe('trellis scaffold', () => {
  const project = projectOf('trees', FOR_TESTS);
  const read = (file: string): string => readFileSync(path.join(project.folder, file), 'utf8');

  it('writes a handler and a test for each operation', () => {
    expect(project.trellis('scaffold')).toEqual({
      code: 0,
      stderr: '',
      stdout: ALL_WRITTEN,
    });
    expect(read('src/handlers/getTree.ts')).toBe(GET_TREE);
    expect(read('test/handlers/putTree.test.ts')).toBe(PUT_TREE_TEST);
  });

  it('changes no file, and writes no test beside a handler that is there', () => {
    writeFileSync(path.join(project.folder, 'src/handlers/getTree.ts'), 'mine\n');
    writeFileSync(path.join(project.folder, 'test/handlers/putTree.test.ts'), 'mine too\n');
    project.remove('src/handlers/putTree.ts');
    project.remove('test/handlers/getTree.test.ts');
    expect(project.trellis('scaffold')).toMatchObject({
      code: 0,
      stdout: 'wrote src/handlers/putTree.ts\nopenapi.yaml has 2 operations; 1 had no handler\n',
    });
    expect(read('src/handlers/getTree.ts')).toBe('mine\n');
    expect(read('test/handlers/putTree.test.ts')).toBe('mine too\n');
    expect(project.trellis('scaffold')).toMatchObject({
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

it('trellis scaffold ends with 2 for an unknown option', () => {
  const { code, stderr } = projectOf('unknown', {}).trellis('scaffold', '--handler', 'a');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^Unknown option '--handler'; did you mean "--handlers"\?/);
});

it('npm run scaffold writes what an operation of the plant store needs', () => {
  const copy = copyProject();
  try {
    const spec = path.join(copy.folder, 'spec', 'openapi.yaml');
    const operation =
      '\n  /plants/all:\n    delete:\n      operationId: removePlants\n      responses: { 204: { description: Gone } }\ncomponents:\n';
    writeFileSync(spec, readFileSync(spec, 'utf8').replace('\ncomponents:\n', operation));
    mkdirSync(path.join(copy.folder, 'test', 'plants'), { recursive: true });
    writeFileSync(path.join(copy.folder, 'test', 'plants', 'service.ts'), '');
    expect(runIn(copy.folder, 'scaffold', [])).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        'wrote src/plant-store/plants/handlers/removePlants.ts',
        'wrote test/plants/handlers/removePlants.test.ts',
        'spec/openapi.yaml has 2 operations; 1 had no handler\n',
      ].join('\n'),
    });
    const read = (file: string): string => readFileSync(path.join(copy.folder, file), 'utf8');
    expect(read('src/plant-store/plants/handlers/removePlants.ts')).toContain(
      "import type { Handler } from '../handler';\n\n/** DELETE /plants/all */\nexport const removePlants: Handler<'removePlants'> = notImplemented;\n",
    );
    expect(read('test/plants/handlers/removePlants.test.ts')).toMatch(
      /^import \{ useService \} from '\.\.\/service';\n/,
    );
  } finally {
    copy.remove();
  }
});
