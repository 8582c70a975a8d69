/**
 * The Express host: an ordinary handler for any Express 5 application, and an HTTP server that keeps
 * hostile clients within bounds. It converts; what a request means is the contract layer's.
 */

export { answerHandler, type Answer, type AnswerHandlerOptions } from './answer-handler';
export { createAnswerServer, type AnswerServerOptions } from './answer-server';
export {
  createApp,
  type AppHandlers,
  type ErrorRequestHandler,
  type Express,
  type RequestHandler,
} from './app';
export { Closing } from './closing';
export { isServing } from './connections/connections';
export { contractHandler, type ContractHandlerOptions } from './contract-handler';
export { createHttpServer, type HttpServerOptions } from './http-server';
export { headerValues } from './header-values';
export { nameResponses, type RequestObservation, type RequestObserver } from './observation';
export type { Load } from './connections/overload';
export { createServing, type Serving, type ServingOptions } from './serving';
