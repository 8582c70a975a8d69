import type { Server } from 'node:http';
import {
  type AppHandlers,
  Closing,
  createApp,
  createHttpServer,
  createServer,
  type Express,
  listen,
  type Listener,
  nameResponses,
  type Responder,
  type Serving,
  type ServiceSlot,
} from '../express';
import type { ServiceResources } from './service-resources';

/** Connections of the listener of MANAGEMENT_PORT: for probes, scrapes, and people who read. */
const MANAGEMENT_CONNECTIONS = 64;

/** Serves `/-/` at MANAGEMENT_PORT, if it is set, until after the service has closed. */
export async function listenForManagement(
  { config, log }: ServiceResources,
  responder: Responder,
): Promise<Listener | undefined> {
  const { host, managementPort, requestTimeoutMs, responseTimeoutMs } = config;
  if (managementPort === undefined) return undefined;
  const closing = new Closing();
  const server = createServer(responder, {
    requestTimeoutMs,
    responseTimeoutMs,
    maxConnections: MANAGEMENT_CONNECTIONS,
    closing,
    defaultHeaders: RESPONSE_HEADERS,
    onFault: (err) => {
      log.error({ err }, 'the listener of MANAGEMENT_PORT failed');
    },
  });
  const listener = await listen(server, host, managementPort, 'MANAGEMENT_PORT');
  return {
    url: listener.url,
    close: (graceMs) => {
      closing.begin();
      return listener.close(graceMs);
    },
  };
}

/**
 * The application that every request passes: middleware, the service, and the handlers for requests that it does not
 * cover.
 */
export function createApplication(
  slot: Pick<ServiceSlot, 'fallThrough' | 'handler'>,
  { before = [], after = [], ...settings }: Omit<AppHandlers, 'contract'>,
): Express {
  return createApp({
    ...settings,
    before: before.length === 0 ? before : [nameResponses, ...before],
    contract: after.length === 0 ? [] : [slot.fallThrough],
    after: [...after, slot.handler],
  });
}

/** The server of an application. It does not listen yet. */
export function createServiceServer(
  app: Express,
  { respond }: Pick<ServiceSlot, 'respond'>,
  serving: Serving,
  { config, log, telemetry }: ServiceResources,
  onHostFault = (err: unknown, requestId?: string): void => {
    log.error({ err, requestId }, 'a request failed because of a fault of the host');
  },
): Server {
  return createHttpServer(app, {
    requestTimeoutMs: config.requestTimeoutMs,
    maxConnections: config.maxConnections,
    serving,
    respond,
    observer: telemetry.observer,
    onFault: onHostFault,
  });
}

/**
 * Header fields of every response that does not set them itself: browsers must not guess another media type from the
 * content, and caches must not keep responses for one caller.
 *
 * @see https://fetch.spec.whatwg.org/#x-content-type-options-header
 * @see https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2.5
 */
export const RESPONSE_HEADERS: Readonly<Record<string, string>> = Object.freeze({
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
});
