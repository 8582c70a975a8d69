import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { copyProject } from '../support/project-copy';
import { runIn } from '../support/run-script';

it('npm run scaffold writes what an operation of the plant store needs', () => {
  const copy = copyProject();
  try {
    const spec = path.join(copy.folder, 'spec', 'openapi.yaml');
    const operation =
      '\n  /plants/all:\n    delete:\n      operationId: removePlants\n      responses: { 204: { description: Gone } }\ncomponents:\n';
    writeFileSync(spec, readFileSync(spec, 'utf8').replace('\ncomponents:\n', operation));
    mkdirSync(path.join(copy.folder, 'test', 'support'), { recursive: true });
    expect(runIn(copy.folder, 'scaffold.ts', [])).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        'wrote src/plants/handlers/removePlants.ts',
        'wrote test/plants/handlers/removePlants.test.ts',
        'spec/openapi.yaml has 2 operations; 1 had no handler\n',
      ].join('\n'),
    });
    const read = (file: string): string => readFileSync(path.join(copy.folder, file), 'utf8');
    expect(read('src/plants/handlers/removePlants.ts')).toContain(
      "export const removePlants: Handler<'removePlants', PlantDependencies> = notImplemented;\n",
    );
    expect(read('test/plants/handlers/removePlants.test.ts')).toMatch(
      /^import \{ useService \} from '\.\.\/\.\.\/support\/use-service';\n/,
    );
  } finally {
    copy.remove();
  }
});
