import path from 'node:path';
import ts from 'typescript';

/** What the compiler says of files, at its strictest, one line each; modules are as in this project. */
export function compileErrors(files: readonly string[]): string[] {
  return compile(files).map(({ file, line, message }) => `${file}:${line} ${message}`);
}

/** A complaint of the compiler and where it is. */
export interface CompileError {
  /** The name of the file, without its folder. */
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

export function compile(files: readonly string[]): CompileError[] {
  const program = ts.createProgram([...files], {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    isolatedModules: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    types: [],
    typeRoots: [],
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => ({
    file: path.basename(file?.fileName ?? ''),
    line: file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1,
    message: ts.flattenDiagnosticMessageText(messageText, ' '),
  }));
}
