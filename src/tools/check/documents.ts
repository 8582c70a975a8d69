import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { CommandError } from '../cli';
import { usualDocument } from '../generate';
import { isSamePath, namesInBase } from './breaking/base-document';

interface NamedDocuments {
  readonly documents: readonly string[];
  /** True if there may be several, so findings name their document. */
  readonly isSeveral: boolean;
}

/**
 * The documents that `--spec` names: files, and patterns with `*` for any name and `**` for any folders. A pattern
 * also matches documents that only the base has.
 * @throws CommandError if a pattern matches nothing, or if there is no document in the default place
 */
export function namedDocuments(
  given: readonly string[] | undefined,
  base: string | undefined,
): NamedDocuments {
  if (given === undefined) return { documents: [usualDocument()], isSeveral: false };
  const documents = [
    ...new Set(given.flatMap((each) => (isPattern(each) ? matches(each, base) : [each]))),
  ];
  const isSeveral = given.length > 1 || given.some(isPattern);
  if (isSeveral && base !== undefined && !isSamePath(base)) {
    throw new CommandError(
      `--base must be a commit, tag or branch of git where there are several documents, not "${base}"`,
    );
  }
  return { documents, isSeveral };
}

function isPattern(name: string): boolean {
  return /[*?]/.test(name) && !existsSync(name);
}

function matches(pattern: string, base: string | undefined): string[] {
  const normal = path.posix.normalize(pattern);
  const [folder = ''] = /^(?:[^*?/]*\/)*/.exec(normal) ?? [];
  const names = [
    ...filesIn(folder === '' ? '.' : folder),
    ...(base === undefined ? [] : namesInBase(base)),
  ];
  const expression = expressionFor(normal);
  const found = names.filter((name) => expression.test(name));
  if (found.length === 0) throw new CommandError(`No document is called ${pattern}`);
  return found.sort();
}

/** The files in and below a folder, except for installed and hidden ones. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (!entry.isDirectory()) return [name];
    return /^\.|^node_modules$/.test(entry.name) ? [] : filesIn(name);
  });
}

const WILD: Readonly<Record<string, string>> = {
  '**/': '(?:.*/)?',
  '**': '.*',
  '*': '[^/]*',
  '?': '[^/]',
};

function expressionFor(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[\\^$.+()[\]{}|]/g, String.raw`\$&`)
    .replaceAll(/\*\*\/|\*\*|\*|\?/g, (wild) => WILD[wild] ?? '');
  return new RegExp(`^${source}$`);
}
