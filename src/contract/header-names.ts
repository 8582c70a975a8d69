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
  requestId: 'x-request-id',
  traceparent: 'traceparent',
  transferEncoding: 'transfer-encoding',
  upgrade: 'upgrade',
} as const;

export const responseHeaders = {
  /** Named by Vary. */
  acceptEncoding: 'Accept-Encoding',
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
