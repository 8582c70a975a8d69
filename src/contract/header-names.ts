/** The headers that the contract layer reads (lower case) or writes (as registered). */

export const requestHeaders = {
  accept: 'accept',
  authorization: 'authorization',
  clientCert: 'client-cert',
  contentEncoding: 'content-encoding',
  contentLength: 'content-length',
  contentType: 'content-type',
  cookie: 'cookie',
  expect: 'expect',
  host: 'host',
  transferEncoding: 'transfer-encoding',
} as const;

export const replyHeaders = {
  allow: 'Allow',
  contentType: 'Content-Type',
  retryAfter: 'Retry-After',
  setCookie: 'Set-Cookie',
  wwwAuthenticate: 'WWW-Authenticate',
} as const;
