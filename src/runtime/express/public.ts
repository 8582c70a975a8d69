/**
 * The exports of `openapi-trellis/express`: few names, which docs/public-api.txt lists. Other rooms of this package
 * import index.ts, which has more names.
 */

export {
  createApp,
  type AppHandlers,
  type ErrorRequestHandler,
  type Express,
  type RequestHandler,
} from './app';
export { Closing, createServing, type Serving, type ServingOptions } from '../host';
export { type RequestObservation, type RequestObserver } from './observation';
export {
  contractHandler,
  type ContractHandlerOptions,
  type LocalsOption,
  type MountOptions,
} from './contract-handler';
export { keepBody } from './taken-body';
export {
  contractGuard,
  type ContractGuardOptions,
  contractInputs,
  type GuardedRequest,
} from './contract-guard';
export { createHttpServer, type HttpServerOptions } from './http-server';
export { ListenError } from './listener';
export { ServiceSlot } from './service-slot';
