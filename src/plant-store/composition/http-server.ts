import type { Server } from 'node:http';
import type { Config } from '../config';
import { createHttpServer, type Express, type Serving } from '../../express';
import type { Parts } from './parts';
import type { ProgramSlot } from './program-slot';

/** The server of an application. It does not listen yet. */
export function createServiceServer(
  app: Express,
  slot: ProgramSlot,
  serving: Serving,
  { requestTimeoutMs, maxConnections }: Config,
  { log, telemetry }: Parts,
): Server {
  return createHttpServer(app, {
    requestTimeoutMs,
    maxConnections,
    serving,
    respond: (failure) => slot.current.service.respond(failure),
    observer: telemetry.observer,
    onFault: (err, requestId) => {
      log.error({ err, requestId }, 'a request failed because of a fault of the host');
    },
  });
}
