import { readFileSync } from 'node:fs';
import path from 'node:path';
import { contract } from '../../generated/contract';
import type { Operations } from '../../generated/operations';
import { validators } from '../../generated/validators';
import { ROOT } from '../cli/package-files';
import type { Handlers } from '../contract';
import {
  type Access,
  LastUses,
  type Log,
  openAccess,
  openTraces,
  type Program,
  RecentTokens,
  type RunningService,
  startService,
  type StartServiceOptions,
} from '../service';
import { scopesInUse } from './authenticators';
import type { Config } from './config';
import { ensureFirstToken, type FirstToken } from './first-token';
import type { PlantDependencies } from './plants/handler';
import type { PlantStore } from './plants/plant-store';
import { driverOf, openStore } from './stores/open-store';
import type { Store } from './stores/store';
import { StoreMetrics } from './stores/store-metrics';

export interface RunningServer extends RunningService<PlantDependencies> {
  /** The token created by the first start; it is available only here. The first process makes it, not a worker. */
  readonly firstToken?: FirstToken;
}

/** Options of a start, in addition to its configuration. */
export interface StartOptions extends Pick<
  StartServiceOptions<PlantDependencies>,
  'requestLines' | 'middleware'
> {
  readonly program: Program<PlantDependencies>;
  readonly log: Log;
  /** True in a worker, whose first process makes the first token. */
  readonly isWorker?: boolean;
}

/** The program generated from the document of this package, with these handlers. */
export function plantProgram(
  handlers: Handlers<Operations, PlantDependencies>,
): Program<PlantDependencies> {
  return { contract, validators, handlers: { ...handlers }, document: readDocuments() };
}

/** The bundled document, as JSON and as YAML, in UTF-8. */
function readDocuments(): { json: Uint8Array; yaml: Uint8Array } {
  const read = (name: string): Uint8Array => readFileSync(path.join(ROOT, 'generated', name));
  return { json: read('openapi.json'), yaml: read('openapi.yaml') };
}

/**
 * Opens the store and starts the service.
 *
 * @throws StoreOpenError, ListenError or CompositionError, each with a message for the operator
 */
export async function startServer(
  config: Config,
  { program, isWorker = false, ...options }: StartOptions,
): Promise<RunningServer> {
  const { log } = options;
  const { databaseUrl } = config;
  const store = await openStore(databaseUrl, { role: 'server' }, (line) => {
    log.warn(line);
  });
  const metrics = new StoreMetrics();
  store.observe(metrics);
  const access = openTokenAccess(config, store, log);
  const service = await startService<PlantDependencies>({
    ...program,
    ...options,
    config,
    dependencies: { plants: traced(store.plants) },
    authenticators: ({ contract: served }) => access.authenticators(served),
    notReady: () =>
      store.ping().then(
        () => undefined,
        () => 'the store does not respond',
      ),
    metrics: [metrics],
    counters: store.counters,
    close: async () => {
      await access.close();
      await store.close();
    },
  });
  try {
    // Last, so a failed start leaves no token that nobody knows.
    const firstToken = isWorker ? undefined : await makeFirstToken(config, store, program.contract);
    return { ...service, ...(firstToken !== undefined && { firstToken }) };
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** Makes the token of the first start, if it needs one. @throws UnavailableError as ensureFirstToken does */
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

/** Wraps creates in separate spans, from the call to the commit, where traces are collected. */
function traced(plants: PlantStore): PlantStore {
  const traces = openTraces();
  if (traces === undefined) return plants;
  return {
    create: (plant) => traces.within('store create', () => plants.create(plant)),
    createAll: (all) => plants.createAll(all),
    list: () => plants.list(),
  };
}

/** The callers of the plant store, and their recorded uses. */
interface TokenAccess extends Pick<Access, 'authenticators'> {
  /** Stores the last uses of tokens and releases the issuer. */
  close(): Promise<void>;
}

function openTokenAccess(config: Config, { tokens }: Store, log: Log): TokenAccess {
  const lastUses = new LastUses(tokens, (err) => {
    log.warn({ err }, 'the last uses of tokens could not be written; they are written later');
  });
  const access = openAccess(config, log, {
    // A lookup in SQLite takes a tenth of a millisecond, one at a server ten times as long.
    tokens: driverOf(config.databaseUrl).isShared ? new RecentTokens(tokens) : tokens,
    onUse: (id) => {
      lastUses.note(id);
    },
  });
  access.start();
  return {
    authenticators: (contract) => access.authenticators(contract),
    close: async () => {
      access.close();
      await lastUses.close();
    },
  };
}
