import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { parseRateLimits, RATE_LIMIT_SYNTAX, type RateLimit } from '../contract';
import { type LOG_FORMATS, type LOG_LEVELS, MOST_WORKERS, serviceVariables } from './variables';

/** The configuration of a service, as from the environment. */
export interface ServiceConfig {
  /** Address to listen on. */
  readonly host: string;
  /** 0 to 65535; 0 selects a free port. */
  readonly port: number;
  /** Tokens that are valid as long as the service runs. */
  readonly accessTokens: readonly string[];
  /** The issuer of accepted JSON Web Tokens; absent: none is accepted. */
  readonly jwt?: JwtConfig;
  /** Port of a separate listener for `/-/`; absent: the service's port serves it. */
  readonly managementPort?: number;
  /** Largest request body, in bytes. */
  readonly maxBodyBytes: number;
  /** The most requests that have arrived and have no response yet; further ones get 503. */
  readonly maxPendingRequests: number;
  /** The most connections; another one replaces one that serves no request. */
  readonly maxConnections: number;
  /** Time for a request to arrive completely, headers and body. */
  readonly requestTimeoutMs: number;
  /** Time in which a client must take some of its response, before its connection is cut. */
  readonly responseTimeoutMs: number;
  /** Time for which requests are still served after a signal, while readiness is already 503. */
  readonly shutdownDelayMs: number;
  /** Time after that for requests in progress to end, and for the process to. */
  readonly shutdownGraceMs: number;
  /** Limits for each client; none by default. */
  readonly rateLimits: readonly RateLimit[];
  /** Addresses and networks of proxies whose X-Forwarded-For is trusted; none by default. */
  readonly trustedProxies: readonly string[];
  /** Origins whose pages may use the service, or `*` for all; none by default. */
  readonly corsOrigins: readonly string[];
  readonly logLevel: LogLevel;
  /** Absent: readable where the log is a terminal, else JSON. */
  readonly logFormat?: LogFormat;
  /** Check the responses of handlers against the document; on unless NODE_ENV is `production`. */
  readonly validateResponses: boolean;
  /** Start with unimplemented operations, which respond 501; off where NODE_ENV is `production`. */
  readonly allowUnimplemented: boolean;
}

/** An issuer of JSON Web Tokens. */
export interface JwtConfig {
  /** The URL of its keys: `https:`, or `http:` on this machine. */
  readonly jwksUrl: URL;
  readonly issuer: string;
  readonly audience: string;
}

export type LogLevel = (typeof LOG_LEVELS)[number];

type LogFormat = (typeof LOG_FORMATS)[number];

/**
 * Thrown when a service cannot start as configured; the message is for its operator.
 *
 * @example
 * ```ts
 * import { ConfigError } from 'openapi-trellis/service';
 *
 * export function readRegion({ REGION }: NodeJS.ProcessEnv): string {
 *   if (REGION === undefined) throw new ConfigError('REGION is not set, but must name a region');
 *   return REGION;
 * }
 * ```
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * The error for a value that is not allowed, such as one of a variable of your own. Its message has all three arguments:
 * leave out the secret part of a value.
 *
 * @param allowed the allowed values, as the end of a sentence
 * @example
 * ```ts
 * import { notAllowed, readVariable } from 'openapi-trellis/service';
 *
 * export function readRegion(env: NodeJS.ProcessEnv): string {
 *   const region = readVariable(env, 'REGION') ?? 'eu';
 *   if (!['eu', 'us'].includes(region)) throw notAllowed('REGION', region, 'eu or us');
 *   return region;
 * }
 * ```
 */
export function notAllowed(variable: string, value: string, allowed: string): ConfigError {
  return new ConfigError(`${variable} is ${JSON.stringify(value)}, but must be ${allowed}`);
}

/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration of a service: the variables of docs/configuration.md, except those of the plant store.
 *
 * @throws ConfigError for the first invalid variable: its name, value and allowed values
 * @example
 * ```ts
 * import { readServiceConfig, type ServiceConfig } from 'openapi-trellis/service';
 *
 * const maxBodyBytes = 16 * 1_048_576;
 * export const config: ServiceConfig = { ...readServiceConfig(process.env), maxBodyBytes };
 * ```
 */
export function readServiceConfig(env: Environment): ServiceConfig {
  const jwt = readJwtConfig(env);
  const managementPort = readInteger(env, 'MANAGEMENT_PORT');
  const isProduction = readVariable(env, 'NODE_ENV') === 'production';
  return {
    host: readVariable(env, 'HOST') ?? serviceVariables.HOST.default,
    port: integer(env, 'PORT'),
    accessTokens: readAccessTokens(env),
    ...(jwt !== undefined && { jwt }),
    ...(managementPort !== undefined && { managementPort }),
    maxBodyBytes: integer(env, 'MAX_BODY_BYTES'),
    maxPendingRequests: integer(env, 'MAX_PENDING_REQUESTS'),
    maxConnections: integer(env, 'MAX_CONNECTIONS'),
    requestTimeoutMs: integer(env, 'REQUEST_TIMEOUT_MS'),
    responseTimeoutMs: integer(env, 'RESPONSE_TIMEOUT_MS'),
    shutdownDelayMs: integer(env, 'SHUTDOWN_DELAY_MS'),
    shutdownGraceMs: integer(env, 'SHUTDOWN_GRACE_MS'),
    rateLimits: readRateLimits(env),
    trustedProxies: list(env, 'TRUSTED_PROXIES', isProxy),
    corsOrigins: readCorsOrigins(env),
    ...readLogConfig(env),
    validateResponses: !isProduction,
    allowUnimplemented: oneOf(env, 'ALLOW_UNIMPLEMENTED') === '1' || !isProduction,
  };
}

/** The options of the log alone, for a process that serves nothing. @throws ConfigError as readServiceConfig does */
export function readLogConfig(env: Environment): Pick<ServiceConfig, 'logLevel' | 'logFormat'> {
  const logFormat = oneOf(env, 'LOG_FORMAT');
  return {
    ...(logFormat !== undefined && { logFormat }),
    logLevel: oneOf(env, 'LOG_LEVEL') ?? serviceVariables.LOG_LEVEL.default,
  };
}

/** Reads the number of serving processes. @throws ConfigError like readServiceConfig */
export function readWorkers(env: Environment): number {
  const value = readVariable(env, 'WORKERS') ?? serviceVariables.WORKERS.default;
  const count = parseWorkers(value);
  if (count === undefined) throw refused('WORKERS', value);
  return count;
}

/**
 * @param value a number, or `auto` for one process per processor
 * @returns undefined for any other value
 */
function parseWorkers(value: string): number | undefined {
  if (value === 'auto') return availableParallelism();
  const count = Number(value);
  return /^\d{1,4}$/.test(value) && count >= 1 && count <= MOST_WORKERS ? count : undefined;
}

/** All three or none: keys without an issuer and an audience would accept tokens for other services. */
function readJwtConfig(env: Environment): JwtConfig | undefined {
  const url = readVariable(env, 'JWKS_URL');
  const issuer = readVariable(env, 'TOKEN_ISSUER');
  const audience = readVariable(env, 'TOKEN_AUDIENCE');
  if (url === undefined) {
    refuseWithoutKeys('TOKEN_ISSUER', issuer);
    refuseWithoutKeys('TOKEN_AUDIENCE', audience);
    return undefined;
  }
  const jwksUrl = readJwksUrl(url);
  if (issuer === undefined) throw unset('TOKEN_ISSUER');
  if (audience === undefined) throw unset('TOKEN_AUDIENCE');
  return { jwksUrl, issuer, audience };
}

function refuseWithoutKeys(variable: string, value: string | undefined): void {
  if (value !== undefined) throw notAllowed(variable, value, 'unset, since JWKS_URL is');
}

/** A party that can alter the response can create tokens. */
function readJwksUrl(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isSafe =
    url?.protocol === 'https:' ||
    (url?.protocol === 'http:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname));
  if (url !== undefined && isSafe && url.username === '' && url.password === '') return url;
  // The part before an @, and a query, may hold a secret.
  const shown = /[@?]/.test(value) ? '(not shown)' : value;
  throw refused('JWKS_URL', shown);
}

/** The characters of a bearer token (RFC 6750, section 2.1). */
const BEARER_TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

function readAccessTokens(env: Environment): string[] {
  const tokens = (readVariable(env, 'ACCESS_TOKENS') ?? '').split(',').map((token) => token.trim());
  const given = tokens.filter((token) => token !== '');
  if (given.every((token) => BEARER_TOKEN.test(token))) return given;
  throw refused('ACCESS_TOKENS', '(not shown)');
}

function readRateLimits(env: Environment): readonly RateLimit[] {
  const value = readVariable(env, 'RATE_LIMIT');
  const limits = value === undefined ? [] : parseRateLimits(value);
  if (limits !== undefined) return limits;
  throw notAllowed('RATE_LIMIT', value ?? '', RATE_LIMIT_SYNTAX);
}

/** True for an origin as browsers send it, without a path or a trailing slash, and for `*`. */
function isOrigin(text: string): boolean {
  if (text === '*') return true;
  return /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

function readCorsOrigins(env: Environment): readonly string[] {
  const origins = list(env, 'CORS_ORIGINS', isOrigin);
  if (origins.length < 2 || !origins.includes('*')) return origins;
  throw refused('CORS_ORIGINS', origins.join());
}

type Variables = typeof serviceVariables;

type NamesOf<Kind> = {
  [Name in keyof Variables]: Variables[Name] extends Kind ? Name : never;
}[keyof Variables];

function refused(variable: NamesOf<{ allowed: string }>, value: string): ConfigError {
  return notAllowed(variable, value, serviceVariables[variable].allowed);
}

function unset(name: NamesOf<{ allowed: string }>): ConfigError {
  return new ConfigError(`${name} is not set, but must be ${serviceVariables[name].allowed}`);
}

function list(
  env: Environment,
  variable: NamesOf<{ allowed: string }>,
  isAllowed: (item: string) => boolean,
): readonly string[] {
  const value = readVariable(env, variable);
  const items = value?.split(',').map((item) => item.trim()) ?? [];
  if (items.every(isAllowed)) return items;
  throw refused(variable, value ?? '');
}

/**
 * Reads a variable as a service reads its own: without white space around its value, and an empty one as absent.
 *
 * @example
 * ```ts
 * import { readVariable } from 'openapi-trellis/service';
 *
 * export const greeting = readVariable(process.env, 'GREETING') ?? 'Hello';
 * ```
 */
export function readVariable(env: Environment, variable: string): string | undefined {
  const value = env[variable]?.trim();
  return value === '' ? undefined : value;
}

function integer(env: Environment, variable: NamesOf<{ default: number }>): number {
  return readInteger(env, variable) ?? serviceVariables[variable].default;
}

function readInteger(
  env: Environment,
  variable: NamesOf<{ range: readonly [number, number] }>,
): number | undefined {
  const value = readVariable(env, variable);
  if (value === undefined) return undefined;
  const [least, most] = serviceVariables[variable].range;
  const number = Number(value);
  if (/^\d{1,10}$/.test(value) && number >= least && number <= most) return number;
  throw notAllowed(variable, value, `a whole number from ${least} to ${most}`);
}

function oneOf<Name extends NamesOf<{ oneOf: readonly string[] }>>(
  env: Environment,
  variable: Name,
): Variables[Name]['oneOf'][number] | undefined {
  const value = readVariable(env, variable);
  if (value === undefined) return undefined;
  const { oneOf: values }: { oneOf: readonly Variables[Name]['oneOf'][number][] } =
    serviceVariables[variable];
  const found = values.find((allowed) => allowed === value);
  if (found === undefined) throw notAllowed(variable, value, `one of ${values.join(', ')}`);
  return found;
}

/** Named networks. @see https://expressjs.com/en/guide/behind-proxies.html */
const NAMED: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

/** True for an address, a network in CIDR notation, or a named network. */
function isProxy(text: string): boolean {
  if (NAMED.includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}
