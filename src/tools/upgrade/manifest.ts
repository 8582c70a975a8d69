import { CommandError, RUNTIME } from '../cli';
import type { PlacedPackages } from '../init';
import { FORMER, TOOLS } from './names';
import { isDerived, type UpgradedFile } from './upgraded-file';

type Versions = Readonly<Record<string, string>>;
type Dependencies = Partial<Record<'dependencies' | 'devDependencies', Versions>>;

export const MANIFEST = 'package.json';

/**
 * Where npm gets the former package from; undefined in an upgraded project.
 * @param text that of the package.json
 * @throws CommandError for another project, or none
 */
export function formerDependency(text: string | undefined): string | undefined {
  if (text === undefined) throw new CommandError(`There is no ${MANIFEST} in this folder`);
  const { dependencies, devDependencies } = parse(text);
  const { [FORMER]: former, [RUNTIME]: runtime } = { ...devDependencies, ...dependencies };
  if ((former ?? runtime) !== undefined) return former;
  throw new CommandError(`The ${MANIFEST} of this folder does not depend on ${FORMER}`);
}

function parse(text: string): Dependencies {
  try {
    return Object(JSON.parse(text)) as Dependencies;
  } catch (error) {
    throw new CommandError(`${MANIFEST} is not JSON: ${(error as Error).message}`);
  }
}

/** The generator of types, which comes with the tools. */
const TYPES = /(?<![\w-])openapi-typescript(?![\w-])/g;

/** The files of a project with the two packages in place of the former one. */
export function withPackages(
  files: readonly UpgradedFile[],
  placed: PlacedPackages,
): UpgradedFile[] {
  const own = files.filter((each) => !isDerived(each));
  const named = own.flatMap(({ text }) => text.match(TYPES) ?? []);
  // What names the generator beside the dependency needs it.
  const dropped = named.length === 1 ? named : [];
  const change = `${FORMER} -> ${RUNTIME} (${placed.runtime}) and ${TOOLS} (${placed.tools})`;
  return files.map(({ file, text, changes }) => ({
    file,
    text: file === MANIFEST ? manifestWith(text, placed, dropped) : text,
    changes: file === MANIFEST ? [...changes, change] : changes,
  }));
}

/** The package.json, laid out as before. */
function manifestWith(
  text: string,
  { runtime, tools }: PlacedPackages,
  dropped: readonly string[],
): string {
  const manifest = parse(text);
  const { dependencies = {}, devDependencies = {} } = manifest;
  const own = { [RUNTIME]: runtime };
  const isUsed = FORMER in dependencies;
  const development = { ...devDependencies, ...(!isUsed && own), [TOOLS]: tools };
  const next = {
    ...manifest,
    ...(isUsed && { dependencies: sorted({ ...dependencies, ...own }, []) }),
    devDependencies: sorted(development, dropped),
  };
  const lines = JSON.stringify(next, undefined, /^[ \t]+/m.exec(text)?.[0]);
  const [lineEnd] = /\r?\n/.exec(text) ?? ['\n'];
  return lines.replaceAll('\n', lineEnd) + (text.endsWith('\n') ? lineEnd : '');
}

function sorted(versions: Versions, dropped: readonly string[]): Versions {
  const kept = Object.entries(versions).filter(([name]) => ![FORMER, ...dropped].includes(name));
  return Object.fromEntries(kept.sort(([one], [other]) => (one < other ? -1 : 1)));
}
