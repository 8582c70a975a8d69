import { isIP } from 'node:net';
import { parseRateLimits, RATE_LIMIT_SYNTAX, type RateLimit } from '../contract';

/** How a service runs, as the environment says it. */
export interface ServiceConfig {
  /** Address to listen on. */
  readonly host: string;
  /** 0 to 65535; 0 takes a free port. */
  readonly port: number;
  /** Tokens that are valid as long as the service runs. */
  readonly accessTokens: readonly string[];
  /** Whose JSON Web Tokens are valid too; absent: nobody's. */
  readonly jwt?: JwtConfig;
  /** Port of a listener of its own for what is under `/-/`; absent: it is served beside the document. */
  readonly managementPort?: number;
  /** Largest request body, in bytes. */
  readonly maxBodyBytes: number;
  /** Requests that have arrived and have no response yet, beyond which further ones get 503. */
  readonly maxPendingRequests: number;
  /** Connections that are kept; a further one takes the place of one that serves no request. */
  readonly maxConnections: number;
  /** Time for a request to arrive completely, headers and body. */
  readonly requestTimeoutMs: number;
  /** Time in which a client must take some of its response, before its connection is cut. */
  readonly responseTimeoutMs: number;
  /** Time for which requests are served as before after a signal, while readiness is 503 already. */
  readonly shutdownDelayMs: number;
  /** Time for requests in flight to end after that, and for the process to. */
  readonly shutdownGraceMs: number;
  /** What clients may use; none by default. */
  readonly rateLimits: readonly RateLimit[];
  /** Addresses and networks of proxies whose X-Forwarded-For is believed; none by default. */
  readonly trustedProxies: readonly string[];
  /** Origins whose pages may use the service, or `*` for all; none by default. */
  readonly corsOrigins: readonly string[];
  readonly logLevel: LogLevel;
  /** Absent: for people where the log leads to a terminal, else JSON. */
  readonly logFormat?: LogFormat;
  /** Check the responses of handlers against the document; on unless NODE_ENV is `production`. */
  readonly validateResponses: boolean;
  /** Start with operations that nobody has implemented, which respond 501; off where NODE_ENV is `production`. */
  readonly allowUnimplemented: boolean;
}

/** An issuer of JSON Web Tokens. */
export interface JwtConfig {
  /** Where its keys are: `https:`, or `http:` on this machine. */
  readonly jwksUrl: URL;
  readonly issuer: string;
  readonly audience: string;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

const LOG_FORMATS = ['json', 'pretty'] as const;

type LogFormat = (typeof LOG_FORMATS)[number];

/**
 * A service cannot start as it is configured; the message is for its operator.
 *
 * @example
 * ```ts
 * import { ConfigError } from 'plant-store/service';
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

/** A variable has a value that is not allowed. */
export function notAllowed(variable: string, value: string, allowed: string): ConfigError {
  return new ConfigError(`${variable} is ${JSON.stringify(value)}, but must be ${allowed}`);
}

/** Defaults, with their reasons. */
const DEFAULTS = {
  /** Only this machine, until the operator decides otherwise. */
  host: '127.0.0.1',
  port: 3000,
  /** 1 MiB: thousands of times what most operations take. */
  maxBodyBytes: 1_048_576,
  /** More than a few hundred clients keep under way, less than what exhausts memory with large bodies. */
  maxPendingRequests: 1_000,
  /** Some 200 MB when all of them are idle. */
  maxConnections: 10_000,
  /** A megabyte at the speed of a poor mobile link. */
  requestTimeoutMs: 30_000,
  /** Whoever takes less than 64 KiB in half a minute does not wait for it. */
  responseTimeoutMs: 30_000,
  /** Only who sends requests here by what `/-/ready` says needs one. */
  shutdownDelayMs: 0,
  /** Less than the 30 s after which common supervisors kill. */
  shutdownGraceMs: 10_000,
  logLevel: 'info',
} as const;

/** Environment variables, as `process.env` has them; an empty value counts as none. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration of a service: the variables of docs/configuration.md, but for those of stores of plants.
 *
 * @throws ConfigError for the first variable that is not as it must be: its name, value and what is allowed
 * @example
 * ```ts
 * import { readServiceConfig, type ServiceConfig } from 'plant-store/service';
 *
 * const maxBodyBytes = 16 * 1_048_576;
 * export const config: ServiceConfig = { ...readServiceConfig(process.env), maxBodyBytes };
 * ```
 */
export function readServiceConfig(env: Environment): ServiceConfig {
  const jwt = readJwtConfig(env);
  const managementPort = integer(env, 'MANAGEMENT_PORT', 0, 65_535);
  const logFormat = oneOf(env, 'LOG_FORMAT', LOG_FORMATS);
  const isProduction = readText(env, 'NODE_ENV') === 'production';
  return {
    host: readText(env, 'HOST') ?? DEFAULTS.host,
    port: integer(env, 'PORT', 0, 65_535) ?? DEFAULTS.port,
    accessTokens: readAccessTokens(env),
    ...(jwt !== undefined && { jwt }),
    ...(managementPort !== undefined && { managementPort }),
    maxBodyBytes: readMaxBodyBytes(env),
    maxPendingRequests:
      integer(env, 'MAX_PENDING_REQUESTS', 1, 1_000_000) ?? DEFAULTS.maxPendingRequests,
    maxConnections: integer(env, 'MAX_CONNECTIONS', 1, 1_000_000) ?? DEFAULTS.maxConnections,
    requestTimeoutMs: integer(env, 'REQUEST_TIMEOUT_MS', 1, 3_600_000) ?? DEFAULTS.requestTimeoutMs,
    responseTimeoutMs:
      integer(env, 'RESPONSE_TIMEOUT_MS', 1, 3_600_000) ?? DEFAULTS.responseTimeoutMs,
    shutdownDelayMs: integer(env, 'SHUTDOWN_DELAY_MS', 0, 3_600_000) ?? DEFAULTS.shutdownDelayMs,
    shutdownGraceMs: integer(env, 'SHUTDOWN_GRACE_MS', 0, 3_600_000) ?? DEFAULTS.shutdownGraceMs,
    rateLimits: readRateLimits(env),
    trustedProxies: readTrustedProxies(env),
    corsOrigins: readCorsOrigins(env),
    ...(logFormat !== undefined && { logFormat }),
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS) ?? DEFAULTS.logLevel,
    validateResponses: !isProduction,
    allowUnimplemented: oneOf(env, 'ALLOW_UNIMPLEMENTED', ['0', '1']) === '1' || !isProduction,
  };
}

/** The bound of a body alone, for commands that read what bodies hold. @throws ConfigError as readServiceConfig does */
export function readMaxBodyBytes(env: Environment): number {
  return integer(env, 'MAX_BODY_BYTES', 1, 2 ** 30) ?? DEFAULTS.maxBodyBytes;
}

/** All three or none: keys without an issuer and an audience would take tokens that are for others. */
function readJwtConfig(env: Environment): JwtConfig | undefined {
  const url = readText(env, 'JWKS_URL');
  const issuer = readText(env, 'TOKEN_ISSUER');
  const audience = readText(env, 'TOKEN_AUDIENCE');
  if (url === undefined) {
    refuseWithoutKeys('TOKEN_ISSUER', issuer);
    refuseWithoutKeys('TOKEN_AUDIENCE', audience);
    return undefined;
  }
  const jwksUrl = readJwksUrl(url);
  if (issuer === undefined) {
    throw notAllowed('TOKEN_ISSUER', '', 'the "iss" of the tokens, since JWKS_URL is set');
  }
  if (audience === undefined) {
    throw notAllowed('TOKEN_AUDIENCE', '', 'an "aud" of the tokens, since JWKS_URL is set');
  }
  return { jwksUrl, issuer, audience };
}

function refuseWithoutKeys(variable: string, value: string | undefined): void {
  if (value !== undefined) throw notAllowed(variable, value, 'unset, since JWKS_URL is');
}

/** Whoever can alter what is fetched can make tokens. */
function readJwksUrl(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isSafe =
    url?.protocol === 'https:' ||
    (url?.protocol === 'http:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname));
  if (url !== undefined && isSafe && url.username === '' && url.password === '') return url;
  // Before an @, and in a query, there may be a secret.
  const shown = /[@?]/.test(value) ? '(not shown)' : value;
  const allowed = 'an https URL without a user, or an http URL of localhost, 127.0.0.1 or [::1]';
  throw notAllowed('JWKS_URL', shown, allowed);
}

/** The characters of a bearer token (RFC 6750, section 2.1). */
const BEARER_TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

function readAccessTokens(env: Environment): string[] {
  const tokens = (readText(env, 'ACCESS_TOKENS') ?? '').split(',').map((token) => token.trim());
  const given = tokens.filter((token) => token !== '');
  if (given.every((token) => BEARER_TOKEN.test(token))) return given;
  const allowed = 'tokens of letters, digits and -._~+/ separated by commas';
  throw notAllowed('ACCESS_TOKENS', '(not shown)', allowed);
}

function readRateLimits(env: Environment): readonly RateLimit[] {
  const value = readText(env, 'RATE_LIMIT');
  const limits = value === undefined ? [] : parseRateLimits(value);
  if (limits !== undefined) return limits;
  throw notAllowed('RATE_LIMIT', value ?? '', RATE_LIMIT_SYNTAX);
}

function readTrustedProxies(env: Environment): readonly string[] {
  return list(env, 'TRUSTED_PROXIES', isProxy, TRUSTED_PROXIES_SYNTAX);
}

/** What is allowed, as the end of a sentence. */
const CORS_ORIGINS_SYNTAX =
  'origins such as "https://shop.example" or "http://localhost:8080", separated by commas, or "*" alone';

/** True for an origin as browsers send it, without a path or a slash at the end, and for `*`. */
function isOrigin(text: string): boolean {
  if (text === '*') return true;
  return /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

function readCorsOrigins(env: Environment): readonly string[] {
  const origins = list(env, 'CORS_ORIGINS', isOrigin, CORS_ORIGINS_SYNTAX);
  if (origins.length < 2 || !origins.includes('*')) return origins;
  throw notAllowed('CORS_ORIGINS', origins.join(), CORS_ORIGINS_SYNTAX);
}

function list(
  env: Environment,
  variable: string,
  isAllowed: (item: string) => boolean,
  allowed: string,
): readonly string[] {
  const value = readText(env, variable);
  const items = value?.split(',').map((item) => item.trim()) ?? [];
  if (items.every(isAllowed)) return items;
  throw notAllowed(variable, value ?? '', allowed);
}

/** The value of a variable, without the space around it. */
export function readText(env: Environment, variable: string): string | undefined {
  const value = env[variable]?.trim();
  return value === '' ? undefined : value;
}

function integer(
  env: Environment,
  variable: string,
  minimum: number,
  maximum: number,
): number | undefined {
  const value = readText(env, variable);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (/^\d{1,10}$/.test(value) && number >= minimum && number <= maximum) return number;
  throw notAllowed(variable, value, `a whole number from ${minimum} to ${maximum}`);
}

function oneOf<const Value extends string>(
  env: Environment,
  variable: string,
  values: readonly Value[],
): Value | undefined {
  const value = readText(env, variable);
  if (value === undefined) return undefined;
  const found = values.find((allowed) => allowed === value);
  if (found === undefined) throw notAllowed(variable, value, `one of ${values.join(', ')}`);
  return found;
}

/** What is allowed, as the end of a sentence. */
const TRUSTED_PROXIES_SYNTAX =
  'addresses, networks such as 10.0.0.0/8, or loopback, linklocal or uniquelocal, separated by commas';

/** Networks that have a name. @see https://expressjs.com/en/guide/behind-proxies.html */
const NAMED: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

/** True for an address, a network in CIDR notation, or the name of networks. */
function isProxy(text: string): boolean {
  if (NAMED.includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}
