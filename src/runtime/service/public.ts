/** The exports of `openapi-trellis/service` for running a service: few names, which docs/public-api.txt lists. */

export { startService } from './start-service';
export type { AccessSetup, Program, RunningService, StartServiceOptions } from './start-options';
export { type ListeningService, runService, type RunServiceOptions } from './run-service';
export { jwtAuthenticator } from './access/jwt-authenticator';
export type { JwtAuthenticatorOptions, JwtClaims, JwtPrincipal } from './access/jwt-authenticator';
export {
  accessTokenAuthenticator,
  accessTokenAuthenticators,
  sessionAuthenticator,
  type SessionAuthenticatorOptions,
  tokenAuthenticator,
  type TokenAuthenticatorOptions,
} from './access/own-authenticators';
export type { TokenRecord, TokenStore } from './access/token-store';
export {
  ConfigError,
  type Environment,
  type JwtConfig,
  notAllowed,
  readServiceConfig,
  readVariable,
  type ServiceConfig,
} from './config';
export { createServiceLog, type Log } from './log';
export type { PublishedDocument } from './published-document';
export type { CounterTable, SharedUsage, UsageRow } from './quotas/shared-usage';
export { Durations, type MetricFamily, type MetricsSource } from './telemetry/metrics';
export { withinSpan } from './telemetry/telemetry';
