import path from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import {
  asksForHelp,
  explainArguments,
  explainFormer,
  type FormerOptions,
  withPresentNames,
} from './command-arguments';
import { printReport, sayLines, sayText } from './terminal';

/** Exit codes of all commands. */
export const EXIT_OK = 0;
/** A tool has findings; a command of the service failed. */
export const EXIT_FINDINGS = 1;
/** The arguments are wrong, or a requirement of the command is missing. */
export const EXIT_COULD_NOT_RUN = 2;

/** A command could not do its task. The message is for the user. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** `--help` or `-h` was given: the command only prints its usage. */
class HelpRequested extends Error {}

/** The arguments of a command, after its name. */
type Arguments = readonly string[];

/** Runs to its end, and returns the exit code. */
export type Command = (args: Arguments) => number | Promise<number>;

/** Runs the command of this process, as runWith does. */
export function runCommand(command: Command): void {
  process.stdout.on('error', endUnlessClosed);
  // An error of standard error could not be reported.
  process.stderr.on('error', () => undefined);
  void runWith(command, argumentsOfProcess());
}

/** Runs the command of a module if Node was started with that module. */
export function runIfMain(module: NodeJS.Module, command: Command): void {
  if (require.main === module) runCommand(command);
}

/**
 * Runs a command and sets its exit code. A CommandError is printed as its message, any other error with its stack; both
 * set 2. For `--help` and `-h` the usage is printed.
 */
export async function runWith(command: Command, args: Arguments): Promise<number> {
  // Until the command ends: Node exits silently when a pending promise can no longer settle.
  process.exitCode = EXIT_COULD_NOT_RUN;
  const code = await exitCodeOf(command, args);
  process.exitCode = code;
  return code;
}

/** A reader such as `head` may have read enough. */
function endUnlessClosed(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return;
  sayText(`Cannot write to standard output: ${error.message}`);
  process.exit(EXIT_COULD_NOT_RUN);
}

/** The exit code of a command. Its error is printed. */
async function exitCodeOf(command: Command, args: Arguments): Promise<number> {
  try {
    return await command(args);
  } catch (error) {
    if (error instanceof HelpRequested) {
      printReport(`${error.message}\n`);
      return EXIT_OK;
    }
    sayText(describe(error));
    return EXIT_COULD_NOT_RUN;
  }
}

/** Compiled code names commands of the package; a checkout names npm's scripts. */
export const IS_COMPILED = path.extname(__filename) === '.js';

/** The call of a command for remedies, such as `npm run generate`. */
export function callOf(name: string): string {
  return IS_COMPILED ? `npx --no -- trellis ${name}` : `npm run ${name}`;
}

/** The call of a command, to be followed by options. */
export function callWith(name: string): string {
  return IS_COMPILED ? callOf(name) : `${callOf(name)} --`;
}

function argumentsOfProcess(): Arguments {
  return process.argv.slice(2);
}

/**
 * Parses the options of a command; positional arguments are rejected.
 * @param former options that have another name by now, or that are refused with one line
 * @throws CommandError naming the option and the allowed values; HelpRequested for `--help` and `-h`
 */
export function parseOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  usage: string,
  args = argumentsOfProcess(),
  former: FormerOptions = {},
): ReturnType<typeof parseArgs<{ options: Options; strict: true }>>['values'] {
  const parse = (named: string[]) => parseArgs({ args: named, options, strict: true }).values;
  return parsed(parse, { args, usage, options: Object.keys(options), former });
}

/** Like {@link parseOptions}, with positional arguments. */
export function parseCommandLine<const Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  usage: string,
  args = argumentsOfProcess(),
): ReturnType<typeof parseArgs<{ options: Options; strict: true; allowPositionals: true }>> {
  const parse = (named: string[]) =>
    parseArgs({ args: named, options, strict: true, allowPositionals: true });
  return parsed(parse, { args, usage, options: Object.keys(options), former: {} });
}

/** The arguments of a command, for messages. */
interface Taken {
  readonly args: Arguments;
  readonly usage: string;
  /** Names of its options, without dashes. */
  readonly options: readonly string[];
  readonly former: FormerOptions;
}

function parsed<Parsed>(
  parse: (args: string[]) => Parsed,
  { args, usage, options, former }: Taken,
): Parsed {
  if (asksForHelp(args)) throw new HelpRequested(usage);
  const named = withPresentNames(args, former);
  sayLines(...named.told);
  try {
    return parse(named.args);
  } catch (error) {
    const gone = explainFormer(error, former);
    if (gone !== undefined) throw new CommandError(gone);
    const explained = explainArguments(error, options);
    throw new CommandError(`${explained}\n${usage.split('\n')[0] ?? ''}`);
  }
}

/**
 * Reads an option that is an integer of at most ten digits.
 * @throws CommandError naming the option and the allowed values
 */
export function wholeNumber(
  name: string,
  text: string,
  { least = 1, most }: { least?: number; most: number },
): number {
  const number = Number(text);
  if (/^\d{1,10}$/.test(text) && number >= least && number <= most) return number;
  throw new CommandError(`--${name} must be a number from ${least} to ${most}, not "${text}"`);
}

function describe(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
