import path from 'node:path';
import { CommandError } from '../../../src/cli/command-line';
import { commandFault, generateFor, readProjectDocument } from '../../../src/generate/project';
import { ROOT } from '../../../src/cli/package-files';
import type { DocumentNotice, GeneratedFiles, SourceDocument } from '../../../src/generate/index';
import { conform } from './conform';
import { exercise, type Exercise } from './exercise';
import type { TypeChecker } from './type-check';

/** What became of one document. */
export interface Examination {
  readonly name: string;
  /** Operations that are left out, because of a fault of the document; absent when it is refused. */
  readonly leftOut?: number;
  readonly generated: boolean;
  readonly compiled: boolean;
  readonly served: boolean;
  /** Absent when it could not be served. */
  readonly exercise?: Exercise;
  /** Why a step did not succeed, with the place. */
  readonly failures: readonly string[];
  /** Bodies of error responses that do not fit their document. */
  readonly unfitErrors: readonly string[];
  readonly elapsedMs: number;
}

export interface ExamineOptions {
  readonly checker: TypeChecker;
  /** How long the mock is tested for whether it does what the document says; undefined leaves that out. */
  readonly conformanceMs?: number | undefined;
  /** Told of each step as it begins. */
  readonly onStep: (step: string) => void;
}

/** The folder that generated files would be in; nothing is written there. */
const FOLDER = path.join(ROOT, 'corpus');

/** The most lines that are told of one step. */
const MAX_LINES = 10;

/**
 * Takes a document through every step: reading, generation, type check, start, and requests. It never
 * throws for what the document does to a step.
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
      // What keeps a document from being generated from often keeps it from being served too.
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
  const files = source && (await step('generate', () => generateFor(source, FOLDER, { report })));
  const faults = files && (await step('compile', () => compileFaults(checker, files)));
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

function compileFaults(checker: TypeChecker, files: GeneratedFiles): string[] {
  return checker.faultsOf(files, FOLDER);
}

async function serve(source: SourceDocument): Promise<Exercise> {
  try {
    return await exercise(source);
  } catch (error) {
    throw commandFault(error, source);
  }
}

/** A fault of the document says where it is; a fault of the tool says where it happened. */
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
