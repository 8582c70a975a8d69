import { asksForHelp, hint } from './cli/command-arguments';
import {
  type Command,
  CommandError,
  EXIT_FAILED,
  EXIT_OK,
  EXIT_USAGE,
  UsageError,
} from './plant-store/commands/command';
import { print } from './plant-store/commands/output';
import { usageOf } from './plant-store/commands/usage';
import { ConfigError } from './plant-store/config';
import { CompositionError, UnavailableError } from './contract';
import { ListenError } from './express';
import { readVersion } from './cli/package-files';
import { BackupError } from './plant-store/stores/private-file';
import { StoreOpenError } from './plant-store/stores/store';

type DocumentCommand = (args: readonly string[]) => number | Promise<number>;

const USAGE = `Usage: plant-store COMMAND

Commands about a document, in the folder of its project (each has --help):
  check                                             check that the document and what is derived from it agree
  generate                                          write what follows from the document
  init DIR                                          make a project for a service of your own
  dev                                               serve the project while it is written
  scaffold                                          write a handler and a test for each operation without one
  mock FILE                                         serve a document from its examples and schemas
  conformance --url URL                             test whether a service does what its document says

Commands of the plant store:
  serve                                             serve the plant store until SIGTERM or SIGINT
  token create --label TEXT [--expires-in 30d]      make an access token and print it, once
         [--scope "NAME ..."]                       what it allows, where the document asks for scopes
  token list                                        list the access tokens
  token revoke ID                                   make an access token invalid
  import FILE|- [--format ndjson|csv]               add the plants of a file or of standard input
         [--backslashes literal|escaped]            what backslashes in CSV mean, if its header does not say
  export [--format ndjson|csv]                      print every plant, as a line of JSON or of CSV
         [--spreadsheet-safe]                       CSV that a spreadsheet takes for text: without it, cells
                                                    that begin with =, +, -, @, a tab or a carriage return
                                                    are formulas to it
  backup FILE                                       write plants and tokens to a new SQLite file

Options:
  -h, --help                                        print this, or what there is to a command
  --version                                         print the version

The environment sets everything else, such as PORT and DATABASE_URL; docs/configuration.md lists it.
`;

/** Commands about a document: in a checkout they are npm scripts, and have exit codes of their own. */
const documentCommands: ReadonlyMap<string, () => Promise<DocumentCommand>> = new Map<
  string,
  () => Promise<DocumentCommand>
>([
  ['check', async () => (await import('./check/command.js')).check],
  ['generate', async () => (await import('./generate/command.js')).generate],
  ['mock', async () => (await import('./mock/command.js')).mock],
  ['init', async () => (await import('./init/command.js')).init],
  ['dev', async () => (await import('./dev/command.js')).dev],
  ['scaffold', async () => (await import('./scaffold/command.js')).scaffold],
  ['conformance', async () => (await import('./conformance/command.js')).conformance],
]);

/** Each is loaded when it is asked for: a tool needs neither the memory nor the start of the service. */
const commands: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['serve', async () => (await import('./plant-store/commands/serve.js')).serve],
  ['token', async () => (await import('./plant-store/commands/token.js')).token],
  ['import', async () => (await import('./plant-store/commands/import.js')).importPlants],
  ['export', async () => (await import('./plant-store/commands/export.js')).exportPlants],
  ['backup', async () => (await import('./plant-store/commands/backup.js')).backup],
]);

async function main(args: readonly string[]): Promise<number> {
  const [name = '', ...rest] = args;
  const loadCommand = documentCommands.get(name);
  if (loadCommand !== undefined) {
    const { runWith } = await import('./cli/command-line.js');
    return runWith(await loadCommand(), rest);
  }
  const { env, stdout, stderr } = process;
  const isHelp = name === 'help' || asksForHelp(args);
  if (isHelp || name === '--version') {
    const usage = usageOf('plant-store', USAGE, name === 'help' ? rest : args);
    await print(stdout, isHelp ? usage : `${readVersion()}\n`);
    return EXIT_OK;
  }
  const load = commands.get(name);
  if (load === undefined) {
    if (name === '') throw new UsageError(`A command is missing\n\n${USAGE}`);
    const names = [...documentCommands.keys(), ...commands.keys(), '--help', '--version'];
    throw new UsageError(`There is no command "${name}"${hint(name, names)}\n\n${USAGE}`);
  }
  const command = await load();
  return command({
    args: rest,
    env,
    stdin: () => process.stdin,
    stdout,
    stderr,
    untilSignal,
    maxOpenFiles,
    atExit,
  });
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

/**
 * The first signal asks to finish, a second one ends the process at once. It does so by the default of the
 * signal, which needs nothing of this process, so that neither a hanging thread nor a busy event loop holds it
 * up, and the exit code is 128 and the number of the signal. To the first process of a container, signals have
 * no default (man 7 pid_namespaces); it exits by itself.
 */
function untilSignal(): Promise<string> {
  return new Promise((resolve) => {
    const signals = ['SIGTERM', 'SIGINT'] as const;
    const onSignal = (signal: string): void => {
      isAskedToEnd = true;
      for (const each of signals) process.off(each, onSignal);
      if (process.pid === 1) for (const each of signals) process.once(each, exitAtOnce);
      resolve(signal);
    };
    for (const each of signals) process.on(each, onSignal);
  });
}

function exitAtOnce(_: string, number: number): void {
  process.exit(128 + number);
}

function atExit(action: () => void): void {
  process.on('exit', action);
}

/** Errors whose messages are written for the person at the terminal. */
function explain(error: unknown): { message: string; code: number } {
  if (error instanceof UsageError || error instanceof ConfigError) {
    return { message: error.message, code: EXIT_USAGE };
  }
  const explained = [
    BackupError,
    CommandError,
    CompositionError,
    ListenError,
    StoreOpenError,
    UnavailableError,
  ];
  if (explained.some((type) => error instanceof type)) {
    return { message: (error as Error).message, code: EXIT_FAILED };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { message, code: EXIT_FAILED };
}

// Who writes to standard output waits and learns that it failed; of standard error nobody could be told.
// To ask for the streams also has Node make their pipes non-blocking, as the log wants it (log.ts).
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

function end(code: number): void {
  process.exitCode = code;
  // What nobody reads would keep the process for ever.
  if (isAskedToEnd) setTimeout(() => process.exit(), LAST_LINES_MS).unref();
}

main(process.argv.slice(2)).then(end, (error: unknown) => {
  const { message, code } = explain(error);
  process.stderr.write(`plant-store: ${message}\n`);
  end(code);
});
