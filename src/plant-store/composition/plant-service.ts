import {
  createService,
  type Service,
  unavailable,
  UndocumentedResponseError,
  UnavailableError,
  withCors,
} from '../../contract';
import type { Closing } from '../../express';
import { ROOT_HINT } from '../../management/root-hint';
import { accessAuthenticators } from '../authenticators';
import type { Config } from '../config';
import type { Log } from '../log';
import type { PlantDependencies } from '../plants/handler';
import type { PlantStore } from '../plants/plant-store';
import type { Telemetry } from '../telemetry/telemetry';
import type { ServiceResources } from './resources';
import type { Program } from './service-definition';

/**
 * The service of a program, for pages of other origins too, until the server closes.
 *
 * @throws CompositionError naming each handler and authenticator that is missing or too many
 */
export async function createPlantService(
  config: Config,
  resources: ServiceResources,
  closing: Closing,
  { contract, validators, handlers }: Program,
): Promise<Service> {
  const { log, telemetry, store, access, quotas, pending } = resources;
  const logFault = createFaultLog(log);
  const service = await createService<PlantDependencies>({
    contract,
    validators,
    handlers,
    dependencies: { plants: traced(store.plants, telemetry.traces) },
    authenticators: accessAuthenticators(contract, access.verify),
    maxBodyBytes: config.maxBodyBytes,
    pending,
    quotas: quotas.quotas,
    rootHint: ROOT_HINT,
    validateResponses: config.validateResponses,
    onFault: (error, operationId, request) => {
      if (error instanceof UndocumentedResponseError) {
        telemetry.metrics.undocumented(error, operationId);
      }
      logFault(error, operationId, request?.observation?.requestId);
    },
  });
  return withCors(untilClosing(service, closing), { origins: config.corsOrigins });
}

/** Creates in spans of their own, from the call to the commit, where somebody collects traces. */
function traced(plants: PlantStore, traces: Telemetry['traces']): PlantStore {
  if (traces === undefined) return plants;
  return {
    create: (plant) => traces.within('store create', () => plants.create(plant)),
    createAll: (all) => plants.createAll(all),
    list: () => plants.list(),
  };
}

/** Refuses what still arrives once the server is closing. */
function untilClosing(service: Service, closing: Closing): Service {
  return {
    ...service,
    handle: (request) => {
      if (!closing.hasBegun) return service.handle(request);
      const failure = unavailable('The service is shutting down');
      request.observation?.failed(failure);
      return Promise.resolve(service.respond(failure));
    },
  };
}

/** Milliseconds between two lines of the log about what every request meets: it is not to fill the disk. */
const QUIET_MS = 10_000;

/**
 * Makes what is told of each fault of the service. Every fault is a line of the log, except while
 * something is away, when each request meets the same: then it is one line now and again, which counts
 * those before it that were left out.
 *
 * @param now the present moment in milliseconds; by default a clock that is never set
 */
export function createFaultLog(
  log: Log,
  now = () => performance.now(),
): (error: unknown, operationId?: string, requestId?: string) => void {
  let nextAt = -Infinity;
  let leftOut = 0;
  return (err, operationId, requestId) => {
    const fault = { err, operationId, requestId };
    if (!(err instanceof UnavailableError)) {
      log.error(fault, 'a request failed because of a fault of the service');
      return;
    }
    const present = now();
    if (present < nextAt) {
      leftOut++;
      return;
    }
    log.error({ ...fault, leftOut }, 'the service is unavailable for now');
    nextAt = present + QUIET_MS;
    leftOut = 0;
  };
}
