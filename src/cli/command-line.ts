import path from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { asksForHelp, explainArguments } from './command-arguments';
import { printReport, sayText } from './terminal';

/** Exit codes of all commands. */
export const EXIT_OK = 0;
/** A tool found something; a command of the service failed. */
export const EXIT_FINDINGS = 1;
/** The arguments are wrong, or what the command needs is missing. */
export const EXIT_COULD_NOT_RUN = 2;

/** A command could not do what it was asked. The message is for the person who asked. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  constructor(
    message: string,
    readonly exitCode: number = EXIT_COULD_NOT_RUN,
  ) {
    super(message);
  }
}

/** `--help` or `-h` was given: the usage is all that the command prints. */
class HelpRequested extends Error {}

/** The arguments of a command, after its name. */
type Arguments = readonly string[];

/** Runs to its end, and gives the exit code. */
export type Command = (args: Arguments) => number | Promise<number>;

/** Runs the command that Node was started with, as runWith does. */
export function runCommand(command: Command): void {
  process.stdout.on('error', allowClosedPipe);
  void runWith(command, argumentsOfProcess());
}

/** Runs a command that is a module of its own where Node was started with that module. */
export function runIfMain(module: NodeJS.Module, command: Command): void {
  if (require.main === module) runCommand(command);
}

/**
 * Runs a command and sets the exit code that it gives. The message of a CommandError is printed and gives its code;
 * any other error is printed with its stack and gives 2. For `--help` and `-h` the usage is printed.
 */
export async function runWith(command: Command, args: Arguments): Promise<number> {
  // Until the command has ended: Node ends, and says nothing, when a promise waits for nothing any more.
  process.exitCode = EXIT_COULD_NOT_RUN;
  const code = await exitCodeOf(command, args);
  process.exitCode = code;
  return code;
}

/** A reader such as `head` may have read enough. */
function allowClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** The exit code of a command, whose error is printed. */
export async function exitCodeOf(command: Command, args: Arguments): Promise<number> {
  try {
    return await command(args);
  } catch (error) {
    if (error instanceof HelpRequested) {
      printReport(`${error.message}\n`);
      return EXIT_OK;
    }
    sayText(describe(error));
    return error instanceof CommandError ? error.exitCode : EXIT_COULD_NOT_RUN;
  }
}

/** Compiled, commands are those of the package; in a checkout they are npm's. */
export const IS_COMPILED = path.extname(__filename) === '.js';

/** How the command is called, as remedies name it, such as `npm run generate`. */
export function callOf(name: string): string {
  return IS_COMPILED ? `npx --no -- plant-store ${name}` : `npm run ${name}`;
}

/** How it is called with options, which follow. */
export function callWith(name: string): string {
  return IS_COMPILED ? callOf(name) : `${callOf(name)} --`;
}

function argumentsOfProcess(): Arguments {
  return process.argv.slice(2);
}

/**
 * Parses the options of a command; positional arguments are refused.
 *
 * @param usage absent where the caller answers `--help`
 * @throws CommandError naming the option and what is allowed; HelpRequested for `--help` and `-h`
 */
export function parseOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  usage: string | undefined,
  args = argumentsOfProcess(),
): ReturnType<typeof parseArgs<{ options: Options; strict: true }>>['values'] {
  const parse = () => parseArgs({ args, options, strict: true }).values;
  return parsed(parse, { args, usage, options: Object.keys(options) });
}

/** As {@link parseOptions}, with positional arguments. */
export function parseCommandLine<const Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  usage: string | undefined,
  args = argumentsOfProcess(),
): ReturnType<typeof parseArgs<{ options: Options; strict: true; allowPositionals: true }>> {
  const parse = () => parseArgs({ args, options, strict: true, allowPositionals: true });
  return parsed(parse, { args, usage, options: Object.keys(options) });
}

/** What a command takes, for messages. */
interface Taken {
  readonly args: Arguments;
  readonly usage: string | undefined;
  /** Names of its options, without dashes. */
  readonly options: readonly string[];
}

function parsed<Parsed>(parse: () => Parsed, { args, usage, options }: Taken): Parsed {
  if (usage !== undefined && asksForHelp(args)) throw new HelpRequested(usage);
  try {
    return parse();
  } catch (error) {
    const explained = explainArguments(error, options);
    throw new CommandError(usage === undefined ? explained : `${explained}\n${usage}`);
  }
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
