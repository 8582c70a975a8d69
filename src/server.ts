import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '../generated/contract';
import type { Operations } from '../generated/operations';
import { validators } from '../generated/validators';
import { ensureFirstToken, type FirstToken } from './access/first-token';
import { accessAuthenticators, scopesInUse } from './authenticators';
import type { Config } from './config';
import {
  createService,
  type Handlers,
  PendingRequests,
  type Service,
  type ServiceOptions,
  unavailable,
  UndocumentedResponseError,
} from './contract';
import {
  answerHandler,
  Closing,
  contractHandler,
  createApp,
  createHttpServer,
  createServing,
  type AppHandlers,
  nameResponses,
  type Express,
  type Load,
  type RequestHandler,
  type Serving,
} from './express';
import { withCors } from './cors';
import { createFaultLog } from './fault-log';
import { Grace } from './grace';
import type { LineWriter } from './log-output';
import { listen, type Listener } from './listener';
import type { Log } from './log';
import { createManagement, createPublication } from './management/management';
import { isManagement, MANAGEMENT_PREFIX } from './management/pages';
import { ROOT_HINT } from './management/root-hint';
import { ManagementThread } from './management-thread/thread';
import { readDocuments } from './package-files';
import type { PlantDependencies } from './plants/handler';
import type { PlantStore } from './plants/plant-store';
import { openQuotas, type OpenQuotas } from './quotas/open-quotas';
import { RESPONSE_HEADERS } from './response-headers';
import { openStore } from './stores/open-store';
import type { Store } from './stores/store';
import { startTelemetry, type Telemetry } from './telemetry/start-telemetry';
import { openTokenAccess, type TokenAccess } from './token-access';

/** A service that runs. */
export interface RunningServer {
  /** Where the document is served. */
  readonly url: string;
  /** Where `/-/` is served: `url`, or the listener of its own. */
  readonly managementUrl: string;
  /** The token that the first start made; it is known only now. */
  readonly firstToken?: FirstToken;
  /** Finishes what is in flight within the grace time and lets go of everything. */
  close(): Promise<void>;
}

type Middleware = Pick<AppHandlers, 'before' | 'after'>;

/** What a start needs beside its configuration. */
export interface StartOptions {
  readonly log: Log;
  /** Where requests are logged, if the level of the log has them; by default they are not. */
  readonly requestLines?: LineWriter;
  readonly handlers: Handlers<Operations, PlantDependencies>;
  /** Express middleware around the contract. */
  readonly middleware?: Middleware;
  /** Serve operations that have no handler yet as 501, for development. */
  readonly allowMissingHandlers?: boolean;
}

/** Bytes that request bodies which have not arrived as a whole may take, whatever the bound of one of them. */
const MIN_UNFINISHED_BYTES = 64 * 1_048_576;

/**
 * Puts the service together and starts it.
 *
 * @throws StoreOpenError, ListenError or CompositionError, each with a message for the operator
 */
export async function startServer(config: Config, options: StartOptions): Promise<RunningServer> {
  const { log } = options;
  const { requestLines } = options;
  const telemetry = startTelemetry(log.isLevelEnabled('info') ? requestLines : undefined);
  const closing = new Closing();
  let isLeaving = false;
  let opened: Store | undefined;
  let access: TokenAccess | undefined;
  let quotas: OpenQuotas | undefined;
  let listener: Listener | undefined;
  // It loads while the store is opened.
  const managementThread = createManagementThread(config, log);
  const close = async (): Promise<void> => {
    isLeaving = true;
    await managementThread?.tell();
    if (listener !== undefined) await sleep(config.shutdownDelayMs);
    const grace = new Grace(config.shutdownGraceMs);
    closing.begin();
    await listener?.close(grace.forRequestsMs);
    await letGo([access, quotas, opened], grace, log);
    await managementThread?.close(grace.leftMs);
  };
  try {
    const store = await openStore(config.databaseUrl, { role: 'server' }, (line) => {
      log.warn(line);
    });
    opened = store;
    store.observe(telemetry.metrics);
    access = openTokenAccess(config, store.tokens, log);
    const pending = new PendingRequests(config.maxPendingRequests);
    quotas = openQuotas(config.rateLimits, store.counters, (err) => {
      log.warn({ err }, 'rate limits are not shared with other instances for now');
    });
    const bounds = { pending, quotas: quotas.quotas };
    const service = await createPlantService(config, store, access, bounds, telemetry, options);
    const whyNotReady = (): Promise<string | undefined> => notReady(store, pending, isLeaving);
    const serving = createServing({
      responseTimeoutMs: config.responseTimeoutMs,
      maxUnfinishedBytes: Math.max(MIN_UNFINISHED_BYTES, 4 * config.maxBodyBytes),
      closing,
      defaultHeaders: RESPONSE_HEADERS,
    });
    const beside = managementThread === undefined ? whyNotReady : undefined;
    const served = withCors(untilClosing(service, serving), config.corsOrigins);
    const app = createServiceApp(served, besideHandler(beside, telemetry, serving), serving, {
      ...options.middleware,
      trustedProxies: config.trustedProxies,
    });
    const server = createHttpServer(app, {
      requestTimeoutMs: config.requestTimeoutMs,
      maxConnections: config.maxConnections,
      serving,
      respond: service.respond,
      observer: telemetry.observer,
      shedding: { load: loadOf(pending, store), exempts: isBeside },
      onFault: (err, requestId) => {
        log.error({ err, requestId }, 'a request failed because of a fault of the host');
      },
    });
    listener = await listen(server, config.host, config.port, 'PORT');
    const { url } = listener;
    const managementUrl =
      (await managementThread?.listen(whyNotReady, telemetry.writeMetrics)) ?? url;
    log.info({ url, managementUrl }, 'listening');
    // Last, so that a start which fails leaves no token that nobody knows.
    const firstToken = await ensureFirstToken({
      staticTokens: config.accessTokens,
      tokens: store.tokens,
      scopes: scopesInUse(contract),
      expiresInMs: config.firstTokenLifetimeMs,
      now: new Date(),
    });
    return { url, managementUrl, ...(firstToken !== undefined && { firstToken }), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function createPlantService(
  config: Config,
  store: Store,
  { verify }: TokenAccess,
  bounds: Pick<ServiceOptions<PlantDependencies>, 'pending' | 'quotas'>,
  { metrics, traces }: Telemetry,
  options: StartOptions,
): Promise<Service> {
  const logFault = createFaultLog(options.log);
  return createService<PlantDependencies>({
    contract,
    validators,
    handlers: { ...options.handlers },
    dependencies: { plants: traced(store.plants, traces) },
    authenticators: accessAuthenticators(contract, verify),
    maxBodyBytes: config.maxBodyBytes,
    ...bounds,
    rootHint: ROOT_HINT,
    validateResponses: config.validateResponses,
    allowMissingHandlers: options.allowMissingHandlers ?? false,
    onFault: (error, operationId, request) => {
      if (error instanceof UndocumentedResponseError) metrics.undocumented(error, operationId);
      logFault(error, operationId, request?.observation?.requestId);
    },
  });
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

/**
 * The application that every request passes: middleware, what is beside the document, the contract, and
 * behind it what gets the requests that the document does not cover.
 */
function createServiceApp(
  service: Service,
  beside: RequestHandler,
  serving: Serving,
  { before = [], after = [], ...settings }: Omit<AppHandlers, 'contract'>,
): Express {
  const last = contractHandler(service, { serving });
  const contract =
    after.length === 0 ? [] : [contractHandler(service, { serving, fallThrough: true })];
  return createApp({
    ...settings,
    before: before.length === 0 ? before : [nameResponses, ...before],
    contract: [beside, ...contract],
    after: [...after, last],
  });
}

/**
 * Serves what is under `/-/` beside the document.
 *
 * @param notReady undefined where MANAGEMENT_PORT has a listener for it; then only what clients read is here too,
 *   since the docs page can try requests at its own origin alone
 */
function besideHandler(
  notReady: (() => Promise<string | undefined>) | undefined,
  { writeMetrics: metrics }: Telemetry,
  serving: Serving,
): RequestHandler {
  const published = { documents: readDocuments(), tryItOut: true };
  const answer =
    notReady === undefined
      ? createPublication(published)
      : createManagement({ ...published, metrics, notReady });
  return answerHandler(answer, { applies: isManagement, serving });
}

/** The thread that serves what is under `/-/` on MANAGEMENT_PORT, if there is one. */
function createManagementThread(config: Config, log: Log): ManagementThread | undefined {
  const {
    host,
    managementPort: port,
    requestTimeoutMs,
    responseTimeoutMs,
    maxConnections,
  } = config;
  if (port === undefined) return undefined;
  return new ManagementThread({
    host,
    port,
    limits: { requestTimeoutMs, responseTimeoutMs, maxConnections },
    onFault: (err) => {
      log.error({ err }, 'the listener of MANAGEMENT_PORT failed');
    },
  });
}

/** Closes one after the other, within the grace time. */
async function letGo(
  parts: readonly ({ close(): Promise<void> | void } | undefined)[],
  grace: Grace,
  log: Log,
): Promise<void> {
  const close = async (): Promise<void> => {
    for (const part of parts) await part?.close();
  };
  if (await grace.allows(close())) return;
  log.error('the store does not close within the grace time; what it has acknowledged is stored');
}

/** True for what is served whatever the load. */
function isBeside(target: string): boolean {
  return target.startsWith(MANAGEMENT_PREFIX);
}

/** How busy the service is: by its requests, and by what waits for its store. */
function loadOf(pending: PendingRequests, store: Store): Load {
  return {
    get room() {
      return pending.room;
    },
    get isMany() {
      return pending.isMany;
    },
    get waitMs() {
      return store.waitMs;
    },
  };
}

/** Refuses what still arrives once the server is closing. */
function untilClosing(service: Service, { closing }: Serving): Service {
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

async function notReady(
  store: Store,
  pending: PendingRequests,
  isLeaving: boolean,
): Promise<string | undefined> {
  if (isLeaving) return 'shutting down';
  if (pending.isFull) return 'busy';
  return store.ping().then(
    () => undefined,
    () => 'the store does not respond',
  );
}
