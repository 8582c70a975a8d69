/** The headers that the contract layer reads (lower case) or writes (as registered). */

export const requestHeaders = {
  authorization: 'authorization',
  clientCert: 'client-cert',
  contentEncoding: 'content-encoding',
  contentType: 'content-type',
  cookie: 'cookie',
  host: 'host',
  transferEncoding: 'transfer-encoding',
} as const;

export const replyHeaders = {
  allow: 'Allow',
  contentType: 'Content-Type',
  retryAfter: 'Retry-After',
  wwwAuthenticate: 'WWW-Authenticate',
} as const;
