import { asksForHelp, hint } from './cli/command-arguments';
import { type Command, CommandError, EXIT_OK, runCommand } from './cli/command-line';
import { readManifest } from './cli/package-files';
import { printReport } from './cli/terminal';
import { USAGE } from './trellis-usage';

/** Loaded on demand: a command needs neither the memory nor the start-up time of the others. */
const commands = new Map<string, () => Promise<Command>>([
  ['check', async () => (await import('./check/command.js')).check],
  ['generate', async () => (await import('./generate/command.js')).generate],
  ['init', async () => (await import('./init/command.js')).init],
  [
    'dev',
    async () => {
      const { restarting } = await import('./dev/restarts.js');
      return restarting(async () => (await import('./dev/command.js')).dev);
    },
  ],
  ['scaffold', async () => (await import('./scaffold/command.js')).scaffold],
  ['mock', async () => (await import('./mock/command.js')).mock],
  ['conformance', async () => (await import('./conformance/command.js')).conformance],
  ['upgrade', async () => (await import('./upgrade/command.js')).upgrade],
]);

async function trellis(given: readonly string[]): Promise<number> {
  const args = given[0] === 'help' ? [...given.slice(1), '--help'] : given;
  const [name = '', ...rest] = args;
  const load = commands.get(name);
  if (load !== undefined) return (await load())(rest);
  printReport(answerFor(name, args));
  return EXIT_OK;
}

/** The output for arguments that are no command, such as `--help`. */
function answerFor(name: string, args: readonly string[]): string {
  if (asksForHelp(args)) return USAGE;
  if (name === '--version') return `${readManifest().version}\n`;
  if (name === '') throw new CommandError(`A command is missing\n\n${USAGE}`);
  const names = [...commands.keys(), '--help', '--version'];
  throw new CommandError(
    `There is no command "${name}" (see "trellis --help")${hint(name, names)}`,
  );
}

runCommand(trellis);
