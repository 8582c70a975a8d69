import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { nativeCompiler } from '../../src/cli/optional-packages';

const TYPES = path.join(__dirname, '..', '..', 'node_modules', '@types');

/** The compiler at its strictest; modules are as in this project. */
const SETTINGS = [
  ...['--ignoreConfig', '--noEmit', '--pretty', 'false', '--isolatedModules', '--skipLibCheck'],
  ...['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'],
  ...[
    '--target',
    'es2023',
    '--lib',
    'es2023',
    '--module',
    'nodenext',
    '--types',
    'node',
    '--typeRoots',
    TYPES,
  ],
];

/** What the compiler says of files, one line each. */
export function compileErrors(files: readonly string[]): string[] {
  return compile(files).map(({ file, line, message }) => `${file}:${line} ${message}`);
}

/** A complaint of the compiler and where it is. */
export interface CompileError {
  /** The name of the file, without its folder. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** With its code, and in lines. */
  readonly message: string;
}

/** @throws Error when the compiler fails and does not say where */
export function compile(files: readonly string[]): CompileError[] {
  const { status, stdout, stderr, error } = spawnSync(nativeCompiler(), [...SETTINGS, ...files], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  // Lines behind the first of a message are indented.
  const errors = stdout.split(/\n(?! )/).flatMap((text): CompileError[] => {
    const [, file, line, column, message] =
      /^(.+)\((\d+),(\d+)\): error (.+)$/s.exec(text.trim()) ?? [];
    if (file === undefined || message === undefined) return [];
    return [{ file: path.basename(file), line: Number(line), column: Number(column), message }];
  });
  if (status !== 0 && errors.length === 0) throw error ?? new Error(stdout + stderr);
  return errors;
}
