import type { Quotas } from '../../contract';
import type { CounterTable } from './counter-table';
import type { RateLimit } from './rate-limits';
import { createQuotas } from './service-quotas';
import { SharedUsageExchange } from './shared-usage';

/** The quotas of a service that runs. */
export interface OpenQuotas {
  /** Absent where nothing is limited. */
  readonly quotas?: Quotas;
  /** Ends the exchange with other instances; call it before the store is closed. */
  close(): Promise<void>;
}

/**
 * Puts the quotas together.
 *
 * @param table where instances share counts; without one, this instance counts by itself
 * @param onFault told when counts cannot be shared, once until they can be again
 */
export function openQuotas(
  limits: readonly RateLimit[],
  table: CounterTable | undefined,
  onFault: (error: unknown) => void,
): OpenQuotas {
  if (limits.length === 0) return { close: () => Promise.resolve() };
  const exchange = table && new SharedUsageExchange(table, onFault);
  return {
    quotas: createQuotas(limits, exchange),
    close: () => exchange?.close() ?? Promise.resolve(),
  };
}
