/**
 * What a project imports to run a service of its own, as `plant-store/service`: few names, which docs/public-api.txt
 * holds.
 */

export {
  type AccessSetup,
  type Program,
  type RunningService,
  startService,
  type StartServiceOptions,
} from './start-service';
export { runService } from './run-service';
export { ConfigError, readServiceConfig, type ServiceConfig } from './config';
export { createServiceLog, type Log } from './log';
export type { PublishedDocument } from './published-document';
export type { CounterTable } from './quotas/shared-usage';
export type { MetricsSource } from './telemetry/metrics';
