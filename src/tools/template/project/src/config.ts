import { readServiceConfig, type ServiceConfig } from 'openapi-trellis/service';

/** The configuration of the service: add further settings from the environment. */
export type Config = ServiceConfig;

/** @throws ConfigError naming the variable, its value and what is allowed */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  return readServiceConfig(env);
}
