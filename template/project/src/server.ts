import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createService } from 'plant-store/contract';
import {
  Closing,
  contractHandler,
  createApp,
  createHttpServer,
  createServing,
} from 'plant-store/express';
import { contract } from '../generated/contract';
import { handlers } from '../generated/handlers';
import { validators } from '../generated/validators';
import { authenticators } from './authenticators';
import { createDependencies } from './dependencies';

export interface ServerOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Starts with operations that nobody has implemented yet; they respond 501. */
  readonly allowUnimplemented: boolean;
  /** Checks each response against the document; one of a handler that does not fit becomes 500. */
  readonly validateResponses: boolean;
}

export interface RunningServer {
  /** Such as `http://127.0.0.1:3000`, without a slash at the end. */
  readonly url: string;
  /** Ends requests that have begun, within the grace time, and stops. */
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 1_048_576;
const REQUEST_TIMEOUT_MS = 30_000;
const GRACE_MS = 5_000;

/**
 * Puts the service together and starts it.
 *
 * @throws CompositionError naming each handler and authenticator that is missing or too many
 * @throws Error of the system where the address cannot be listened on
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const service = await createService({
    contract,
    validators,
    handlers,
    dependencies: createDependencies(),
    authenticators,
    maxBodyBytes: MAX_BODY_BYTES,
    validateResponses: options.validateResponses,
    allowMissingHandlers: options.allowUnimplemented,
    onFault: logFault,
  });

  const closing = new Closing();
  const serving = createServing({ closing });
  // Middleware, such as that for CORS, goes into `before`; what the document does not cover, into `after`.
  const app = createApp({ contract: [contractHandler(service, { serving })] });
  const server = createHttpServer(app, {
    serving,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    respond: service.respond,
    onFault: logFault,
  });

  server.listen(options.port, options.host);
  await once(server, 'listening');
  const { address, port, family } = server.address() as AddressInfo;
  const host = family === 'IPv6' ? `[${address}]` : address;
  return {
    url: `http://${host}:${port}`,
    close: async () => {
      closing.begin();
      server.close();
      server.closeIdleConnections();
      const deadline = setTimeout(() => {
        server.closeAllConnections();
      }, GRACE_MS);
      await once(server, 'close');
      clearTimeout(deadline);
    },
  };
}

/** A client is told no more of a fault than that there was one. */
function logFault(error: unknown, operationId?: string): void {
  console.error(operationId ?? 'outside of any operation', error);
}
