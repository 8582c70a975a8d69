import type { Config } from '../config';
import { PendingRequests } from '../../contract';
import type { LineWriter } from '../log-output';
import type { Log } from '../log';
import { openQuotas, type OpenQuotas } from '../quotas/open-quotas';
import { openStore } from '../stores/open-store';
import type { Store } from '../stores/store';
import { startTelemetry, type Telemetry } from '../telemetry/start-telemetry';
import type { Grace } from './grace';
import { openTokenAccess, type TokenAccess } from './token-access';

/** What a service works with, from its start to its end. */
export class Parts {
  private constructor(
    readonly log: Log,
    readonly telemetry: Telemetry,
    readonly store: Store,
    readonly access: TokenAccess,
    readonly quotas: OpenQuotas,
    readonly pending: PendingRequests,
  ) {}

  /** @throws StoreOpenError with a message for the operator */
  static async open(config: Config, log: Log, requestLines?: LineWriter): Promise<Parts> {
    const telemetry = startTelemetry(log.isLevelEnabled('info') ? requestLines : undefined);
    const store = await openStore(config.databaseUrl, { role: 'server' }, (line) => {
      log.warn(line);
    });
    store.observe(telemetry.metrics);
    const access = openTokenAccess(config, store.tokens, log);
    const quotas = openQuotas(config.rateLimits, store.counters, (err) => {
      log.warn({ err }, 'rate limits are not shared with other instances for now');
    });
    const pending = new PendingRequests(config.maxPendingRequests);
    return new Parts(log, telemetry, store, access, quotas, pending);
  }

  /** Why no further request can be served now; undefined when one can. */
  async whyNotReady(): Promise<string | undefined> {
    if (this.pending.isFull) return 'busy';
    return this.store.ping().then(
      () => undefined,
      () => 'the store does not respond',
    );
  }

  /** Closes one after the other, the store as the last, within the grace time. */
  async close(grace: Grace): Promise<void> {
    const closeAll = async (): Promise<void> => {
      for (const part of [this.access, this.quotas, this.store]) await part.close();
    };
    if (await grace.allows(closeAll())) return;
    this.log.error(
      'the store does not close within the grace time; what it has acknowledged is stored',
    );
  }
}
