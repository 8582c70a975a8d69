import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Authenticators,
  type CompiledContract,
  createService,
  PendingRequests,
  type Service,
  type ServiceOptions,
  unavailable,
  UndocumentedResponseError,
  withCors,
} from '../contract';
import {
  type AppHandlers,
  Closing,
  createApp,
  createHttpServer,
  createServer,
  createServing,
  type Express,
  listen,
  type Listener,
  type LocalsOption,
  nameResponses,
  type Responder,
  type Serving,
  ServiceSlot,
} from '../express';
import { ROOT_HINT } from '../management/root-hint';
import { type Access, openAccess } from './access/access';
import { allowsUnimplemented } from './unimplemented';
import { readServiceConfig, type ServiceConfig } from './config';
import { createFaultLog } from './fault-log';
import { GracePeriod } from './grace-period';
import { createServiceLog, type Log, requestLinesOf } from './log';
import type { LineWriter } from './log-output';
import { type ManagedService, managedService } from './managed-service';
import type { PublishedDocument } from './published-document';
import { openQuotas, type OpenQuotas } from './quotas/service-quotas';
import type { CounterTable } from './quotas/shared-usage';
import type { MetricsSource } from './telemetry/metrics';
import { startTelemetry, type Telemetry } from './telemetry/telemetry';

/**
 * What a service carries out: what follows from its document, and the handlers.
 *
 * @typeParam Own the type of its authenticators, which accept with what its handlers want
 * @typeParam Locals what the application says of a request
 */
export interface Program<
  Dependencies,
  Own extends object = Authenticators<Dependencies>,
  Locals = undefined,
> extends Pick<
  ServiceOptions<Dependencies, Own, Locals>,
  'contract' | 'validators' | 'handlers' | 'around'
> {
  /**
   * The document as clients read it at `/-/openapi.json` and `/-/docs`: the path of the generated `openapi.json`,
   * beside which an `openapi.yaml` is published too, or its contents. By default it is not published.
   */
  readonly document?: PublishedDocument;
  /** Has an open docs page follow the document, where one program takes the place of another; by default it does not. */
  readonly pageFollows?: boolean;
}

/** What decides on credentials may depend on. */
export interface AccessSetup {
  readonly contract: CompiledContract;
  readonly config: ServiceConfig;
  readonly log: Log;
}

/** A service, and what it needs beside its configuration. */
export interface StartServiceOptions<
  Dependencies,
  Own extends object = Authenticators<Dependencies>,
  Locals = undefined,
>
  extends
    Program<Dependencies, Own, Locals>,
    Pick<ServiceOptions<Dependencies>, 'dependencies' | 'errorBody'>,
    Partial<LocalsOption<Locals>> {
  /**
   * Authenticators by security scheme, or a function that makes them for each program. By default the tokens of
   * ACCESS_TOKENS and, with JWKS_URL, those of an issuer decide on every scheme that carries a token.
   */
  readonly authenticators?:
    | ((setup: AccessSetup) => Own & Authenticators<Dependencies, unknown, Locals>)
    | (Own & Authenticators<Dependencies, unknown, Locals>);
  /** By default that of the environment of the process. */
  readonly config?: ServiceConfig;
  /** A logger of pino; by default one that writes to standard error. */
  readonly log?: Log;
  /** Where requests are logged, a line of JSON each, if the level of the log has them; by default where `log` writes. */
  readonly requestLines?: LineWriter;
  /** Express middleware around the contract. */
  readonly middleware?: Pick<AppHandlers, 'before' | 'after'>;
  /** Why no request can be served now, such as a store that is away, for `/-/ready`; undefined when one can. */
  readonly notReady?: () => Promise<string | undefined> | string | undefined;
  /** Metrics of the service's own, such as a `Registry` of prom-client. */
  readonly metrics?: readonly MetricsSource[];
  /** Where instances share what they count for RATE_LIMIT; by default each counts by itself. */
  readonly counters?: CounterTable | undefined;
  /** Called after the last response, also where the start fails, to close what handlers use. */
  readonly close?: () => Promise<void> | void;
}

type LocalsWanted<Locals> = undefined extends Locals ? unknown : LocalsOption<Locals>;

/** A service that runs. */
export interface RunningService<
  Dependencies,
  Own extends object = Authenticators<Dependencies>,
  Locals = undefined,
> {
  /** Where the document is served, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Where `/-/` is served: `url`, or the listener of MANAGEMENT_PORT. */
  readonly managementUrl: string;
  readonly log: Log;
  /**
   * Serves another program from the next request on, with the same dependencies and the same connections.
   *
   * @throws CompositionError when its parts do not belong together; the one before goes on being served
   */
  replace(program: Program<Dependencies, Own, Locals>): Promise<void>;
  /** Finishes what is in flight within SHUTDOWN_GRACE_MS and lets go of everything. */
  close(): Promise<void>;
}

/** Where the configuration could not be read. */
const UNREAD_GRACE_MS = 1_000;

const STREAMS_ENDED =
  'streams of the program before are ended; clients that connect again get the new one';

/** Bytes that request bodies which have not arrived as a whole may take, whatever the bound of one of them. */
const MIN_UNFINISHED_BYTES = 64 * 1_048_576;

/**
 * Starts a service with all that it has in production: the listener, `/-/` (health, metrics, document, docs page), a
 * line in the log for each request, traces, limits, quotas, CORS, trust in proxies and an orderly end. The variables
 * of docs/configuration.md configure it.
 *
 * @throws ConfigError, ListenError or CompositionError, each with a message for the operator
 * @example
 * ```ts
 * import type { CompiledContract, Validators } from 'plant-store/contract';
 * import { startService, type RunningService } from 'plant-store/service';
 *
 * const books = new Map([['1', { id: 1, title: 'Emma' }]]);
 *
 * export function start(contract: CompiledContract, validators: Validators): Promise<RunningService<object>> {
 *   return startService({
 *     contract,
 *     validators,
 *     dependencies: {},
 *     handlers: { listBooks: () => Promise.resolve({ status: 200, body: [...books.values()] }) },
 *     document: 'generated/openapi.json',
 *   });
 * }
 * ```
 */
export function startService<
  Dependencies,
  Own extends object = Authenticators<Dependencies>,
  Locals = undefined,
>(
  options: StartServiceOptions<Dependencies, Own, Locals> & LocalsWanted<Locals>,
): Promise<RunningService<Dependencies, Own, Locals>> {
  return startServiceBy(createService, options);
}

/** How a tool starts what it serves. */
interface ToolOptions {
  /** What the message calls the port that cannot be listened on; by default PORT. */
  readonly portName?: string;
  /** Header fields of every response that has no others of the same names. */
  readonly defaultHeaders?: Readonly<Record<string, string>>;
}

/**
 * Starts what takes the place of a service, such as a mock, as startService does.
 *
 * @param create what makes it
 */
export async function startServiceBy<Dependencies, Own extends object, Locals>(
  create: typeof createService<Dependencies, Own, Locals>,
  options: StartServiceOptions<Dependencies, Own, Locals>,
  { portName = 'PORT', defaultHeaders = RESPONSE_HEADERS }: ToolOptions = {},
): Promise<RunningService<Dependencies, Own, Locals>> {
  const closing = new Closing();
  let isLeaving = false;
  let resources: Resources | undefined;
  let listener: Listener | undefined;
  let management: Listener | undefined;
  let log = options.log;
  const close = async (config?: ServiceConfig): Promise<void> => {
    isLeaving = true;
    if (listener !== undefined) await sleep(config?.shutdownDelayMs ?? 0);
    const grace = new GracePeriod(config?.shutdownGraceMs ?? UNREAD_GRACE_MS);
    closing.begin();
    await listener?.close(grace.forRequestsMs);
    await closeResources([resources, { close: async () => options.close?.() }], grace, log);
    await management?.close(grace.leftMs);
  };
  let config: ServiceConfig | undefined;
  try {
    const read = (config = options.config ?? readServiceConfig(process.env));
    log ??= createServiceLog(config, process.stderr, process.env.NO_COLOR);
    const opened = (resources = openResources(config, log, options));
    const notReady = async (): Promise<string | undefined> => {
      if (isLeaving) return 'shutting down';
      return opened.pending.isFull ? 'busy' : options.notReady?.();
    };
    const serving = createServing({
      responseTimeoutMs: config.responseTimeoutMs,
      maxUnfinishedBytes: Math.max(MIN_UNFINISHED_BYTES, 4 * config.maxBodyBytes),
      closing,
      defaultHeaders,
    });
    const serve = async (
      program: Program<Dependencies, Own, Locals>,
    ): Promise<ManagedService<Locals>> => {
      const service = await makeService(create, program, options, opened, closing);
      const hasOwnPort = read.managementPort !== undefined;
      return managedService(program, service, {
        notReady,
        telemetry: opened.telemetry,
        hasOwnPort,
      });
    };
    let served = await serve(options);
    const { middleware, locals } = options;
    const slot = new ServiceSlot<unknown>(wantingAny(served.service), serving, {
      ...(locals && { locals }),
    });
    const app = createApplication(slot, { ...middleware, trustedProxies: config.trustedProxies });
    const server = createServiceServer(app, slot, serving, opened);
    listener = await listen(server, config.host, config.port, portName);
    const { url } = listener;
    management = await listenForManagement(opened, (request) => served.management.handle(request));
    const managementUrl = management?.url ?? url;
    log.info({ url, managementUrl }, 'listening');
    return {
      url,
      managementUrl,
      log,
      replace: async (program) => {
        served = await serve(program);
        if (slot.replace(wantingAny(served.service))) opened.log.info(STREAMS_ENDED);
      },
      close: () => close(read),
    };
  } catch (error) {
    await close(config);
    throw error;
  }
}

/** What a service works with, from its start to its end. */
interface Resources {
  readonly config: ServiceConfig;
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly access: Access;
  readonly quotas: OpenQuotas;
  readonly pending: PendingRequests;
  close(): Promise<void>;
}

/** That of an application whose locals the compiler has compared with what the service wants. */
function wantingAny<Locals>(service: Service<Locals>): Service<unknown> {
  return service as Service<unknown>;
}

function openResources<Dependencies, Own extends object, Locals>(
  config: ServiceConfig,
  log: Log,
  {
    requestLines = requestLinesOf(log),
    metrics,
    counters,
    authenticators,
  }: StartServiceOptions<Dependencies, Own, Locals>,
): Resources {
  const telemetry = startTelemetry(log.isLevelEnabled('info') ? requestLines : undefined, metrics);
  const access = openAccess(authenticators === undefined ? config : NO_TOKENS, log);
  const quotas = openQuotas(config.rateLimits, counters, (err) => {
    log.warn({ err }, 'rate limits are not shared with other instances for now');
  });
  const pending = new PendingRequests(config.maxPendingRequests);
  const close = async (): Promise<void> => {
    access.close();
    await quotas.close();
  };
  return { config, log, telemetry, access, quotas, pending, close };
}

/** What has authenticators of its own needs none of the configuration. */
const NO_TOKENS = { accessTokens: [] };

/** Closes one after the other within the grace time, what handlers use as the last. */
async function closeResources(
  parts: readonly (Pick<Resources, 'close'> | undefined)[],
  grace: GracePeriod,
  log: Log | undefined,
): Promise<void> {
  const closeAll = async (): Promise<void> => {
    for (const part of parts) await part?.close();
  };
  if (await grace.allows(closeAll())) return;
  log?.error('what handlers use, such as a store, does not close within the grace time');
}

/** The service of a program, for pages of other origins too, until the server closes. */
async function makeService<Dependencies, Own extends object, Locals>(
  create: typeof createService<Dependencies, Own, Locals>,
  { contract, validators, handlers }: Program<Dependencies, Own, Locals>,
  {
    dependencies,
    errorBody,
    authenticators,
    document,
  }: StartServiceOptions<Dependencies, Own, Locals>,
  { config, log, telemetry, access, quotas, pending }: Resources,
  closing: Closing,
): Promise<Service<Locals>> {
  const logFault = createFaultLog(log);
  const given =
    typeof authenticators === 'function'
      ? authenticators({ contract, config, log })
      : authenticators;
  // Where none are given, handlers want what those of tokens accept with.
  const own = (given ?? access.authenticators(contract)) as NonNullable<typeof given>;
  const service = await create({
    contract,
    validators,
    handlers,
    dependencies,
    ...(errorBody && { errorBody }),
    authenticators: own,
    maxBodyBytes: config.maxBodyBytes,
    pending,
    quotas: quotas.quotas,
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
  return withCors(untilClosing(service, closing), { origins: config.corsOrigins });
}

/** Refuses what still arrives once the server is closing. */
function untilClosing<Locals>(service: Service<Locals>, closing: Closing): Service<Locals> {
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

/** Connections of the listener of MANAGEMENT_PORT: probes, scrapes, and people who read. */
const MANAGEMENT_CONNECTIONS = 64;

/** Listens for what is under `/-/` at MANAGEMENT_PORT, if there is one, until after the service has closed. */
async function listenForManagement(
  { config, log }: Resources,
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
 * The application that every request passes: middleware, the service, and behind it what gets the requests that it
 * does not cover.
 */
function createApplication(
  slot: ServiceSlot<unknown>,
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
function createServiceServer(
  app: Express,
  { respond }: ServiceSlot<unknown>,
  serving: Serving,
  { config, log, telemetry }: Resources,
): Server {
  return createHttpServer(app, {
    requestTimeoutMs: config.requestTimeoutMs,
    maxConnections: config.maxConnections,
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
