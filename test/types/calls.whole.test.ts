import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generate } from '../../src/tools/generate/command';
import { compile, compileClassic, compileErrors, type MarkedError } from '../support/compile';
import { runInProcess } from '../support/run-in-process';
import { linkPackages, temporaryFolder } from '../support/temporary-folder';
import { CALL_ROWS } from './call-rows';

/** The types of calls, by the files that users have. */

const folder = temporaryFolder();
const written = (name: string): string => path.join(folder, name);

let classic: readonly MarkedError[] = [];
beforeAll(async () => {
  linkPackages(folder, 'openapi-fetch', 'openapi-typescript-helpers', '@types');
  const spec = path.join(__dirname, '..', 'runtime', 'client', 'press.yaml');
  const args = ['--spec', spec, '--out', written('generated'), '--handlers', folder];
  expect(await runInProcess(generate, args)).toMatchObject({ code: 0 });
  copyFileSync(path.join(__dirname, '..', 'fixtures', 'calls.ts'), written('calls.ts'));
  for (const [index, [source]] of CALL_ROWS.entries()) {
    const text = `import { typedCalls } from 'openapi-trellis/client';
import type { operations } from './generated/client-types';
import { contract } from './generated/contract';
const call = typedCalls<operations>(() => Promise.reject(), { contract });
void ${source};
`;
    writeFileSync(written(`row${index}.ts`), text);
  }
  classic = compileClassic(CALL_ROWS.map((_, index) => written(`row${index}.ts`)));
});

it('calls with a query, a body, a file, a download and streams compile without a cast', () => {
  expect(compileErrors([written('calls.ts')])).toEqual([]);
});

it.each(CALL_ROWS.map(([source, marked], index) => [source, marked, index] as const))(
  'marks what is wrong in %s',
  (_, marked, index) => {
    const errors = classic.filter(({ file }) => file === `row${index}.ts`);
    expect(errors.map((error) => error.marked)).toEqual([marked]);
  },
);

it('both compilers agree on the lines', () => {
  const files = CALL_ROWS.map((_, index) => written(`row${index}.ts`));
  expect(
    compile(files)
      .map(({ file }) => file)
      .sort(),
  ).toEqual(files.map((each) => path.basename(each)).sort());
});
