/**
 * The Express host: an ordinary handler for any Express 5 application, and an HTTP server that keeps hostile clients
 * within bounds. It only converts; the contract layer interprets requests.
 */

export * from './public';

export type { Responder } from './request';
export { createServer, type ServerOptions } from './http-server';
export { headerValues } from './incoming-message';
export { listen, type Listener } from './listener';
export { nameResponses } from './observation';
