import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../cli';
import type { ModuleFormat } from '../generate';

/** Paths in the new project, with forward slashes, to the text of the file. */
export type ProjectFiles = ReadonlyMap<string, string>;

/** Services whose handlers are written, each a folder of `template/examples/`. */
export const PROJECT_EXAMPLES = ['notes', 'print-shop'] as const;

export type ProjectExample = (typeof PROJECT_EXAMPLES)[number];

export function exampleSpec(name: ProjectExample): string {
  return path.join(ROOT, 'template', 'examples', name, 'spec', 'openapi.yaml');
}

/**
 * Reads a folder of `template/`. A name that begins with "_" there begins with "." in the project: npm packs
 * neither `.gitignore` nor `.npmrc`.
 *
 * @param values what stands for `{{name}}` in its texts
 */
export function readTemplate(
  name: 'project' | `examples/${ProjectExample}` | 'jest' | 'jest-commonjs' | 'vitest',
  values: Readonly<Record<string, string>> = {},
): ProjectFiles {
  const folder = path.join(ROOT, 'template', name);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  return new Map(
    files.sort().map((file) => {
      const text = readFileSync(path.join(folder, file), 'utf8');
      return [projectPath(file), filled(text, values)];
    }),
  );
}

function projectPath(file: string): string {
  return file.split(path.sep).join('/').replace(/^_/, '.');
}

function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}

/** Imports of files of the project end in `.js` as ES modules have it; in CommonJS, Jest finds TypeScript without. */
export function inFormat(text: string, format: ModuleFormat): string {
  return format === 'esm' ? text : text.replaceAll(/( from '\.[^']*)\.js';/g, "$1';");
}
