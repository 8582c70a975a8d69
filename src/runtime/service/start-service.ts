import { setTimeout as sleep } from 'node:timers/promises';
import { type Authenticators, createService } from '../contract';
import {
  Closing,
  createServing,
  listen,
  type Listener,
  type MountOptions,
  ServiceSlot,
} from '../express';
import { readServiceConfig, type ServiceConfig } from './config';
import { GracePeriod } from './grace-period';
import {
  createApplication,
  createServiceServer,
  listenForManagement,
  RESPONSE_HEADERS,
} from './listeners';
import { createServiceLog, type Log } from './log';
import { type CreateService, makeService } from './make-service';
import { type ManagedService, managedService } from './managed-service';
import { withinOpenFiles } from './open-files';
import { maxUnfinishedBytes } from './operation-limits';
import { newCounter } from './quotas/usage-counter';
import { closeResources, openResources, type ServiceResources } from './service-resources';
import type { LocalsWanted, Program, RunningService, StartServiceOptions } from './start-options';
import { thisWorker } from './workers/worker';

/** The grace time where the configuration could not be read. */
const UNREAD_GRACE_MS = 1_000;

const STREAMS_ENDED =
  'streams of the program before are ended; clients that connect again get the new one';

/**
 * Starts a service with everything it has in production: the listener, `/-/` (health, metrics, document, docs page), a
 * line in the log for each request, traces, limits, quotas, CORS, trust in proxies and an orderly shutdown. The
 * variables of docs/configuration.md configure it.
 *
 * @throws ConfigError, ListenError or CompositionError, each with a message for the operator
 * @example
 * ```ts
 * import type { CompiledContract, Validators } from 'openapi-trellis/contract';
 * import { startService, type RunningService } from 'openapi-trellis/service';
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

interface ToolOptions {
  /** The name of the port in error messages; by default PORT. */
  readonly portName?: string;
  /** Header fields added to every response that lacks them. */
  readonly defaultHeaders?: Readonly<Record<string, string>>;
  /** Called with each fault of the host; by default it is logged. */
  readonly onHostFault?: (error: unknown) => void;
}

/** The opened resources, which closing releases. */
interface Opened {
  readonly closing: Closing;
  isLeaving: boolean;
  config?: ServiceConfig;
  log?: Log;
  resources?: ServiceResources;
  listener?: Listener;
  management?: Listener | undefined;
}

/**
 * Like startService, for a replacement of a service, such as a mock.
 *
 * @param create creates the service
 */
export async function startServiceBy<Dependencies, Own extends object, Locals>(
  create: CreateService<Dependencies, Own, Locals>,
  options: StartServiceOptions<Dependencies, Own, Locals>,
  tool: ToolOptions = {},
): Promise<RunningService<Dependencies, Own, Locals>> {
  const opened: Opened = { closing: new Closing(), isLeaving: false };
  const close = (): Promise<void> => closeAll(opened, async () => options.close?.());
  try {
    return { ...(await open(create, options, tool, opened)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Lets requests in progress end, and closes all resources. @param closeOwn closes the resources of handlers */
async function closeAll(opened: Opened, closeOwn: () => Promise<void>): Promise<void> {
  const { closing, config, log, resources, listener, management } = opened;
  opened.isLeaving = true;
  const isReplaced = thisWorker()?.isReplaced === true;
  if (listener !== undefined && !isReplaced) await sleep(config?.shutdownDelayMs ?? 0);
  const grace = new GracePeriod(config?.shutdownGraceMs ?? UNREAD_GRACE_MS);
  closing.begin();
  await listener?.close(grace.forRequestsMs);
  await closeResources([resources, { close: closeOwn }], grace, log);
  await management?.close(grace.leftMs);
}

/** Other values that were probably meant to be `production`. */
const SLIP = /^\s*(?!production\s*$)[Pp][Rr][Oo]?[Dd]/;
const NOT_PRODUCTION =
  'NODE_ENV is not "production", so it is read as development: responses of handlers are validated';

/** Records each opened resource, so they are closed after a fault. */
async function open<Dependencies, Own extends object, Locals>(
  create: CreateService<Dependencies, Own, Locals>,
  options: StartServiceOptions<Dependencies, Own, Locals>,
  { portName = 'PORT', defaultHeaders = RESPONSE_HEADERS, onHostFault }: ToolOptions,
  opened: Opened,
): Promise<Omit<RunningService<Dependencies, Own, Locals>, 'close'>> {
  const given = options.config ?? readServiceConfig(process.env);
  const log = (opened.log =
    options.log ?? createServiceLog(given, process.stderr, process.env.NO_COLOR));
  const config = (opened.config = withinOpenFiles(given, log));
  const worker = thisWorker();
  const { NODE_ENV } = process.env;
  if (config.validateResponses && SLIP.test(NODE_ENV ?? '') && (worker?.isFirst ?? true)) {
    log.warn({ NODE_ENV }, NOT_PRODUCTION);
  }
  const counterOf = worker?.counterOf ?? newCounter;
  const resources = (opened.resources = openResources(config, log, { ...options, counterOf }));
  const { closing } = opened;
  const { responseTimeoutMs } = config;
  const serving = createServing({ responseTimeoutMs, closing, defaultHeaders });
  const notReady = async (): Promise<string | undefined> => {
    if (opened.isLeaving) return 'shutting down';
    return resources.pending.isFull ? 'busy' : options.notReady?.();
  };
  const { writeMetrics, collectMetrics: collect } = resources.telemetry;
  const shutdownMs = config.shutdownDelayMs + config.shutdownGraceMs;
  worker?.introduce({ notReady, metrics: collect, shutdownMs });
  const ofAll = worker?.all ?? { notReady, writeMetrics };
  const isRefusing = (): boolean => closing.hasBegun && worker?.isReplaced !== true;
  const serve = async (
    program: Program<Dependencies, Own, Locals>,
  ): Promise<ManagedService<Locals>> => {
    const service = await makeService(create, program, options, resources, isRefusing);
    const bytes = maxUnfinishedBytes(program.contract, options.limits ?? {}, config.maxBodyBytes);
    serving.unfinishedBodies.maxBytes = bytes;
    const hasOwnPort = config.managementPort !== undefined;
    return managedService(program, service, { ...ofAll, hasOwnPort });
  };
  let served = await serve(options);
  const { middleware, locals } = options;
  // The compiler requires locals where Locals is not `undefined`, but cannot know that of a type parameter.
  const mount = [locals && { locals }] as MountOptions<Locals, object>;
  const slot = new ServiceSlot(served.service, serving, ...mount);
  const app = createApplication(slot, { ...middleware, trustedProxies: config.trustedProxies });
  const server = createServiceServer(app, slot, serving, resources, onHostFault);
  opened.listener = await listen(server, config.host, config.port, portName);
  opened.management = await listenForManagement(resources, (request) =>
    served.management.handle(request),
  );
  const { url } = opened.listener;
  const managementUrl = opened.management?.url ?? url;
  // With workers, the first process logs this for all of them.
  if (worker === undefined) log.info({ url, managementUrl }, 'listening');
  return {
    url,
    managementUrl,
    log,
    replace: async (program) => {
      served = await serve(program);
      if (slot.replace(served.service)) log.info(STREAMS_ENDED);
    },
  };
}
