import { DEFAULT_MAX_BODY_BYTES } from '../contract';

/** The environment variables of a service, read by config.ts and listed in docs/configuration.md. */

/** An environment variable and its allowed values: a whole number in a range, one of several words, or a text. */
export type Variable = {
  /** Absent: the variable is unset by default. */
  readonly default?: string | number;
  readonly meaning: string;
} & (
  | { readonly range: readonly [least: number, most: number]; readonly unit?: 'bytes' | 'ms' | 's' }
  | { readonly oneOf: readonly string[] }
  /** The allowed values, as the end of a sentence. */
  | { readonly allowed: string }
);

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export const LOG_FORMATS = ['json', 'pretty'] as const;

export const MOST_WORKERS = 1_000;

export const serviceVariables = {
  /** Only this machine, unless the operator configures otherwise. */
  HOST: {
    default: '127.0.0.1',
    allowed: 'an address of this machine, or a host name',
    meaning: 'address to listen on',
  },
  PORT: {
    default: 3_000,
    range: [0, 65_535],
    meaning: 'port to listen on; 0 takes a free one and prints it',
  },
  MANAGEMENT_PORT: {
    range: [0, 65_535],
    meaning: 'a second port, for the paths under /-/',
  },
  WORKERS: {
    default: '1',
    allowed: `"auto" or a whole number from 1 to ${MOST_WORKERS}`,
    meaning: 'processes that serve a shared store; auto is one for each processor',
  },
  ACCESS_TOKENS: {
    allowed: 'tokens of letters, digits and -._~+/ separated by commas',
    meaning: 'bearer tokens that are valid as long as the service runs',
  },
  JWKS_URL: {
    allowed: 'an https URL without a user, or an http URL of localhost, 127.0.0.1 or [::1]',
    meaning: 'where the keys of an issuer of JSON Web Tokens are',
  },
  TOKEN_ISSUER: {
    allowed: 'the "iss" of the tokens, since JWKS_URL is set',
    meaning: 'who issues the JSON Web Tokens',
  },
  TOKEN_AUDIENCE: {
    allowed: 'an "aud" of the tokens, since JWKS_URL is set',
    meaning: 'who the JSON Web Tokens are for',
  },
  MAX_BODY_BYTES: {
    default: DEFAULT_MAX_BODY_BYTES,
    range: [1, 2 ** 30],
    unit: 'bytes',
    meaning: 'largest request body; operations may have another bound',
  },
  /** More than a few hundred clients keep in progress, few enough not to exhaust memory with large bodies. */
  MAX_PENDING_REQUESTS: {
    default: 1_000,
    range: [1, 1_000_000],
    meaning: 'requests that have arrived and have no response yet; a further one gets 503',
  },
  /** Some 200 MB when all of them are idle. */
  MAX_CONNECTIONS: {
    default: 10_000,
    range: [1, 1_000_000],
    meaning: 'open connections; the limit of open files lowers it',
  },
  /** A megabyte at the speed of a slow mobile link. */
  REQUEST_TIMEOUT_MS: {
    default: 30_000,
    range: [1, 3_600_000],
    unit: 'ms',
    meaning: 'time for a request to arrive completely',
  },
  /** A client that takes less than 64 KiB in half a minute is not waiting for it. */
  RESPONSE_TIMEOUT_MS: {
    default: 30_000,
    range: [1, 3_600_000],
    unit: 'ms',
    meaning: 'time in which a client must read some of its response, before its connection is cut',
  },
  /** Needed only by a load balancer that relies on `/-/ready` alone. */
  SHUTDOWN_DELAY_MS: {
    default: 0,
    range: [0, 3_600_000],
    unit: 'ms',
    meaning: 'time for which requests are served as before after a signal, while /-/ready is 503',
  },
  /** Less than the 30 s after which common supervisors kill. */
  SHUTDOWN_GRACE_MS: {
    default: 10_000,
    range: [0, 3_600_000],
    unit: 'ms',
    meaning: 'time after that for requests in flight to finish, and for the process to end',
  },
  RATE_LIMIT: {
    allowed: 'limits such as "token=100/s,address=20/s"',
    meaning: 'what one client may use in a time',
  },
  TRUSTED_PROXIES: {
    allowed:
      'addresses, networks such as 10.0.0.0/8, or loopback, linklocal or uniquelocal, separated by commas',
    meaning: 'proxies whose X-Forwarded-For is believed',
  },
  CORS_ORIGINS: {
    allowed:
      'origins such as "https://shop.example" or "http://localhost:8080", separated by commas, or "*" alone',
    meaning: 'origins whose pages may use the service from a browser',
  },
  LOG_LEVEL: {
    default: 'info',
    oneOf: LOG_LEVELS,
    meaning: 'lines to log; info has one for each request',
  },
  LOG_FORMAT: {
    oneOf: LOG_FORMATS,
    meaning: 'form of the log; if not set, pretty where standard error is a terminal, else json',
  },
  ALLOW_UNIMPLEMENTED: {
    oneOf: ['0', '1'],
    meaning: '1 starts with operations without a handler in production, too',
  },
  NODE_ENV: {
    allowed: 'production, or any other text',
    meaning: 'production stops validating the responses of handlers',
  },
} as const satisfies Readonly<Record<string, Variable>>;
