import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_OUT, ROOT } from '../cli/package-files';
import { readRegularFile, writeRegularFile } from '../cli/regular-file';
import { projectOf } from '../document/read/bundle/document-folder';
import { type SeenFiles, stateOnDisk, textHash } from '../document/read/seen-files';
import type { GeneratedFiles } from './generate';
import { hasStray, withLineFeeds } from './output';
import { generateOptions, type WriteCall } from './project-options';
import { installedTools } from './tools';

/**
 * What the last generation gave. Where nothing that decided it has changed, and the files are still there, the next one
 * would give the same, and is left out.
 */

/** What it said and wrote. */
export interface Result {
  /** The absolute paths of the files that the document was read from. */
  readonly sources: readonly string[];
  /** What it said of the document on standard error. */
  readonly notices: string;
  /** The names of the generated files. */
  readonly files: readonly string[];
}

interface Kept extends Result {
  /** The paths that were looked at to read the document. */
  readonly seen: readonly string[];
  /** The hash of all this, and of all that it depends on. */
  readonly seal: string;
}

/**
 * In the folder of the package, and so gone with it. A checkout has none: its code changes from one call to the next.
 */
const CACHE =
  path.basename(path.dirname(ROOT)) === 'node_modules'
    ? path.join(ROOT, 'dist', 'generated.cache')
    : undefined;

/** The compiled code of the package. */
const CODE = path.dirname(__dirname);

export class LastGeneration {
  private constructor(
    private readonly file: string,
    private readonly call: WriteCall,
    /** All that decides the result, but for the files of the document. */
    private readonly conditions: unknown,
  ) {}

  /** That of a call; undefined where it cannot be told what decides the result, as with extensions. */
  static of(call: WriteCall): LastGeneration | undefined {
    const { spec, out, extensions } = call;
    const folder = path.resolve(out);
    if (CACHE === undefined || extensions !== undefined || folder === DEFAULT_OUT) return undefined;
    try {
      const place = [process.cwd(), call];
      const conditions = [
        place,
        generateOptions(folder, call),
        projectOf(path.dirname(realpathSync(spec))),
        [process.version, installedTools(), codeState()],
      ];
      // Few names, which are used again and again: nothing heaps up in the package. Calls of one project have their own.
      const name = place.map((each) => hashOf(each).slice(0, 2)).join('');
      const file = path.join(CACHE, `${name}.json`);
      return new LastGeneration(file, call, conditions);
    } catch {
      // What is missing is said by the generation itself.
      return undefined;
    }
  }

  /** What it gave; undefined where another one would give, or has to write, something else. */
  unchanged(): Result | undefined {
    const { out } = this.call;
    try {
      const { seal, ...kept } = JSON.parse(readRegularFile(this.file)) as Kept;
      const seen = kept.seen.map((file) => [file, stateOnDisk(file)] as const);
      const hashes = kept.files.map((file) =>
        textHash(withLineFeeds(readRegularFile(path.join(out, file)))),
      );
      const isSame = seal === this.seal(kept, seen, hashes);
      return isSame && !hasStray(out, kept.files) ? kept : undefined;
    } catch {
      // Nothing is kept, or nothing that can be read.
      return undefined;
    }
  }

  keep(seen: SeenFiles, files: GeneratedFiles, said: Omit<Result, 'files'>): void {
    const hashes = [...files.values()].map(textHash);
    const result = { ...said, files: [...files.keys()], seen: [...seen.keys()] };
    const kept: Kept = { ...result, seal: this.seal(result, [...seen], hashes) };
    try {
      mkdirSync(path.dirname(this.file), { recursive: true });
      writeRegularFile(this.file, JSON.stringify(kept));
    } catch {
      // Packages may be where nobody may write: then the next generation does all again.
    }
  }

  private seal(
    { sources, notices, files }: Result,
    seen: readonly (readonly [file: string, state: string])[],
    hashes: readonly string[],
  ): string {
    return hashOf([this.conditions, sources, notices, files, seen, hashes]);
  }
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** Which code runs: two packages of a version may differ, and one may be edited where it is installed. */
function codeState(): string[] {
  const entries = readdirSync(CODE, { recursive: true, withFileTypes: true });
  const modules = entries.filter(({ name }) => name.endsWith('.js'));
  const states = modules.map(({ parentPath, name }) => {
    const file = path.join(parentPath, name);
    const { size, mtimeMs } = statSync(file);
    return `${file} ${size} ${mtimeMs}`;
  });
  return states.sort();
}
