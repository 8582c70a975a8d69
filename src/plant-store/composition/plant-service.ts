import { accessAuthenticators } from '../authenticators';
import type { Config } from '../config';
import {
  createService,
  type Service,
  unavailable,
  UndocumentedResponseError,
} from '../../contract';
import type { Closing } from '../../express';
import { ROOT_HINT } from '../../management/root-hint';
import type { PlantDependencies } from '../plants/handler';
import type { PlantStore } from '../plants/plant-store';
import type { Telemetry } from '../telemetry/start-telemetry';
import { withCors } from './cors';
import { createFaultLog } from './fault-log';
import type { Parts } from './parts';
import type { Program } from './program';

/**
 * The service of a program, for pages of other origins too, until the server closes.
 *
 * @throws CompositionError naming each handler and authenticator that is missing or too many
 */
export async function createPlantService(
  config: Config,
  parts: Parts,
  closing: Closing,
  { contract, validators, handlers, around }: Program,
): Promise<Service> {
  const { log, telemetry, store, access, quotas, pending } = parts;
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
    ...(around && { around }),
    onFault: (error, operationId, request) => {
      if (error instanceof UndocumentedResponseError) {
        telemetry.metrics.undocumented(error, operationId);
      }
      logFault(error, operationId, request?.observation?.requestId);
    },
  });
  return withCors(untilClosing(service, closing), config.corsOrigins);
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
    respond: service.respond,
    covers: (request) => service.covers(request),
    interfaceAt: (request) => service.interfaceAt(request),
    handle: (request) => {
      if (!closing.hasBegun) return service.handle(request);
      const failure = unavailable('The service is shutting down');
      request.observation?.failed(failure);
      return Promise.resolve(service.respond(failure));
    },
  };
}
