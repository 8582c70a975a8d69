import path from 'node:path';
import ts from 'typescript';
import { CommandError } from '../../../src/tools/cli/command-line';
import {
  commandFault,
  generateFor,
  readProjectDocument,
} from '../../../src/tools/generate/project';
import { ROOT } from '../root';
import { loadContract, type GeneratedFiles } from '../../../src/tools/generate';
import type { DocumentNotice, SourceDocument } from '../../../src/tools/document';
import type { Layout } from '../../../src/tools/scaffold/layout';
import { scaffoldFiles } from '../../../src/tools/scaffold/scaffold-files';
import { conform } from './conform';
import { exercise, type Exercise } from './exercise';

/** The results for one document. */
export interface Examination {
  readonly name: string;
  /** Number of operations left out for a fault of the document; absent when it is rejected. */
  readonly leftOut?: number;
  readonly generated: boolean;
  readonly compiled: boolean;
  readonly served: boolean;
  /** Absent when it could not be served. */
  readonly exercise?: Exercise;
  /** Why a step failed, with the place. */
  readonly failures: readonly string[];
  /** Bodies of error responses that do not match their document. */
  readonly unfitErrors: readonly string[];
  readonly elapsedMs: number;
}

export interface ExamineOptions {
  readonly checker: TypeChecker;
  /** Duration of the mock's conformance test; undefined skips it. */
  readonly conformanceMs?: number | undefined;
  /** Called at the beginning of each step. */
  readonly onStep: (step: string) => void;
}

/** The assumed folder of a project of ES modules; nothing is written there. */
const PROJECT = path.join(ROOT, 'corpus');

const LAYOUT: Layout = {
  generated: path.join(PROJECT, 'generated'),
  handlers: path.join(PROJECT, 'src', 'handlers'),
  tests: path.join(PROJECT, 'test', 'handlers'),
  handler: undefined,
  dependencies: undefined,
  service: undefined,
  format: 'esm',
};

/** Maximum lines reported for one step. */
const MAX_LINES = 10;

/**
 * Takes a document through every step: reading, generation, type check, start, and requests. It never throws for
 * a failed step.
 */
export async function examine(
  file: string,
  name: string,
  { checker, conformanceMs, onStep }: ExamineOptions,
): Promise<Examination> {
  const start = performance.now();
  const failures: string[] = [];
  const told = new Set<string>();
  const step = async <Result>(
    title: string,
    run: () => Result | Promise<Result>,
  ): Promise<Result | undefined> => {
    onStep(title);
    try {
      return await run();
    } catch (error) {
      // A fault that prevents generation often prevents serving too.
      const lines = describe(error, file).filter((line) => !told.has(line));
      lines.forEach((line) => told.add(line));
      failures.push(...shortened(lines).map((line) => `${title}: ${line}`));
      return undefined;
    }
  };
  const source = await step('read', () => readProjectDocument(file));
  let leftOut = 0;
  const report = ({ severity }: DocumentNotice): void => {
    if (severity === 'left out') leftOut++;
  };
  const { generated, handlers, format } = LAYOUT;
  const how = { report, handlers, module: format };
  const files = source && (await step('generate', () => generateFor(source, generated, how)));
  const faults = files && (await step('compile', () => compileFaults(checker, source, files)));
  failures.push(...shortened(faults ?? []).map((line) => `compile: ${line}`));
  const found = source && (await step('serve', () => serve(source)));
  failures.push(...shortened(found?.failures ?? []).map((line) => `request: ${line}`));
  if (source && found && conformanceMs !== undefined) {
    const findings = await step('conformance', () => conform(source, conformanceMs));
    failures.push(...shortened(findings ?? []).map((line) => `conformance: ${line}`));
  }
  const unfitErrors = shortened(found?.unfitErrors ?? []).map((line) => `error body: ${line}`);
  return {
    name,
    ...(files !== undefined && { leftOut }),
    generated: files !== undefined,
    compiled: faults?.length === 0,
    served: found !== undefined,
    ...(found && { exercise: found }),
    failures,
    unfitErrors,
    elapsedMs: performance.now() - start,
  };
}

/** Compiles generated files, and a scaffolded handler of each operation. */
async function compileFaults(
  checker: TypeChecker,
  { document, faults }: SourceDocument,
  files: GeneratedFiles,
): Promise<string[]> {
  const loaded = loadContract(document, { faults, lazy: true, lazyErrors: true });
  const handlers = await scaffoldFiles(loaded, LAYOUT);
  const texts = new Map([
    ...[...files].map(([name, text]) => [path.join(LAYOUT.generated, name), text] as const),
    ...handlers.map(({ file, text }) => [file, text] as const),
  ]);
  return checker.faultsOf(texts);
}

async function serve(source: SourceDocument): Promise<Exercise> {
  try {
    return await exercise(source);
  } catch (error) {
    throw commandFault(error, source);
  }
}

/** A fault of the document has its place there, a fault of the tool its stack. */
function describe(error: unknown, file: string): string[] {
  if (error instanceof CommandError) return error.message.split('\n');
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const [first = '', at = ''] = text.split('\n');
  return [`${path.basename(file)}: ${first} ${at.trim()}`];
}

function shortened(lines: readonly string[]): string[] {
  if (lines.length <= MAX_LINES) return [...lines];
  return [...lines.slice(0, MAX_LINES), `and ${lines.length - MAX_LINES} more`];
}

/** Settings that users may have, beyond those of this project. */
const STRICTER: ts.CompilerOptions = {
  noImplicitReturns: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
};

/** Compiles files of a project of ES modules, without writing them. */
export class TypeChecker {
  private readonly options = compilerOptions();
  /** Files that all documents share. */
  private readonly shared = new Map<string, ts.SourceFile | undefined>();

  /**
   * @param files by their assumed paths
   * @returns a line for each fault that the compiler finds, with file and place
   */
  faultsOf(files: ReadonlyMap<string, string>): string[] {
    const texts = new Map([...files, [path.join(PROJECT, 'package.json'), '{"type":"module"}']]);
    const sources = [...files.keys()].filter((name) => name.endsWith('.ts'));
    const program = ts.createProgram(sources, this.options, this.hostFor(texts));
    return program
      .getSourceFiles()
      .filter(({ fileName }) => texts.has(path.normalize(fileName)))
      .flatMap((file) => [
        ...program.getSyntacticDiagnostics(file),
        ...program.getSemanticDiagnostics(file),
      ])
      .map(describeDiagnostic);
  }

  private hostFor(texts: ReadonlyMap<string, string>): ts.CompilerHost {
    const host = ts.createCompilerHost(this.options);
    const fromDisk = host.getSourceFile.bind(host);
    return {
      ...host,
      directoryExists: (name) => isInProject(name) || ts.sys.directoryExists(name),
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

function isInProject(name: string): boolean {
  const relative = path.relative(PROJECT, name);
  return !relative.startsWith('..') && !relative.includes('node_modules');
}

function compilerOptions(): ts.CompilerOptions {
  const file = path.join(ROOT, 'tsconfig.json');
  const { config } = ts.readConfigFile(file, (name) => ts.sys.readFile(name)) as {
    config: Record<string, unknown>;
  };
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, ROOT);
  return { ...options, ...STRICTER, noEmit: true, types: ['node'] };
}

function describeDiagnostic({ file, start = 0, messageText }: ts.Diagnostic): string {
  const message = ts.flattenDiagnosticMessageText(messageText, ' ');
  if (file === undefined) return message;
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return `${path.basename(file.fileName)}:${line + 1}:${character + 1}: ${message}`;
}
