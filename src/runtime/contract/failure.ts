/**
 * The ways in which a request can fail, as a closed list: each kind has one natural HTTP status, and a number for
 * bodies that identify it by one. The document decides which status a client sees (failure-response.ts).
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5
 */

/** A kind of failure: its natural status, its number and its description. */
export interface FailureKind<Status extends number = number> {
  /** The HTTP status that describes the failure most closely, 400 to 599. */
  readonly status: Status;
  /** Identifies the kind in error bodies that have a number for it, an int32; by default the status. */
  readonly number?: number;
  /** One sentence for the document. */
  readonly description: string;
}

/**
 * The kinds that the contract layer itself can raise. A domain adds its own.
 *
 * @example
 * ```ts
 * import { failureKinds, type FailureKind } from 'openapi-trellis/contract';
 *
 * export const bookKinds = {
 *   ...failureKinds,
 *   titleTaken: { status: 409, description: 'A book with the title exists' },
 * } as const satisfies Record<string, FailureKind>;
 * ```
 */
export const failureKinds = {
  malformedRequest: {
    status: 400,
    number: 40000,
    description: 'The request is not well-formed HTTP/1.1 (RFC 9112)',
  },
  malformedBody: {
    status: 400,
    number: 40001,
    description: 'The body is malformed for its media type, such as invalid JSON',
  },
  missingBody: { status: 400, number: 40002, description: 'The body is missing' },
  invalidBody: { status: 400, number: 40003, description: 'The body does not match its schema' },
  invalidParameter: {
    status: 400,
    number: 40004,
    description: 'A parameter is missing or does not match its schema',
  },
  missingCredentials: { status: 401, number: 40101, description: 'No credentials were sent' },
  invalidCredentials: {
    status: 401,
    number: 40102,
    description: 'The credentials are unknown, expired, revoked or not of the right form',
  },
  forbidden: {
    status: 403,
    number: 40301,
    description: 'The credentials are valid and do not allow the operation',
  },
  notFound: { status: 404, number: 40401, description: 'There is no such resource' },
  methodNotAllowed: {
    status: 405,
    number: 40501,
    description: 'The document describes the path, but not this method',
  },
  notAcceptable: {
    status: 406,
    number: 40601,
    description: 'The operation offers no media type that the Accept header allows',
  },
  requestTimeout: {
    status: 408,
    number: 40801,
    description: 'The request did not arrive completely in time',
  },
  bodyTooLarge: { status: 413, number: 41301, description: 'The body is larger than the limit' },
  unsupportedMediaType: {
    status: 415,
    number: 41501,
    description: 'The operation does not accept the media type or content coding of the body',
  },
  expectationFailed: {
    status: 417,
    number: 41701,
    description: 'The Expect header names something other than 100-continue',
  },
  tooManyRequests: {
    status: 429,
    number: 42901,
    description: 'A quota is used up; send the request again when Retry-After allows it',
  },
  headersTooLarge: {
    status: 431,
    number: 43101,
    description: 'The request line and headers are larger than the limit',
  },
  internal: { status: 500, number: 50001, description: 'The service failed' },
  notImplemented: {
    status: 501,
    number: 50101,
    description: 'The operation is not implemented yet',
  },
  unavailable: {
    status: 503,
    number: 50301,
    description: 'The service is busy, shutting down, or cannot reach what it needs; send it again',
  },
} as const satisfies Record<string, FailureKind>;

/** The optional parts of a failure. */
export interface FailureDetails {
  /**
   * Headers that HTTP requires with the status (`WWW-Authenticate`, `Allow`, `Retry-After`), and those that the
   * document describes for it; others are left out.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** The faults of the request, each with its place, for error bodies that list them. */
  readonly faults?: readonly RequestFault[];
}

/** One fault of a request. */
export interface RequestFault {
  readonly message: string;
  /** The part of the request at fault, where there is one. */
  readonly in?: 'body' | 'path' | 'query' | 'header' | 'cookie';
  readonly name?: string;
  /** JSON Pointer (RFC 6901) of the value in the body; '' for the body as a whole. */
  readonly pointer?: string;
  /** The violated keyword of the schema, where it is known. */
  readonly keyword?: string;
  /** The property that the object at `pointer` lacks. */
  readonly missing?: string;
}

/**
 * A failed request, as a value: a handler returns it, and the contract layer turns it into a response. The message goes
 * to the client: it states the fault, its place and the expected value, and never holds a credential or the cause of a
 * server fault.
 *
 * `Status` is the natural status of its kind. By it, generated types distinguish the failures that the document of an
 * operation can express.
 *
 * @example
 * ```ts
 * import { Failure, failureKinds } from 'openapi-trellis/contract';
 *
 * export const missing = new Failure(failureKinds.notFound, 'There is no book with the ID 7');
 * ```
 */
export class Failure<Status extends number = number> {
  /** Discriminates failures from responses, which makes the compiler report errors against the response meant. */
  declare readonly status?: never;

  constructor(
    readonly kind: FailureKind<Status>,
    readonly message: string,
    readonly details: FailureDetails = {},
  ) {}

  /** Identifies its kind: the kind's number, or else its status. */
  get number(): number {
    return this.kind.number ?? this.kind.status;
  }
}

/** Seconds a client is asked to wait by default. */
const DEFAULT_RETRY_AFTER_SECONDS = 1;

/**
 * Thrown when a dependency of a handler or an authenticator, such as a store or a key server, is temporarily
 * unreachable. It becomes 503 with `Retry-After`, never a refusal of the credentials.
 *
 * @example
 * ```ts
 * import { UnavailableError } from 'openapi-trellis/contract';
 *
 * export function lost(cause: unknown): never {
 *   throw new UnavailableError('The database does not answer', { cause, retryAfterSeconds: 5 });
 * }
 * ```
 */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';

  /**
   * @param message the cause, for the log; it is not sent to the client
   * @param retryAfterSeconds seconds until a retry makes sense, 0 or more; by default 1
   */
  constructor(message: string, options: { cause?: unknown; retryAfterSeconds?: number } = {}) {
    super(message, { cause: options.cause });
    this.retryAfterSeconds = options.retryAfterSeconds ?? DEFAULT_RETRY_AFTER_SECONDS;
  }

  readonly retryAfterSeconds: number;
}

/**
 * The failure of a client that has used up a quota, which becomes 429.
 *
 * @param retryAfterSeconds whole seconds until the quota allows a request again, 0 or more
 * @example
 * ```ts
 * import { tooManyRequests } from 'openapi-trellis/contract';
 *
 * export const refused = tooManyRequests('The 100 requests of this minute are used up', 42);
 * ```
 */
export function tooManyRequests(message: string, retryAfterSeconds: number): Failure<429> {
  return new Failure(failureKinds.tooManyRequests, message, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
}

/**
 * The failure that asks a client to retry later, which becomes 503.
 *
 * @param retryAfterSeconds whole seconds, 0 or more; by default 1
 * @example
 * ```ts
 * import { unavailable } from 'openapi-trellis/contract';
 *
 * export const busy = unavailable('The printer is busy', 10);
 * ```
 */
export function unavailable(
  message: string,
  retryAfterSeconds = DEFAULT_RETRY_AFTER_SECONDS,
): Failure<503> {
  return new Failure(failureKinds.unavailable, message, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
}
