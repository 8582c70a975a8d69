import { contract } from '../../generated/contract';
import type { Operations } from '../../generated/operations';
import { validators } from '../../generated/validators';
import type { Handlers } from 'openapi-trellis/contract';
import {
  type Log,
  type Program,
  type RunningService,
  startService,
  type StartServiceOptions,
  withinSpan,
} from 'openapi-trellis/service';
import { scopesInUse } from './authenticators';
import type { Config } from './config';
import { ensureFirstToken, type FirstToken } from './first-token';
import { readDocuments } from './package-files';
import type { PlantDependencies } from './plants/handler';
import type { PlantStore } from './plants/plant-store';
import { driverOf, openStore } from './stores/open-store';
import type { Store } from './stores/store';
import { StoreMetrics } from './stores/store-metrics';

export interface RunningServer extends RunningService<PlantDependencies> {
  readonly store: Store;
}

export interface StartOptions extends Pick<
  StartServiceOptions<PlantDependencies>,
  'requestLines' | 'middleware'
> {
  readonly program: Program<PlantDependencies>;
  readonly log: Log;
}

/** The program generated from the document of this package, with these handlers. */
export function plantProgram(
  handlers: Handlers<Operations, PlantDependencies>,
): Program<PlantDependencies> {
  return { contract, validators, handlers: { ...handlers }, document: readDocuments() };
}

/**
 * Opens the store and starts the service.
 *
 * @throws StoreOpenError, ListenError or CompositionError, each with a message for the operator
 */
export async function startServer(
  config: Config,
  { program, ...options }: StartOptions,
): Promise<RunningServer> {
  const { log } = options;
  const { databaseUrl } = config;
  const store = await openStore(databaseUrl, { role: 'server' }, (line) => {
    log.warn(line);
  });
  const metrics = new StoreMetrics();
  store.observe(metrics);
  const service = await startService<PlantDependencies>({
    ...program,
    ...options,
    config,
    dependencies: { plants: traced(store.plants) },
    tokens: store.tokens,
    // A lookup in SQLite takes a tenth of a millisecond, one at a server ten times as long.
    cacheTokens: driverOf(databaseUrl).isShared,
    notReady: () =>
      store.ping().then(
        () => undefined,
        () => 'the store does not respond',
      ),
    metrics: [metrics],
    counters: store.counters,
    close: () => store.close(),
  });
  return { ...service, store };
}

/** Makes the token of a first start, if it needs one: once the service listens. @throws UnavailableError as ensureFirstToken does */
export function makeFirstToken(
  config: Config,
  { tokens }: Pick<Store, 'tokens'>,
  served = contract,
): Promise<FirstToken | undefined> {
  return ensureFirstToken({
    staticTokens: config.accessTokens,
    tokens,
    scopes: scopesInUse(served),
    expiresInMs: config.firstTokenLifetimeMs,
    now: new Date(),
  });
}

/** Wraps creates in separate spans, from the call to the commit. */
function traced(plants: PlantStore): PlantStore {
  return {
    create: (plant) => withinSpan('store create', () => plants.create(plant)),
    createAll: (all) => plants.createAll(all),
    list: () => plants.list(),
  };
}
