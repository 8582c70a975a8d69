import { PendingRequests } from '../contract';
import { type Access, openAccess } from './access/access';
import type { ServiceConfig } from './config';
import type { GracePeriod } from './grace-period';
import { type Log, requestLinesOf } from './log';
import { type Counting, openQuotas, type OpenQuotas } from './quotas/service-quotas';
import type { StartServiceOptions } from './start-options';
import { startTelemetry, type Telemetry } from './telemetry/telemetry';

/** The resources of a service, from its start to its end. */
export interface ServiceResources {
  readonly config: ServiceConfig;
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly access: Access;
  readonly quotas: OpenQuotas;
  readonly pending: PendingRequests;
  close(): Promise<void>;
}

/** Opens the resources for the options of a start. */
export function openResources(
  config: ServiceConfig,
  log: Log,
  {
    requestLines = requestLinesOf(log),
    metrics,
    counters,
    authenticators,
    counterOf,
    ...stored
  }: ResourceOptions,
): ServiceResources {
  const telemetry = startTelemetry(log.isLevelEnabled('info') ? requestLines : undefined, metrics);
  const access =
    authenticators === undefined ? openAccess(config, log, stored) : openAccess(NO_TOKENS, log);
  access.start();
  const quotas = openQuotas(config.rateLimits, {
    counterOf,
    table: counters,
    onFault: (err) => {
      log.warn({ err }, 'rate limits are not shared with other instances for now');
    },
  });
  const pending = new PendingRequests(config.maxPendingRequests);
  const close = async (): Promise<void> => {
    await access.close();
    await quotas.close();
  };
  return { config, log, telemetry, access, quotas, pending, close };
}

type ResourceOptions = Pick<
  StartServiceOptions<unknown>,
  'requestLines' | 'metrics' | 'counters' | 'tokens' | 'cacheTokens'
> &
  Pick<Counting, 'counterOf'> & { readonly authenticators?: object };

/** Own authenticators replace the configured tokens. */
const NO_TOKENS = { accessTokens: [] };

/** Closes resources one after the other within the grace time, those of handlers last. */
export async function closeResources(
  parts: readonly (Pick<ServiceResources, 'close'> | undefined)[],
  grace: GracePeriod,
  log: Log | undefined,
): Promise<void> {
  const closeAll = async (): Promise<void> => {
    for (const part of parts) await part?.close();
  };
  if (await grace.allows(closeAll())) return;
  log?.error('what handlers use, such as a store, does not close within the grace time');
}
