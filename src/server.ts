import { contract } from '../generated/contract';
import type { Operations } from '../generated/operations';
import { validators } from '../generated/validators';
import { ensureFirstToken, type FirstToken } from './access/first-token';
import { createTokenVerifier } from './access/token-verifier';
import { accessAuthenticators } from './authenticators';
import type { Config } from './config';
import { unavailable } from './contract/failure';
import { undocumentedReply } from './contract/failure-reply';
import type { Handlers } from './contract/handler';
import { PendingRequests } from './contract/pending-requests';
import { createService, type Service } from './contract/service';
import { createHost, type Answer } from './express/host';
import { createFaultLog } from './fault-log';
import { listen, type Listener } from './listener';
import type { Log } from './log';
import { createManagement, isManagement } from './management/management';
import { readDocuments } from './package-files';
import type { PlantDependencies } from './plants/handler';
import { openStore } from './stores/open-store';
import type { Store } from './stores/store';

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

/** What a start needs beside its configuration. */
export interface StartOptions {
  readonly log: Log;
  readonly handlers: Handlers<Operations, PlantDependencies>;
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
  const store = await openStore(config.databaseUrl, { role: 'server' });
  let closing = false;
  const listeners: Listener[] = [];
  const close = async (): Promise<void> => {
    closing = true;
    await Promise.all(listeners.map((listener) => listener.close(config.shutdownGraceMs)));
    await store.close();
  };
  try {
    const firstToken = await ensureFirstToken({
      staticTokens: config.accessTokens,
      tokens: store.tokens,
      now: new Date(),
    });
    const pending = new PendingRequests(config.maxPendingRequests);
    const service = await createPlantService(config, store, pending, options);
    const management = createManagement({
      documents: readDocuments(),
      notReady: () => notReady(store, pending, closing),
    });
    const host = (answer: Answer, port: number, variable: string): Promise<Listener> =>
      listen(
        createHost({
          answer,
          requestTimeoutMs: config.requestTimeoutMs,
          responseTimeoutMs: config.responseTimeoutMs,
          maxConnections: config.maxConnections,
          maxUnfinishedBytes: Math.max(MIN_UNFINISHED_BYTES, 4 * config.maxBodyBytes),
          onFault: (err) => {
            log.error({ err }, 'a request met a fault of the host');
          },
          isClosing: () => closing,
        }),
        config.host,
        port,
        variable,
      );
    const separate = config.managementPort;
    const documented = untilClosing(service, () => closing);
    const combined: Answer = (request) =>
      isManagement(request) ? management(request) : documented(request);
    listeners.push(await host(separate === undefined ? combined : documented, config.port, 'PORT'));
    if (separate !== undefined) listeners.push(await host(management, separate, 'MANAGEMENT_PORT'));
    const [url = '', managementUrl = url] = listeners.map((listener) => listener.url);
    log.info({ url, managementUrl }, 'listening');
    return { url, managementUrl, ...(firstToken !== undefined && { firstToken }), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function createPlantService(
  config: Config,
  store: Store,
  pending: PendingRequests,
  options: StartOptions,
): Promise<Service> {
  return createService<PlantDependencies>({
    contract,
    validators,
    handlers: { ...options.handlers },
    dependencies: { plants: store.plants },
    authenticators: accessAuthenticators(
      contract,
      createTokenVerifier({ staticTokens: config.accessTokens, tokens: store.tokens }),
    ),
    maxBodyBytes: config.maxBodyBytes,
    pending,
    validateReplies: config.validateReplies,
    allowMissingHandlers: options.allowMissingHandlers ?? false,
    onFault: createFaultLog(options.log),
  });
}

/** Refuses what still arrives once the server is closing. */
function untilClosing(service: Service, isClosing: () => boolean): Answer {
  return (request) => {
    if (!isClosing()) return service.handle(request);
    return Promise.resolve(undocumentedReply(unavailable('The service is shutting down')));
  };
}

async function notReady(
  store: Store,
  pending: PendingRequests,
  closing: boolean,
): Promise<string | undefined> {
  if (closing) return 'shutting down';
  if (pending.isFull) return 'busy';
  return store.ping().then(
    () => undefined,
    () => 'the store does not answer',
  );
}
