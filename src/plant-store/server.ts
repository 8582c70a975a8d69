import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AppHandlers,
  Closing,
  createServer,
  createServing,
  listen,
  type Listener,
  createApp,
  type Express,
  nameResponses,
  type Responder,
  createHttpServer,
  type Serving,
  ServiceSlot,
} from '../express';
import { scopesInUse } from './authenticators';
import { createPlantService } from './composition/plant-service';
import { GracePeriod, ServiceResources } from './composition/resources';
import { type ServedProgram, servedProgram } from './composition/served-program';
import type { Program } from './composition/service-definition';
import type { Config } from './config';
import { ensureFirstToken, type FirstToken } from './first-token';
import type { Log } from './log';
import type { LineWriter } from './log-output';

/** A service that runs. */
export interface RunningServer {
  /** Where the document is served. */
  readonly url: string;
  /** Where `/-/` is served: `url`, or the listener of its own. */
  readonly managementUrl: string;
  /** The token that the first start made; it is known only now. */
  readonly firstToken?: FirstToken;
  /**
   * Serves another program from the next request on, with the same store and the same connections.
   *
   * @throws CompositionError when its parts do not belong together; the one before goes on being served
   */
  replace(program: Program): Promise<void>;
  /** Finishes what is in flight within the grace time and lets go of everything. */
  close(): Promise<void>;
}

/** What a start needs beside its configuration. */
export interface StartOptions {
  readonly program: Program;
  readonly log: Log;
  /** Where requests are logged, if the level of the log has them; by default they are not. */
  readonly requestLines?: LineWriter;
  /** Express middleware around the contract. */
  readonly middleware?: Pick<AppHandlers, 'before' | 'after'>;
}

const STREAMS_ENDED =
  'streams of the program before are ended; clients that connect again get the new one';

/** Bytes that request bodies which have not arrived as a whole may take, whatever the bound of one of them. */
const MIN_UNFINISHED_BYTES = 64 * 1_048_576;

/**
 * Puts the service together and starts it.
 *
 * @throws StoreOpenError, ListenError or CompositionError, each with a message for the operator
 */
export async function startServer(config: Config, options: StartOptions): Promise<RunningServer> {
  const { program, log, requestLines, middleware } = options;
  const closing = new Closing();
  let isLeaving = false;
  let resources: ServiceResources | undefined;
  let listener: Listener | undefined;
  let management: Listener | undefined;
  const close = async (): Promise<void> => {
    isLeaving = true;
    if (listener !== undefined) await sleep(config.shutdownDelayMs);
    const grace = new GracePeriod(config.shutdownGraceMs);
    closing.begin();
    await listener?.close(grace.forRequestsMs);
    await resources?.close(grace);
    await management?.close(grace.leftMs);
  };
  try {
    const opened = (resources = await ServiceResources.open(config, log, requestLines));
    const { telemetry, store } = opened;
    const notReady = async (): Promise<string | undefined> =>
      isLeaving ? 'shutting down' : opened.whyNotReady();
    const serving = createServing({
      responseTimeoutMs: config.responseTimeoutMs,
      maxUnfinishedBytes: Math.max(MIN_UNFINISHED_BYTES, 4 * config.maxBodyBytes),
      closing,
      defaultHeaders: RESPONSE_HEADERS,
    });
    const managementParts = {
      notReady,
      telemetry,
      hasOwnPort: config.managementPort !== undefined,
    };
    const serve = async (each: Program): Promise<ServedProgram> => {
      const service = await createPlantService(config, opened, closing, each);
      return servedProgram(each, service, managementParts);
    };
    let served = await serve(program);
    const slot = new ServiceSlot(served.service, serving);
    const app = createApplication(slot, { ...middleware, trustedProxies: config.trustedProxies });
    const server = createServiceServer(app, slot, serving, config, opened);
    listener = await listen(server, config.host, config.port, 'PORT');
    const { url } = listener;
    management = await listenForManagement(
      config,
      (request) => served.management.handle(request),
      log,
    );
    const managementUrl = management?.url ?? url;
    log.info({ url, managementUrl }, 'listening');
    // Last, so that a start which fails leaves no token that nobody knows.
    const firstToken = await ensureFirstToken({
      staticTokens: config.accessTokens,
      tokens: store.tokens,
      scopes: scopesInUse(program.contract),
      expiresInMs: config.firstTokenLifetimeMs,
      now: new Date(),
    });
    const replace = async (next: Program): Promise<void> => {
      served = await serve(next);
      if (slot.replace(served.service)) log.info(STREAMS_ENDED);
    };
    return { url, managementUrl, ...(firstToken !== undefined && { firstToken }), replace, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Connections of the listener of MANAGEMENT_PORT: probes, scrapes, and people who read. */
const MANAGEMENT_CONNECTIONS = 64;

/** Listens for what is under `/-/` at MANAGEMENT_PORT, if there is one, until after the service has closed. */
async function listenForManagement(
  { host, managementPort, requestTimeoutMs, responseTimeoutMs }: Config,
  responder: Responder,
  log: Log,
): Promise<Listener | undefined> {
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

/** What the application has around the contract. */
type ApplicationOptions = Omit<AppHandlers, 'contract'>;

/**
 * The application that every request passes: middleware, the service, and behind it what gets the requests that it
 * does not cover.
 */
function createApplication(
  slot: ServiceSlot,
  { before = [], after = [], ...settings }: ApplicationOptions,
): Express {
  return createApp({
    ...settings,
    before: before.length === 0 ? before : [nameResponses, ...before],
    contract: after.length === 0 ? [] : [slot.fallThrough],
    after: [...after, slot.handler],
  });
}

/** The server of an application. It does not listen yet. */
function createServiceServer(
  app: Express,
  { respond }: ServiceSlot,
  serving: Serving,
  { requestTimeoutMs, maxConnections }: Config,
  { log, telemetry }: ServiceResources,
): Server {
  return createHttpServer(app, {
    requestTimeoutMs,
    maxConnections,
    serving,
    respond,
    observer: telemetry.observer,
    onFault: (err, requestId) => {
      log.error({ err, requestId }, 'a request failed because of a fault of the host');
    },
  });
}

/**
 * Header fields that every response of the service has, unless it has others of the same name: nobody may
 * guess another media type from the content, and no cache keeps what is for one caller.
 *
 * @see https://fetch.spec.whatwg.org/#x-content-type-options-header
 * @see https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2.5
 */
const RESPONSE_HEADERS: Readonly<Record<string, string>> = Object.freeze({
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
});
