/**
 * The service's exports for the plant store and the tools. A project imports public.ts, which is a stable interface.
 */

export * from './public';
export { startServiceBy } from './start-service';
export { serviceVariables, type Variable } from './variables';
export { Metrics } from './telemetry/metrics';
