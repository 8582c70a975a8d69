import {
  type Environment,
  notAllowed,
  readServiceConfig,
  readVariable,
  type ServiceConfig,
} from 'openapi-trellis/service';
import { parseDuration } from './access/opaque-token';
import { DATABASE_URLS, driverOf } from './stores/open-store';
import { DEFAULT_DATABASE_URL } from './stores/store';

/** The environment of the plant store, as one typed value. */
export interface Config extends ServiceConfig {
  readonly databaseUrl: string;
  /** Milliseconds for which the token of the first start is valid; absent: it does not expire. */
  readonly firstTokenLifetimeMs?: number;
}

/** Variables specific to this service. */
export const plantStoreVariables = {
  DATABASE_URL: {
    default: DEFAULT_DATABASE_URL,
    allowed: DATABASE_URLS,
    meaning: 'where plants and tokens are stored',
  },
  /** Time to try the service, and to create tokens labelled by their users. */
  FIRST_TOKEN_EXPIRES_IN: {
    default: '30d',
    allowed: '"never", or a whole number and a unit (s, m, h, d or w), such as 30d',
    meaning: 'how long the token of the first start is valid',
  },
} as const;

/**
 * Reads the configuration.
 *
 * @throws ConfigError for the first invalid variable: its name, value and allowed values
 */
export function readConfig(env: Environment): Config {
  const firstTokenLifetimeMs = readFirstTokenLifetime(env);
  return {
    ...readServiceConfig(env),
    databaseUrl: readDatabaseUrl(env),
    ...(firstTokenLifetimeMs !== undefined && { firstTokenLifetimeMs }),
  };
}

/** Reads only the database, for commands that need nothing else. @throws ConfigError like readConfig */
export function readDatabaseUrl(env: Environment): string {
  const value = readVariable(env, 'DATABASE_URL') ?? plantStoreVariables.DATABASE_URL.default;
  driverOf(value);
  return value;
}

function readFirstTokenLifetime(env: Environment): number | undefined {
  const { default: usual, allowed } = plantStoreVariables.FIRST_TOKEN_EXPIRES_IN;
  const value = readVariable(env, 'FIRST_TOKEN_EXPIRES_IN') ?? usual;
  if (value === 'never') return undefined;
  try {
    return parseDuration(value);
  } catch {
    throw notAllowed('FIRST_TOKEN_EXPIRES_IN', value, allowed);
  }
}
