import type { Server } from 'node:http';
import type { Config } from '../config';
import { createHttpServer, type Express, type Serving } from '../express';
import { isManagement } from '../management/pages';
import { createOverloadLog } from './overload-log';
import type { Parts } from './parts';
import type { ProgramSlot } from './program-slot';

/** The server of an application, which refuses what it has no room for. It does not listen yet. */
export function createServiceServer(
  app: Express,
  slot: ProgramSlot,
  serving: Serving,
  { requestTimeoutMs, maxConnections }: Config,
  { log, telemetry, load }: Parts,
): Server {
  const logRefusal = createOverloadLog(log);
  return createHttpServer(app, {
    requestTimeoutMs,
    maxConnections,
    serving,
    respond: (failure) => slot.current.service.respond(failure),
    observer: telemetry.observer,
    shedding: {
      load,
      exempts: (target) => isManagement({ target }),
      onRefusal: (count) => {
        telemetry.metrics.refused(count);
        logRefusal();
      },
    },
    onFault: (err, requestId) => {
      log.error({ err, requestId }, 'a request failed because of a fault of the host');
    },
  });
}
