import { spawnSync } from 'node:child_process';
import path from 'node:path';
import ts from 'typescript';
import { nativeCompiler } from '../../src/tools/cli/optional-packages';

const ROOT = path.join(__dirname, '..', '..');
const TYPES = path.join(ROOT, 'node_modules', '@types');
/** For files of this checkout; others have the packages as users do. */
const FROM_SOURCE = ['--customConditions', 'openapi-trellis-source'];

/** The strictest compiler settings; module settings as in this project. */
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

export function compileErrors(files: readonly string[]): string[] {
  return compile(files).map(({ file, line, message }) => `${file}:${line} ${message}`);
}

export interface CompileError {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The error code and text, which may have several lines. */
  readonly message: string;
}

/** @throws Error if the compiler fails without an error in a file */
export function compile(files: readonly string[]): CompileError[] {
  const isOwn = files.every((file) => file.startsWith(ROOT));
  const settings = isOwn ? [...SETTINGS, ...FROM_SOURCE] : SETTINGS;
  const { status, stdout, stderr, error } = spawnSync(nativeCompiler(), [...settings, ...files], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  // The further lines of a message are indented.
  const errors = stdout.split(/\n(?! )/).flatMap((text): CompileError[] => {
    const [, file, line, column, message] =
      /^(.+)\((\d+),(\d+)\): error (.+)$/s.exec(text.trim()) ?? [];
    if (file === undefined || message === undefined) return [];
    return [{ file: path.basename(file), line: Number(line), column: Number(column), message }];
  });
  if (status !== 0 && errors.length === 0) throw error ?? new Error(stdout + stderr);
  return errors;
}

/** An error of TypeScript 5.9, which also marks its text. */
export interface MarkedError extends CompileError {
  readonly marked: string;
}

/** The settings of the native compiler, for TypeScript 5.9. */
export const CLASSIC_SETTINGS: ts.CompilerOptions = {
  noEmit: true,
  isolatedModules: true,
  skipLibCheck: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.NodeNext,
  types: ['node'],
  typeRoots: [path.join(__dirname, '..', '..', 'node_modules', '@types')],
};

export function compileClassic(files: readonly string[]): MarkedError[] {
  const host = ts.createCompilerHost(CLASSIC_SETTINGS);
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  const program = ts.createProgram([...files], CLASSIC_SETTINGS, host);
  return files.flatMap((name) => {
    const file = program.getSourceFile(name);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      (diagnostic) => markedError(diagnostic),
    );
  });
}

function markedError({
  file,
  start = 0,
  length = 0,
  code,
  messageText,
}: ts.Diagnostic): MarkedError {
  const text = ts.flattenDiagnosticMessageText(messageText, '\n');
  const { line, character } = file?.getLineAndCharacterOfPosition(start) ?? {
    line: 0,
    character: 0,
  };
  return {
    file: path.basename(file?.fileName ?? ''),
    line: line + 1,
    column: character + 1,
    message: `TS${code}: ${text}`,
    marked: file?.text.slice(start, start + length) ?? '',
  };
}
