/**
 * The service's exports for the plant store and the tools. A project imports public.ts, which is a stable interface.
 */

export * from './public';
export { startServiceBy } from './start-service';
export {
  type Environment,
  notAllowed,
  parseWorkers,
  readMaxBodyBytes,
  readText,
  readWorkers,
} from './config';
export { serviceVariables, type Variable } from './variables';
export { flushLog } from './log';
export { type Access, openAccess } from './access/access';
export { tokenAuthenticators } from './access/authenticators';
export { LastUses, RecentTokens } from './access/token-caches';
export { hashToken, type TokenRecord, type TokenStore } from './access/token-store';
export type { SharedUsage, UsageRow } from './quotas/shared-usage';
export type { SignalOptions } from './until-signal';
export { Durations, histogram, type MetricFamily, Metrics, single } from './telemetry/metrics';
export { joinWorkers } from './workers/worker';
export { type RunningWorkers, startWorkers } from './workers/workers';
export { openTraces } from './telemetry/telemetry';
