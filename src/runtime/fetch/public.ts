/**
 * The exports of `openapi-trellis/fetch`: a service for hosts that pass web-standard requests. Loading it loads no
 * Express.
 */

export { Closing, createServing, type Serving, type ServingOptions } from '../host';
export { fetchHandler, type FetchHandler, type FetchHandlerOptions } from './fetch-handler';
