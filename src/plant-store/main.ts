import type { Command as ServiceCommand } from './commands/command';
import {
  asksForHelp,
  CommandError,
  EXIT_COULD_NOT_RUN,
  EXIT_FAILED,
  EXIT_OK,
  hint,
  usageOf,
  visible,
} from './commands/command-line';
import { print } from './commands/output';
import { CompositionError, UnavailableError } from 'openapi-trellis/contract';
import { ListenError } from 'openapi-trellis/express';
import { readManifest } from './package-files';
import { BackupError } from './stores/private-file';
import { StoreOpenError } from './stores/store';
import { ConfigError } from 'openapi-trellis/service';
import { USAGE } from './usage';

/** Runs to its end, and returns the exit code; undefined where the process has it already. */
type Command = (args: readonly string[]) => Promise<number | undefined>;

/** Loaded on demand: a command needs neither the memory nor the start-up time of the others. */
const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['serve', service('serve', async () => (await import('./commands/serve.js')).serve)],
  ['token', service('token', async () => (await import('./commands/token.js')).token)],
  ['import', service('import', async () => (await import('./commands/import.js')).importPlants)],
  ['export', service('export', async () => (await import('./commands/export.js')).exportPlants)],
  ['backup', service('backup', async () => (await import('./commands/backup.js')).backup)],
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
    return command({ args, env, stdin, stdout, stderr, untilSignal });
  });
}

/** Handles other arguments, such as `--help`. */
async function answerOthers(args: readonly string[]): Promise<number> {
  const [name = '', ...rest] = args;
  if (MOVED.includes(name)) {
    const instead = `"npx --no -- trellis ${name}", or in a checkout "npm run ${name}"`;
    throw new CommandError(`"${name}" is a command of trellis now; run ${instead}`);
  }
  if (name === 'help') return printUsage(rest);
  if (asksForHelp(args)) return printUsage(args);
  if (name === '--version') {
    await print(process.stdout, `${readManifest().version}\n`);
    return EXIT_OK;
  }
  if (name === '') throw new CommandError(`A command is missing\n\n${USAGE}`);
  const names = [...commands.keys(), '--help', '--version'];
  const instead = name === 'restore' ? RESTORE : hint(name, names);
  throw new CommandError(`There is no command "${name}" (see "plant-store --help")${instead}`);
}

const RESTORE = '; docs/data.md shows how to restore a backup';

async function printUsage(args: readonly string[]): Promise<number> {
  await print(process.stdout, usageOf(USAGE, args));
  return EXIT_OK;
}

/** How long a process that a signal ended waits for readers of its last lines, in milliseconds. */
const LAST_LINES_MS = 1_000;

let isAskedToEnd = false;

/**
 * Resolves at the first signal, which asks to finish; a second SIGTERM or SIGINT ends the process at once. It does so by
 * the signal's default action, which no hanging thread can delay.
 */
function untilSignal(): Promise<string> {
  return new Promise((resolve) => {
    const signals = ['SIGTERM', 'SIGINT'] as const;
    const onSignal = (signal: string): void => {
      isAskedToEnd = true;
      for (const each of signals) process.off(each, onSignal);
      // For the first process of a container, signals have no default action.
      if (process.pid === 1) for (const each of signals) process.once(each, exitAtOnce);
      resolve(signal);
    };
    for (const each of signals) process.on(each, onSignal);
    process.on('SIGHUP', onSignal);
  });
}

function exitAtOnce(_: string, number: number): void {
  process.exit(128 + number);
}

/** Errors whose messages are written for the person at the terminal. */
const EXPLAINED = [
  BackupError,
  CommandError,
  CompositionError,
  ConfigError,
  ListenError,
  StoreOpenError,
  UnavailableError,
];

/** Prints a command's error after the program's name; unexpected errors keep their stack. */
function explained(command: Command): Command {
  return async (args) => {
    try {
      return await command(args);
    } catch (error) {
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      const isExplained = EXPLAINED.some((type) => error instanceof type);
      const text = isExplained ? message : (stack ?? message);
      process.stderr.write(`plant-store: ${visible(text)}\n`);
      if (error instanceof CommandError) return error.exitCode;
      return error instanceof ConfigError ? EXIT_COULD_NOT_RUN : EXIT_FAILED;
    }
  };
}

// Writers to standard output await the write and get its error; errors of standard error could not be reported.
// Accessing the streams also makes Node set their pipes non-blocking, which the log needs (log.ts).
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

const [name = '', ...rest] = process.argv.slice(2);
const command = commands.get(name);
// Until the command ends: Node exits silently when a pending promise can no longer settle.
process.exitCode = EXIT_COULD_NOT_RUN;
const ended =
  command === undefined ? explained(answerOthers)(process.argv.slice(2)) : command(rest);
void ended.then((code) => {
  if (code !== undefined) process.exitCode = code;
  // Output that nobody reads would keep the process alive.
  if (isAskedToEnd) setTimeout(() => process.exit(), LAST_LINES_MS).unref();
});
