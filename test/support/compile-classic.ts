import path from 'node:path';
import ts from 'typescript';
import type { CompileError } from './compile';

/** What TypeScript 5.9 marks, beside what the native compiler says too. */
export interface MarkedError extends CompileError {
  /** The text that is marked. */
  readonly marked: string;
}

/** The same settings as those of compile.ts. */
const SETTINGS: ts.CompilerOptions = {
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

/** What TypeScript 5.9 says of files, in one program. */
export function compileClassic(files: readonly string[]): MarkedError[] {
  const host = ts.createCompilerHost(SETTINGS);
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  const program = ts.createProgram([...files], SETTINGS, host);
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
