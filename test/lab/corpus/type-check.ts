import path from 'node:path';
import ts from 'typescript';
import type { GeneratedFiles } from '../../../src/generate/index';
import { ROOT } from '../../../src/cli/package-files';

/** Compiles generated files with the project's own settings, without writing them. */
export class TypeChecker {
  private readonly options = compilerOptions();
  /** What does not change from one document to the next. */
  private readonly shared = new Map<string, ts.SourceFile | undefined>();

  /**
   * @param folder where the files would be, which is where their imports lead from
   * @returns a line for each fault that the compiler finds, with file and place
   */
  faultsOf(files: GeneratedFiles, folder: string): string[] {
    const texts = new Map(
      [...files]
        .filter(([name]) => name.endsWith('.ts'))
        .map(([name, text]) => [path.join(folder, name), text]),
    );
    const host = this.hostFor(texts, path.normalize(folder));
    const program = ts.createProgram([...texts.keys()], this.options, host);
    return program
      .getSourceFiles()
      .filter(({ fileName }) => texts.has(path.normalize(fileName)))
      .flatMap((file) => [
        ...program.getSyntacticDiagnostics(file),
        ...program.getSemanticDiagnostics(file),
      ])
      .map(describe);
  }

  private hostFor(texts: ReadonlyMap<string, string>, folder: string): ts.CompilerHost {
    const host = ts.createCompilerHost(this.options);
    const fromDisk = host.getSourceFile.bind(host);
    return {
      ...host,
      directoryExists: (name) => path.normalize(name) === folder || ts.sys.directoryExists(name),
      fileExists: (file) => texts.has(path.normalize(file)) || host.fileExists(file),
      readFile: (file) => texts.get(path.normalize(file)) ?? host.readFile(file),
      getSourceFile: (file, languageVersion) => {
        const text = texts.get(path.normalize(file));
        if (text !== undefined) return ts.createSourceFile(file, text, languageVersion);
        if (!this.shared.has(file)) this.shared.set(file, fromDisk(file, languageVersion));
        return this.shared.get(file);
      },
    };
  }
}

function compilerOptions(): ts.CompilerOptions {
  const file = path.join(ROOT, 'tsconfig.json');
  const { config } = ts.readConfigFile(file, (name) => ts.sys.readFile(name)) as {
    config: Record<string, unknown>;
  };
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, ROOT);
  return { ...options, noEmit: true, types: ['node'] };
}

function describe({ file, start = 0, messageText }: ts.Diagnostic): string {
  const message = ts.flattenDiagnosticMessageText(messageText, ' ');
  if (file === undefined) return message;
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return `${path.basename(file.fileName)}:${line + 1}:${character + 1}: ${message}`;
}
