import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { NewProject } from './new-project';
import { blocksOf, changed, fileIn, type PageBlock } from './pages';

const FOLDER = path.join(__dirname, '..', '..', 'docs', 'cookbook');

/** The text of each page of docs/cookbook, by file name without `.md`. */
export const recipes: ReadonlyMap<string, string> = new Map(
  readdirSync(FOLDER).map((file) => {
    return [path.basename(file, '.md'), readFileSync(path.join(FOLDER, file), 'utf8')];
  }),
);

/** Recipes that build on another one. */
const BASES: Readonly<Record<string, string>> = { postgresql: 'sqlite', 'node-sqlite': 'sqlite' };

/** A block with the content of a file, or a `diff` of it, with an empty line between two hunks. */
interface FileBlock extends PageBlock {
  readonly file: string;
}

/** The files of a recipe, after those of the recipe it builds on. */
function filesOf(name: string): FileBlock[] {
  const base = BASES[name];
  const own = blocksOf(recipes.get(name)!).flatMap((block) => {
    const file = block.language === 'sh' ? undefined : fileIn(block.lead);
    if (file === undefined && block.language === 'ts') throw new Error(`no file: ${block.text}`);
    return file === undefined ? [] : [{ ...block, file }];
  });
  return [...(base === undefined ? [] : filesOf(base)), ...own];
}

/** Follows a recipe in a new project of its document, and generates. @throws Error if a command fails */
export function makeRecipe(within: string, name: string): NewProject {
  const project = new NewProject(path.join(within, name));
  const files = filesOf(name);
  const spec = files.find(({ file }) => file === 'spec/openapi.yaml');
  writeFileSync(path.join(within, 'openapi.yaml'), spec!.text);
  done(project.init('--spec', 'openapi.yaml'));
  for (const { file, language, text } of files) {
    const target = path.join(project.folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    const places = language === 'diff' ? text.split('\n\n') : [];
    writeFileSync(
      target,
      places.reduce(changed, places.length > 0 ? readFileSync(target, 'utf8') : text),
    );
  }
  project.link();
  done(project.script('generate'));
  return project;
}

function done({ code, stdout, stderr }: ReturnType<NewProject['init']>): void {
  // A page with a warning needs a correction.
  if (code !== 0 || stderr !== '') throw new Error(stdout + stderr);
}
