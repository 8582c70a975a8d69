import path from 'node:path';

/**
 * The program of the native TypeScript compiler for this platform. The script of its package would leave
 * it behind when it is ended.
 *
 * @throws Error when there is none for this platform, or optional packages were not installed
 */
export function nativeCompiler(): string {
  const name = process.platform === 'win32' ? 'tsc.exe' : 'tsc';
  const platform = `@typescript/typescript-${process.platform}-${process.arch}`;
  return path.join(path.dirname(require.resolve(`${platform}/package.json`)), 'lib', name);
}
