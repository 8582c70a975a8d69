import {
  type Program as ServiceProgram,
  type RunningService,
  startService,
} from 'plant-store/service';
import { authenticators } from './authenticators.js';
import type { Config } from './config.js';
import { createDependencies, type Dependencies } from './dependencies.js';

/** What changes with the document and the handlers: that of `program.ts`, or of each save in `npm run dev`. */
export type Program = ServiceProgram<Dependencies, typeof authenticators>;

/**
 * Starts the service with all that it has in production: what is under `/-/`, the log, metrics and limits. Middleware,
 * metrics of your own and what is to be closed at the end are further options of `startService`.
 *
 * @throws CompositionError naming each handler and authenticator that is missing or too many
 * @throws ListenError where the address cannot be listened on
 */
export function startServer(
  config: Config,
  program: Program,
): Promise<RunningService<Dependencies, typeof authenticators>> {
  return startService({ ...program, config, dependencies: createDependencies(), authenticators });
}
