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
import { untilSignal } from './service/until-signal';
import { USAGE } from './usage';

/** Each is loaded when it is called: a tool needs neither the memory nor the start of the service. */
const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  [
    'check',
    tool(async () => {
      const { check } = await import('./check/command.js');
      const { ownAuthenticators } = await import('./plant-store/authenticators.js');
      return (args) => check(args, ownAuthenticators);
    }),
  ],
  ['generate', tool(async () => (await import('./generate/command.js')).generate)],
  ['mock', tool(async () => (await import('./mock/command.js')).mock)],
  ['init', tool(async () => (await import('./init/command.js')).init)],
  [
    'dev',
    tool(async () => {
      const { restarting } = await import('./dev/restarts.js');
      return restarting(async () => (await import('./dev/command.js')).dev);
    }),
  ],
  ['scaffold', tool(async () => (await import('./scaffold/command.js')).scaffold)],
  ['conformance', tool(async () => (await import('./conformance/command.js')).conformance)],
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

/** Runs a tool by the modules that it shares with the other tools, which the bundle leaves outside: they know its errors. */
function tool(load: () => Promise<Command>): Command {
  return async (args) => (await import('./cli/command-line.js')).exitCodeOf(await load(), args);
}

/** A command of the plant store: the usage of this program has its own, and gives it what it may touch of the process. */
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

/** Answers what is no command, such as `--help`. */
async function answerOthers(args: readonly string[]): Promise<number> {
  const [name = '', ...rest] = args;
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

/** Node raises the soft limit to the hard one at its start. */
function maxOpenFiles(): number | undefined {
  const { userLimits } = process.report.getReport() as {
    readonly userLimits?: { readonly open_files: { readonly soft: number | 'unlimited' } };
  };
  const limit = userLimits?.open_files.soft;
  return typeof limit === 'number' ? limit : undefined;
}

/** How long a process that a signal has ended waits for readers of its last lines. */
const LAST_LINES_MS = 1_000;

let isAskedToEnd = false;

async function untilAskedToEnd(): Promise<string> {
  const signal = await untilSignal();
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

/** Has what a command throws begin with the name of this program; a fault of the program comes with its stack. */
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

// Who writes to standard output waits and learns that it failed; of standard error nobody could be told.
// To ask for the streams also has Node make their pipes non-blocking, as the log wants it (log.ts).
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

const [name = '', ...rest] = process.argv.slice(2);
const command = commands.get(name);
const ended =
  command === undefined
    ? runWith(explained(answerOthers), process.argv.slice(2))
    : runWith(command, rest);
void ended.then(() => {
  // What nobody reads would keep the process for ever.
  if (isAskedToEnd) setTimeout(() => process.exit(), LAST_LINES_MS).unref();
});
