import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { blocksOf, changed, fileIn } from '../support/pages';
import { recipes } from '../support/recipes';
import { temporaryFolder } from '../support/temporary-folder';

/** The code of docs/cookbook/node-sqlite.md, by a Node that has it: npm run test:newest runs this on Node 26. */

const FILE = 'src/dependencies.ts';
const folder = temporaryFolder();

function blockOf(recipe: string): string {
  return blocksOf(recipes.get(recipe)!).find(({ lead }) => fileIn(lead) === FILE)!.text;
}

const inNode = isBuiltin('node:sqlite') ? it : it.skip;

inNode('counts visits in a file, from one start to the next', () => {
  const text = blockOf('node-sqlite').split('\n\n').reduce(changed, blockOf('sqlite'));
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  writeFileSync(path.join(folder, 'dependencies.cjs'), outputText);
  const visits =
    "const { visit } = require('./dependencies.cjs').createDependencies(); visit().then(visit).then(console.log)";
  const env = { DATABASE_FILE: path.join(folder, 'visits.db') };
  for (const want of ['2\n', '4\n']) {
    const run = spawnSync(process.execPath, ['-e', visits], { cwd: folder, env, encoding: 'utf8' });
    expect({ code: run.status, stdout: run.stdout }).toEqual({ code: 0, stdout: want });
  }
});
