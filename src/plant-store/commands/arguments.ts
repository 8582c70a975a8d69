import { parseArgs, type ParseArgsConfig } from 'node:util';
import { explainArguments } from '../../cli/command-arguments';
import { UsageError } from './command';

type Parsed<Config extends ParseArgsConfig> = ReturnType<typeof parseArgs<Config>>;

/**
 * Options and positionals of a command.
 *
 * @param config as `parseArgs` of `node:util` takes it
 * @throws UsageError when the arguments are others
 */
export function parseArguments<const Config extends ParseArgsConfig>(
  config: Config,
): Parsed<Config> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(explainArguments(error, Object.keys(config.options ?? {})));
  }
}
