import { parseArgs, type ParseArgsConfig } from 'node:util';
import { DocumentError } from './generate/document-error';
import type { SourceDocument } from './generate/read-document';

/** A command that could not do what it was asked, with a message for the person who asked. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Exit codes that all commands share. */
export const EXIT_OK = 0;
export const EXIT_DRIFT = 1;
export const EXIT_COULD_NOT_RUN = 2;

/**
 * Runs a command and sets the exit code that it resolves to. What it throws is printed, as one message
 * without a stack, and gives the code 2.
 */
export function runCommand(command: () => Promise<number>): void {
  command().then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      process.stderr.write(`${describe(error)}\n`);
      process.exitCode = EXIT_COULD_NOT_RUN;
    },
  );
}

/**
 * Parses the options of a command; positional arguments are refused.
 *
 * @throws CommandError naming the option and what is allowed
 */
export function parseOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  usage: string,
): ReturnType<typeof parseArgs<{ options: Options; strict: true }>>['values'] {
  try {
    return parseArgs({ options, strict: true }).values;
  } catch (error) {
    throw new CommandError(`${messageOf(error)}\n${usage}`);
  }
}

/** A DocumentError as lines of `file:line: pointer: message`. */
export function describeDocumentError(error: DocumentError, source?: SourceDocument): string {
  return error.faults
    .map(({ pointer, message }) => {
      const place = source === undefined ? '' : `${source.name}:${source.lineOf(pointer)}: `;
      return `${place}${pointer === '' ? '' : `${pointer}: `}${message}`;
    })
    .join('\n');
}

function describe(error: unknown): string {
  if (error instanceof DocumentError) return describeDocumentError(error);
  if (error instanceof CommandError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined) return messageOf(error);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
