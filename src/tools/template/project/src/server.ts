import {
  type Program as ServiceProgram,
  readServiceConfig,
  type RunningService,
  type ServiceConfig,
  startService,
} from 'openapi-trellis/service';
import { authenticators as own } from './authenticators.js';
import { createDependencies, type Dependencies } from './dependencies.js';

/** The configuration of the service: add further settings from the environment. */
export type Config = ServiceConfig;

/** @throws ConfigError naming the variable, its value and what is allowed */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  return readServiceConfig(env);
}

/** The parts that change with the document and handlers: those of `main.ts`, or of each save in `npm run dev`. */
export type Program = ServiceProgram<Dependencies, typeof own>;

/**
 * Starts the service as in production, with the paths under `/-/`, the log, metrics and limits. Middleware, your own
 * metrics, and resources to close at the end are further options of `startService`.
 *
 * @param authenticators others in place of the service's own; tests say who calls
 * @throws CompositionError naming each missing or superfluous handler and authenticator
 * @throws ListenError where the address cannot be listened on
 */
export function startServer(
  config: Config,
  program: Program,
  authenticators: typeof own = own,
): Promise<RunningService<Dependencies, typeof own>> {
  return startService({ ...program, config, dependencies: createDependencies(), authenticators });
}
