import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createService, type Service, type ServiceOptions } from 'plant-store/contract';
import {
  Closing,
  createApp,
  createHttpServer,
  createServing,
  ServiceSlot,
} from 'plant-store/express';
import { authenticators } from './authenticators';
import type { Config } from './config';
import { createDependencies, type Dependencies } from './dependencies';

/** What changes with the document and the handlers: that of `program.ts`, or of each save in `npm run dev`. */
export type Program = Pick<
  ServiceOptions<Dependencies>,
  'contract' | 'validators' | 'handlers' | 'around'
>;

export interface RunningServer {
  /** Such as `http://127.0.0.1:3000`, without a slash at the end. */
  readonly url: string;
  /** Serves another program from the next request on, with the same dependencies and connections. */
  replace(program: Program): Promise<void>;
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
export async function startServer(config: Config, program: Program): Promise<RunningServer> {
  const dependencies = createDependencies();
  const serviceOf = (each: Program): Promise<Service> =>
    createService({
      ...each,
      dependencies,
      authenticators,
      maxBodyBytes: MAX_BODY_BYTES,
      validateResponses: config.validateResponses,
      allowMissingHandlers: config.allowUnimplemented,
      onFault: logFault,
    });

  const closing = new Closing();
  const serving = createServing({ closing });
  const slot = new ServiceSlot(await serviceOf(program), serving);
  // Middleware, such as that for CORS, goes into `before`; what the document does not cover, into `after`.
  const app = createApp({ contract: [slot.handler] });
  const server = createHttpServer(app, {
    serving,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    respond: slot.respond,
    onFault: logFault,
  });

  server.listen(config.port, config.host);
  await once(server, 'listening');
  const { address, port, family } = server.address() as AddressInfo;
  const host = family === 'IPv6' ? `[${address}]` : address;
  return {
    url: `http://${host}:${port}`,
    replace: async (next) => {
      slot.replace(await serviceOf(next));
    },
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
