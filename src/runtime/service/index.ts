/**
 * The service's exports within this package. Projects import public.ts, which is a stable interface.
 */

export * from './public';
export { startServiceBy } from './start-service';
export { serviceVariables, type Variable } from './variables';
export { Metrics } from './telemetry/metrics';
