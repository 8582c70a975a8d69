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
 * The result of the last generation. If none of its inputs has changed and the files still exist, the next generation
 * would give the same result and is skipped.
 */

/** The messages and files of a generation. */
export interface Result {
  /** The absolute paths of the document's files. */
  readonly sources: readonly string[];
  /** The messages about the document on standard error. */
  readonly notices: string;
  /** The names of the generated files. */
  readonly files: readonly string[];
}

interface Kept extends Result {
  /** The paths looked up to read the document. */
  readonly seen: readonly string[];
  /** A hash of the result and of all its inputs. */
  readonly seal: string;
}

/** Inside the package's folder, and removed with it. A checkout has no cache, since its code changes between calls. */
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
    /** All inputs except the files of the document. */
    private readonly conditions: unknown,
  ) {}

  /** The last generation of a call; undefined where its inputs cannot all be determined, as with extensions. */
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
      // Few names, which are reused: files do not pile up in the package. Calls of one project have different ones.
      const name = place.map((each) => hashOf(each).slice(0, 2)).join('');
      const file = path.join(CACHE, `${name}.json`);
      return new LastGeneration(file, call, conditions);
    } catch {
      // The generation itself reports missing files.
      return undefined;
    }
  }

  /** The last result; undefined if another generation would give or write something else. */
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
      // Nothing readable is stored.
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
      // The package may be read-only; the next generation then runs in full.
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

/** The state of the code that runs: packages of one version may differ, and one may be edited where it is installed. */
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
