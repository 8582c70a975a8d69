import path from 'node:path';
import runtime from '../src/runtime/package.json';
import tools from '../src/tools/package.json';

/** A module that projects import. */
interface PublicExport {
  /** Such as `openapi-trellis/contract`. */
  readonly name: string;
  /** Its source, where it is written in TypeScript. */
  readonly source: string | undefined;
  /** Its declarations, which the build writes unless they are written by hand. */
  readonly types: string;
}

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/** Subpaths for the tools, which are no stable interface. */
const INNER = /^\.\/tools\b/;

/** What the two packages export, except to each other. */
export const publicExports: readonly PublicExport[] = [
  ...exportsIn('runtime', runtime),
  ...exportsIn('tools', tools),
];

function exportsIn(folder: string, { name: own, exports }: Manifest): PublicExport[] {
  const at = (file: string): string => path.join(__dirname, '..', 'src', folder, file);
  return Object.entries(exports).flatMap(([subpath, target]) => {
    if (typeof target === 'string' || INNER.test(subpath)) return [];
    const { types = '', 'openapi-trellis-source': source } = target;
    const name = subpath.replace('.', own);
    return [{ name, types: at(types), source: source === undefined ? undefined : at(source) }];
  });
}
