import {
  type Authenticators,
  checkFormat,
  type Service,
  type ServiceOptions,
  unavailable,
  UndocumentedResponseError,
  withCors,
} from '../contract';
import { ROOT_HINT } from '../management/root-hint';
import { createFaultLog } from './fault-log';
import { logHiddenLimits, operationRates } from './operation-limits';
import type { ServiceResources } from './service-resources';
import type { AccessSetup, Program, StartServiceOptions } from './start-options';
import { allowsUnimplemented } from './unimplemented';
import { thisWorker } from './workers/worker';

/** The function that creates a service: `createService`, or that of a tool. */
export type CreateService<Dependencies, Own extends object, Locals> = (
  options: ServiceOptions<Dependencies, Own, Locals>,
) => Promise<Service<Locals>>;

/**
 * Creates the service of a program, including CORS.
 *
 * @param isRefusing true once the server is closing
 */
export async function makeService<Dependencies, Own extends object, Locals>(
  create: CreateService<Dependencies, Own, Locals>,
  { contract, validators, handlers }: Program<Dependencies, Own, Locals>,
  options: StartServiceOptions<Dependencies, Own, Locals>,
  { config, log, telemetry, access, quotas, pending }: ServiceResources,
  isRefusing: () => boolean,
): Promise<Service<Locals>> {
  checkFormat(contract);
  const { dependencies, errorBody, document, limits = {} } = options;
  const logFault = createFaultLog(log);
  const rates = operationRates(contract, limits);
  if (thisWorker()?.isFirst ?? true) logHiddenLimits(contract, config, rates, log);
  const own = madeAuthenticators(options.authenticators, { contract, config, log });
  const service = await create({
    contract,
    validators,
    handlers,
    dependencies,
    ...(errorBody && { errorBody }),
    // The compiler has compared their principals with the handlers' where both were given.
    authenticators: (own ?? access.authenticators(contract)) as Own &
      Authenticators<Dependencies, unknown, Locals>,
    maxBodyBytes: config.maxBodyBytes,
    limits,
    pending,
    quotas: quotas.quotasOf(rates),
    ...(document !== undefined && { rootHint: ROOT_HINT }),
    validateResponses: config.validateResponses,
    allowMissingHandlers: allowsUnimplemented(contract, handlers, config, log),
    onFault: (error, operationId, request) => {
      if (error instanceof UndocumentedResponseError) {
        telemetry.metrics.undocumented(error, operationId);
      }
      logFault(error, operationId, request?.observation?.requestId);
    },
  });
  return withCors(untilClosing(service, isRefusing), { origins: config.corsOrigins });
}

function madeAuthenticators<Made extends object>(
  authenticators: Made | ((setup: AccessSetup) => Made) | undefined,
  setup: AccessSetup,
): Made | undefined {
  return typeof authenticators === 'function' ? authenticators(setup) : authenticators;
}

/** Refuses requests that arrive while the server is closing. */
function untilClosing<Locals>(
  service: Service<Locals>,
  isRefusing: () => boolean,
): Service<Locals> {
  return {
    ...service,
    handle: (request) => {
      if (!isRefusing()) return service.handle(request);
      const failure = unavailable('The service is shutting down');
      request.observation?.failed(failure);
      return Promise.resolve(service.respond(failure));
    },
  };
}
