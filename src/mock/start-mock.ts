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
} from '../contract';
import { printJson, printYaml } from '../generate/index';
import { isManagement } from '../management/pages';
import {
  type Environment,
  readServiceConfig,
  type RunningService,
  startServiceBy,
} from '../service';
import type { Mock } from './create-mock';
import { withState } from './state/state-page';

export type MockCors = 'none' | 'plain' | 'credentials';

/** Who may use a mock, beside what is on its own origin. */
export interface MockAccess {
  /** Pages of other origins, with credentials or without; by default none. */
  readonly cors?: MockCors;
  /** Names that it answers under, beside those of this machine. */
  readonly hostNames?: readonly string[];
}

/** What differs from a service by default: clients of a mock send large bodies, and nobody waits for its end. */
const DEFAULTS: Environment = {
  MAX_BODY_BYTES: String(16 * 1_048_576),
  SHUTDOWN_GRACE_MS: '2000',
  LOG_LEVEL: 'warn',
};

/** The mock decides on tokens itself. */
const WITHOUT_TOKENS: Environment = {
  ACCESS_TOKENS: undefined,
  JWKS_URL: undefined,
  TOKEN_ISSUER: undefined,
  TOKEN_AUDIENCE: undefined,
};

/**
 * Starts a mock with what a service has in production. What it has under `/-/`, also what it keeps, is for its own
 * origin alone, whoever may call the operations.
 *
 * @param env PORT, and what configures a service
 * @param onHostFault called with each fault of the host, such as of a response that cannot be sent
 * @throws ConfigError, or ListenError where it cannot listen
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
    // What an upstream responds with is not added to.
    { portName: '--port', defaultHeaders: {}, onHostFault },
  );
}

function corsOptions(cors: MockCors): CorsOptions {
  return {
    origins: cors === 'none' ? [] : [ALL_ORIGINS],
    credentials: cors === 'credentials',
    // A page learns of a 404 or 405 only from the request itself, so each is allowed.
    grantsAll: true,
  };
}

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** A page of another origin reads nothing under `/-/`, but may send some requests without asking. */
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
