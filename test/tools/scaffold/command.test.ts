import { readFileSync } from 'node:fs';
import path from 'node:path';
import { scaffold } from '../../../src/tools/scaffold/command';
import { runInFolder } from '../../support/run-in-process';
import { ALL_WRITTEN, FOR_TESTS, GET_TREE, projectOf, PUT_TREE_TEST } from './scaffolded-trees';
import { itEach } from '../../support/it-each';

/** Where no handler is there yet; scaffold.whole.test.ts has those, and runs the commands. */

/** A handler without the import of this package, which is named otherwise where it is not compiled. */
const withoutFirstLine = (text: string): string => text.slice(text.indexOf('\n'));

it('writes a handler and a test for each operation', async () => {
  const { folder } = projectOf('trees', FOR_TESTS);
  expect(await runInFolder(folder, scaffold, [])).toEqual({
    code: 0,
    stderr: '',
    stdout: ALL_WRITTEN,
  });
  const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
  expect(withoutFirstLine(read('src/handlers/getTree.ts'))).toBe(withoutFirstLine(GET_TREE));
  expect(read('test/handlers/putTree.test.ts')).toBe(PUT_TREE_TEST);
});

itEach<[handler: string, want: RegExp]>({
  'of the project, where it has one': [
    'export type Handler<Id extends OperationId> = HandlerOf<Id, Dependencies>;\n',
    /import type \{ Handler \} from '\.\.\/handler';\n\n[^]*: Handler<'getTree'> = notImplemented;\n$/,
  ],
  'of generated files, where what is called a handler is something else': [
    'export const handler = async (event: object): Promise<object> => event;\n',
    /operations';\nimport type \{ Dependencies \} [^]*: Handler<'getTree', Dependencies> = notImplemented;\n$/,
  ],
})('writes handlers in the type %s', async (name, handler, want) => {
  const { folder } = projectOf(name, { ...FOR_TESTS, 'src/handler.ts': handler });
  expect(await runInFolder(folder, scaffold, [])).toMatchObject({ code: 0, stdout: ALL_WRITTEN });
  expect(readFileSync(path.join(folder, 'src/handlers/getTree.ts'), 'utf8')).toMatch(want);
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

itEach<[given: string[], want: RegExp]>({
  'no document': [['--spec', 'a.yaml'], /^There is no document at a\.yaml\n$/],
  'a faulty one': [['--spec', 'bad.yaml'], /^bad\.yaml:1: the document must be /],
  'a file where a folder is to be': [
    ['--handlers', 'bad.yaml/a'],
    /^bad\.yaml\/a\/getTree\.ts cannot be written \(E\w+\)\n$/,
  ],
})('ends with 2 for %s', async (_, given, want) => {
  const project = projectOf('faulty', { 'bad.yaml': 'mine' });
  const { code, stderr } = await runInFolder(project.folder, scaffold, given);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(want) as string });
});
