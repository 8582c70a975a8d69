import { parseArgs, type ParseArgsConfig } from 'node:util';

/** A command that could not do what it was asked, with a message for the person who asked. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** `--help` was given: the usage is all that the command does. */
class UsageAsked extends Error {}

/** Exit codes that all commands share. */
export const EXIT_OK = 0;
export const EXIT_DRIFT = 1;
export const EXIT_COULD_NOT_RUN = 2;

/**
 * Runs a command and sets the exit code that it gives. What it throws is printed, as one message
 * without a stack, and gives the code 2. For `--help` its usage is printed.
 */
export function runCommand(command: () => number | Promise<number>): void {
  // Until the command has ended: Node ends, and says nothing, when a promise waits for nothing any more.
  process.exitCode = EXIT_COULD_NOT_RUN;
  const running = Promise.resolve().then(command);
  running.then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      if (error instanceof UsageAsked) {
        process.stdout.write(`${error.message}\n`);
        process.exitCode = EXIT_OK;
      } else {
        process.stderr.write(`${describe(error)}\n`);
      }
    },
  );
}

/**
 * Parses the options of a command; positional arguments are refused.
 *
 * @throws CommandError naming the option and what is allowed; UsageAsked for `--help`
 */
export function parseOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  usage: string,
): ReturnType<typeof parseArgs<{ options: Options; strict: true }>>['values'] {
  return parsed(() => parseArgs({ options, strict: true }).values, usage);
}

/**
 * Parses the options and the positional arguments of a command.
 *
 * @throws CommandError naming the option and what is allowed; UsageAsked for `--help`
 */
export function parseCommandLine<const Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  usage: string,
): ReturnType<typeof parseArgs<{ options: Options; strict: true; allowPositionals: true }>> {
  return parsed(() => parseArgs({ options, strict: true, allowPositionals: true }), usage);
}

function parsed<Parsed>(parse: () => Parsed, usage: string): Parsed {
  if (process.argv.slice(2).includes('--help')) throw new UsageAsked(usage);
  try {
    return parse();
  } catch (error) {
    throw new CommandError(`${messageOf(error)}\n${usage}`);
  }
}

/** Shows how far a command is, where somebody watches: one line that is written over again. */
export function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

/** Removes the line of `showProgress`. */
export function clearProgress(): void {
  showProgress('');
}

/**
 * Reads an option that is a whole number of at most ten digits.
 *
 * @throws CommandError naming the option and what is allowed
 */
export function wholeNumber(
  name: string,
  text: string,
  { least = 1, most, usage }: { least?: number; most: number; usage: string },
): number {
  const number = Number(text);
  if (/^\d{1,10}$/.test(text) && number >= least && number <= most) return number;
  throw new CommandError(
    `--${name} must be a number from ${least} to ${most}, not "${text}"\n${usage}`,
  );
}

function describe(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
