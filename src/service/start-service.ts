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
import { createServiceLog } from './log';
import { type CreateService, makeService } from './make-service';
import { type ManagedService, managedService } from './managed-service';
import { maxUnfinishedBytes } from './operation-limits';
import { closeResources, openResources, type ServiceResources } from './service-resources';
import type { LocalsWanted, Program, RunningService, StartServiceOptions } from './start-options';

/** Where the configuration could not be read. */
const UNREAD_GRACE_MS = 1_000;

const STREAMS_ENDED =
  'streams of the program before are ended; clients that connect again get the new one';

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
  /** Called with each fault of the host; by default it is a line of the log. */
  readonly onHostFault?: (error: unknown) => void;
}

/**
 * Starts what takes the place of a service, such as a mock, as startService does.
 *
 * @param create what makes it
 */
export async function startServiceBy<Dependencies, Own extends object, Locals>(
  create: CreateService<Dependencies, Own, Locals>,
  options: StartServiceOptions<Dependencies, Own, Locals>,
  { portName = 'PORT', defaultHeaders = RESPONSE_HEADERS, onHostFault }: ToolOptions = {},
): Promise<RunningService<Dependencies, Own, Locals>> {
  const closing = new Closing();
  let isLeaving = false;
  let resources: ServiceResources | undefined;
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
      closing,
      defaultHeaders,
    });
    const serve = async (
      program: Program<Dependencies, Own, Locals>,
    ): Promise<ManagedService<Locals>> => {
      const service = await makeService(create, program, options, opened, closing);
      const bytes = maxUnfinishedBytes(program.contract, options.limits ?? {}, read.maxBodyBytes);
      serving.unfinishedBodies.maxBytes = bytes;
      const hasOwnPort = read.managementPort !== undefined;
      return managedService(program, service, {
        notReady,
        telemetry: opened.telemetry,
        hasOwnPort,
      });
    };
    let served = await serve(options);
    const { middleware, locals } = options;
    // The compiler demands them where Locals is no `undefined`, which it cannot know of a type parameter.
    const mount = [locals && { locals }] as MountOptions<Locals, object>;
    const slot = new ServiceSlot(served.service, serving, ...mount);
    const app = createApplication(slot, { ...middleware, trustedProxies: config.trustedProxies });
    const server = createServiceServer(app, slot, serving, opened, onHostFault);
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
        if (slot.replace(served.service)) opened.log.info(STREAMS_ENDED);
      },
      close: () => close(read),
    };
  } catch (error) {
    await close(config);
    throw error;
  }
}
