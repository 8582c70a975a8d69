/**
 * Status codes and the keys under which a document states responses.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#responses-object
 */

/** A key of the Responses Object: an exact status, a range, or `default`. */
export type ResponseKey = string;

/**
 * The key that covers a status: the exact one before the range, the range before `default`.
 *
 * @param status 100 to 599
 * @returns the most specific key, or undefined when the document states none for the status
 */
export function responseKeyFor(
  responses: Readonly<Record<ResponseKey, unknown>>,
  status: number,
): ResponseKey | undefined {
  const exact = String(status);
  if (Object.hasOwn(responses, exact)) return exact;
  const candidates = [`${Math.floor(status / 100)}XX`, 'default'];
  return candidates.find((key) => Object.hasOwn(responses, key));
}

/** A status that ends the exchange: an integer from 200 to 599 (RFC 9110, section 15). */
export function isFinalStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 200 && status <= 599;
}

/** A status without content: 1xx, 204 and 304 (RFC 9110, section 6.4.1). */
export function forbidsContent(status: number): boolean {
  return status < 200 || status === 204 || status === 304;
}

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

type ToNumber<Text> = Text extends `${infer Value extends number}` ? Value : never;

/** The statuses of a range such as `5XX`, by their first digit. */
export type StatusInRange<First extends string> = ToNumber<`${First}${Digit}${Digit}`>;

/** The final statuses not in `Covered`: those that `default` covers. */
export type StatusExcept<Covered> = Exclude<StatusInRange<'2' | '3' | '4' | '5'>, Covered>;

/** The headers that the contract layer reads (lower case) or writes (as registered). */

export const requestHeaders = {
  accept: 'accept',
  acceptEncoding: 'accept-encoding',
  authorization: 'authorization',
  clientCert: 'client-cert',
  contentEncoding: 'content-encoding',
  contentLength: 'content-length',
  contentType: 'content-type',
  cookie: 'cookie',
  expect: 'expect',
  host: 'host',
  ifNoneMatch: 'if-none-match',
  origin: 'origin',
  requestId: 'x-request-id',
  traceparent: 'traceparent',
  transferEncoding: 'transfer-encoding',
  upgrade: 'upgrade',
} as const;

export const responseHeaders = {
  /** Both are named by Vary. */
  accept: 'Accept',
  acceptEncoding: 'Accept-Encoding',
  acceptPatch: 'Accept-Patch',
  acceptPost: 'Accept-Post',
  acceptQuery: 'Accept-Query',
  allow: 'Allow',
  cacheControl: 'Cache-Control',
  connection: 'Connection',
  contentEncoding: 'Content-Encoding',
  contentLength: 'Content-Length',
  contentType: 'Content-Type',
  etag: 'ETag',
  location: 'Location',
  requestId: 'X-Request-Id',
  retryAfter: 'Retry-After',
  setCookie: 'Set-Cookie',
  vary: 'Vary',
  wwwAuthenticate: 'WWW-Authenticate',
} as const;

/**
 * Fields that HTTP defines for any response, which a document need not state: the registered ones of RFC 9110, 9111,
 * 5789, 6265, 6266, 8288 and 10008, and Accept-Post, without those that the host sets (connection, message framing,
 * Date).
 *
 * @see https://www.iana.org/assignments/http-fields
 */
export const HTTP_FIELDS = [
  ...['Accept-Encoding', 'Accept-Patch', 'Accept-Post', 'Accept-Query', 'Accept-Ranges', 'Age'],
  ...['Allow', 'Authentication-Info', 'Cache-Control'],
  ...['Content-Disposition', 'Content-Language', 'Content-Location', 'Content-Range', 'ETag'],
  ...['Expires', 'Last-Modified', 'Link', 'Location', 'Proxy-Authenticate'],
  ...[
    'Proxy-Authentication-Info',
    'Retry-After',
    'Server',
    'Set-Cookie',
    'Vary',
    'WWW-Authenticate',
  ],
] as const;

type HttpField = (typeof HTTP_FIELDS)[number];

/** Header fields that any response may have, except those that the document states. */
// eslint-disable-next-line @typescript-eslint/consistent-indexed-object-style -- compilers would write out Record
export type HttpFields<Stated extends HttpField = never> = {
  [Name in Exclude<HttpField, Stated>]?: string | number | readonly string[];
};

/** The stated headers and HttpFields, as one type, which compilers print in one line. */
export type ResponseHeaders<Headers> = { [Name in keyof Headers]: Headers[Name] };
