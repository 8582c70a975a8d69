import {
  ALL_ORIGINS,
  atHosts,
  type CorsOptions,
  defaultErrorResponse,
  Failure,
  failureKinds,
  isCrossOrigin,
  type Service,
  withCors,
} from 'openapi-trellis/tools';
import { type Environment, readServiceConfig, type RunningService } from 'openapi-trellis/service';
import { isManagement, startServiceBy } from 'openapi-trellis/tools/serving';
import { printJson, printYaml } from '../document';
import type { Mock } from './create-mock';
import { withState } from './state/state-page';

export type MockCors = 'none' | 'plain' | 'credentials';

/** Access to a mock, in addition to its own origin. */
export interface MockAccess {
  /** Access from other origins, with or without credentials; by default none. */
  readonly cors?: MockCors;
  /** Accepted host names, in addition to those of this machine. */
  readonly hostNames?: readonly string[];
}

export const MAX_BODY_BYTES = 16 * 1_048_576;

/** Defaults that differ from a service: clients of a mock send large bodies, and nobody waits for its shutdown. */
const DEFAULTS: Environment = {
  MAX_BODY_BYTES: String(MAX_BODY_BYTES),
  SHUTDOWN_GRACE_MS: '2000',
  LOG_LEVEL: 'warn',
};

/** The mock checks tokens itself. */
const WITHOUT_TOKENS: Environment = {
  ACCESS_TOKENS: undefined,
  JWKS_URL: undefined,
  TOKEN_ISSUER: undefined,
  TOKEN_AUDIENCE: undefined,
};

/**
 * Starts a mock with the host of a service in production. Its routes under `/-/`, including the kept state, are only
 * for its own origin, even if CORS lets others call the operations.
 * @param env PORT, and the configuration of a service
 * @param onHostFault called with each fault of the host, such as a response that cannot be sent
 * @throws ConfigError, or ListenError if it cannot listen
 */
export function startMock(
  mock: Mock,
  { cors = 'none', hostNames = [] }: MockAccess,
  env: Environment,
  onHostFault: (error: unknown) => void,
): Promise<RunningService<undefined>> {
  const { contract, validators, document } = mock.loaded;
  const config = readServiceConfig({
    ...DEFAULTS,
    ...env,
    ...WITHOUT_TOKENS,
    HOST: '127.0.0.1',
    CORS_ORIGINS: undefined,
  });
  return startServiceBy(
    () => Promise.resolve(withCors(mock, corsOptions(cors))),
    {
      ...{ contract, validators, handlers: {}, dependencies: undefined, config },
      document: {
        json: () => Promise.resolve(Buffer.from(printJson(document))),
        yaml: () => Promise.resolve(Buffer.from(printYaml(document))),
      },
      around: (service) => atHosts(forOwnOrigin(withState(mock.state, service)), hostNames),
    },
    // Nothing is added to an upstream's response.
    { portName: '--port', defaultHeaders: {}, onHostFault },
  );
}

function corsOptions(cors: MockCors): CorsOptions {
  return {
    origins: cors === 'none' ? [] : [ALL_ORIGINS],
    credentials: cors === 'credentials',
    // A page can see a 404 or 405 only by sending the request, so each preflight is allowed.
    grantsAll: true,
  };
}

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** A page of another origin cannot read anything under `/-/`, but can send some requests without a preflight. */
function forOwnOrigin(service: Service): Service {
  return {
    ...service,
    handle: (request) => {
      const isRefused =
        isManagement(request) && !SAFE_METHODS.includes(request.method) && isCrossOrigin(request);
      return isRefused ? Promise.resolve(OTHER_ORIGIN) : service.handle(request);
    },
  };
}

const OTHER_ORIGIN = defaultErrorResponse(
  new Failure(failureKinds.forbidden, 'Pages of other origins may not change what is under /-/'),
);
