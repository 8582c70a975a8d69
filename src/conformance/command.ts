import { CommandError, EXIT_OK } from '../cli/command-line';
import { checks } from './checks/index';
import { readOptions } from './options';
import { runConformance } from './run-command';

/** Where recorded exchanges went, unless the command line says it: their targets have no host. */
const RECORDED = 'http://recorded.invalid';

/** A service that is started to be tested. */
interface LocalService {
  readonly url: string;
  /** That it takes from every caller. */
  readonly token: string;
  close(): Promise<void>;
}

/**
 * Tests a service against its document, and says in its exit code whether it conforms.
 *
 * @param startLocal starts the service that is tested without --url; without it, --url must be given
 */
export async function conformance(
  args: readonly string[],
  startLocal?: () => Promise<LocalService>,
): Promise<number> {
  const options = readOptions(args);
  if (options.listChecks) {
    process.stdout.write(
      checks.map(({ id, rule, see }) => `${id}\n  ${rule}\n  ${see}\n`).join(''),
    );
    return EXIT_OK;
  }
  const url = options.url ?? (options.traffic === undefined ? undefined : RECORDED);
  if (url !== undefined) return runConformance(options, url);
  if (startLocal === undefined) throw new CommandError('--url URL says where the service is');
  const service = await startLocal();
  try {
    const tokens = { ...options.tokens, caller: [service.token] };
    return await runConformance({ ...options, tokens }, service.url);
  } finally {
    await service.close();
  }
}
