import { CommandError, EXIT_OK, IS_COMPILED } from '../cli/command-line';
import { checks } from './checks/index';
import type * as OwnService from './own-service';
import { type CommandOptions, readOptions } from './options';
import { runConformance } from './run-command';

/** Where recorded exchanges went, unless the command line says it: their targets have no host. */
const RECORDED = 'http://recorded.invalid';

/** Tests a service against its document, and says in its exit code whether it conforms. */
export async function conformance(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options.listChecks) {
    process.stdout.write(
      checks.map(({ id, rule, see }) => `${id}\n  ${rule}\n  ${see}\n`).join(''),
    );
    return EXIT_OK;
  }
  const url = options.url ?? (options.traffic === undefined ? undefined : RECORDED);
  if (url !== undefined) return runConformance(options, url);
  if (IS_COMPILED) throw new CommandError('--url URL says where the service is');
  const service = await loadOwnService().startOwnService();
  try {
    return await runConformance(withToken(options, service.token), service.url);
  } finally {
    await service.close();
  }
}

/** Whoever tests another service does not load this one. */
function loadOwnService(): typeof OwnService {
  // An import() is of another kind of module, for which loaders of TypeScript look for other files.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('./own-service') as typeof OwnService;
}

function withToken(options: CommandOptions, token: string): CommandOptions {
  return { ...options, tokens: { ...options.tokens, caller: [token] } };
}
