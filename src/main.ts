import { asksForHelp, hint, usageOf } from './cli/command-arguments';
import {
  type Command,
  CommandError,
  EXIT_COULD_NOT_RUN,
  EXIT_FINDINGS,
  EXIT_OK,
  runWith,
} from './cli/command-line';
import type { Command as ServiceCommand } from './plant-store/commands/command';
import { CompositionError, UnavailableError } from './contract';
import { ListenError } from './express';
import { print } from './cli/output';
import { readVersion } from './cli/package-files';
import { BackupError } from './plant-store/stores/private-file';
import { StoreOpenError } from './plant-store/stores/store';
import { ConfigError } from './service/config';
import { type SignalOptions, untilSignal } from './service/until-signal';
import { USAGE } from './usage';

/** Loaded on demand: a command needs neither the memory nor the start-up time of the others. */
const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['serve', service('serve', async () => (await import('./plant-store/commands/serve.js')).serve)],
  ['token', service('token', async () => (await import('./plant-store/commands/token.js')).token)],
  [
    'import',
    service('import', async () => (await import('./plant-store/commands/import.js')).importPlants),
  ],
  [
    'export',
    service('export', async () => (await import('./plant-store/commands/export.js')).exportPlants),
  ],
  [
    'backup',
    service('backup', async () => (await import('./plant-store/commands/backup.js')).backup),
  ],
]);

/** Commands of trellis, for callers that expect them here. */
const MOVED = ['check', 'conformance', 'dev', 'generate', 'init', 'mock', 'scaffold'];

/**
 * A command of the plant store. This program prints its usage and passes it the parts of the process that it may use.
 */
function service(name: string, load: () => Promise<ServiceCommand>): Command {
  return explained(async (args) => {
    if (asksForHelp(args)) return printUsage([name, ...args]);
    const { env, stdout, stderr } = process;
    const command = await load();
    const stdin = () => process.stdin;
    return command({
      args,
      env,
      stdin,
      stdout,
      stderr,
      untilSignal: untilAskedToEnd,
      maxOpenFiles,
      atExit,
    });
  });
}

/** Handles other arguments, such as `--help`. */
async function answerOthers(args: readonly string[]): Promise<number> {
  const [name = '', ...rest] = args;
  if (MOVED.includes(name)) {
    const instead = `npx --no -- trellis ${name}`;
    throw new CommandError(`"${name}" is a command of trellis now; run "${instead}"`);
  }
  if (name === 'help') return printUsage(rest);
  if (asksForHelp(args)) return printUsage(args);
  if (name === '--version') {
    await print(process.stdout, `${readVersion()}\n`);
    return EXIT_OK;
  }
  if (name === '') throw new CommandError(`A command is missing\n\n${USAGE}`);
  const names = [...commands.keys(), '--help', '--version'];
  throw new CommandError(`There is no command "${name}"${hint(name, names)}\n\n${USAGE}`);
}

async function printUsage(args: readonly string[]): Promise<number> {
  await print(process.stdout, usageOf('plant-store', USAGE, args));
  return EXIT_OK;
}

/** The soft limit, which Node raises to the hard limit at start. */
function maxOpenFiles(): number | undefined {
  const { userLimits } = process.report.getReport() as {
    readonly userLimits?: { readonly open_files: { readonly soft: number | 'unlimited' } };
  };
  const limit = userLimits?.open_files.soft;
  return typeof limit === 'number' ? limit : undefined;
}

/** How long a process that a signal ended waits for readers of its last lines, in milliseconds. */
const LAST_LINES_MS = 1_000;

let isAskedToEnd = false;

async function untilAskedToEnd(options?: SignalOptions): Promise<string> {
  const signal = await untilSignal(options);
  isAskedToEnd = true;
  return signal;
}

function atExit(action: () => void): void {
  process.on('exit', action);
}

/** Errors whose messages are written for the person at the terminal. */
const EXPLAINED = [
  BackupError,
  CompositionError,
  ConfigError,
  ListenError,
  StoreOpenError,
  UnavailableError,
];

/** Prefixes a command's error with the program's name; unexpected errors keep their stack. */
function explained(command: Command): Command {
  return async (args) => {
    try {
      return await command(args);
    } catch (error) {
      throw explain(error);
    }
  };
}

function explain(error: unknown): CommandError {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const isCommandError = error instanceof CommandError;
  const isExplained = isCommandError || EXPLAINED.some((type) => error instanceof type);
  const code = error instanceof ConfigError ? EXIT_COULD_NOT_RUN : EXIT_FINDINGS;
  return new CommandError(
    `plant-store: ${isExplained ? message : (stack ?? message)}`,
    isCommandError ? error.exitCode : code,
  );
}

// Writers to standard output await the write and get its error; errors of standard error could not be reported.
// Accessing the streams also makes Node set their pipes non-blocking, which the log needs (log.ts).
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

const [name = '', ...rest] = process.argv.slice(2);
const command = commands.get(name);
const ended =
  command === undefined
    ? runWith(explained(answerOthers), process.argv.slice(2))
    : runWith(command, rest);
void ended.then(() => {
  // Output that nobody reads would keep the process alive.
  if (isAskedToEnd) setTimeout(() => process.exit(), LAST_LINES_MS).unref();
});
