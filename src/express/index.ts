/**
 * The Express host: an ordinary handler for any Express 5 application, and an HTTP server that keeps
 * hostile clients within bounds. It converts; what a request means is the contract layer's.
 */

export * from './public';

export { answerHandler, type Answer, type AnswerHandlerOptions } from './answer-handler';
export { createAnswerServer, type AnswerServerOptions } from './answer-server';
export { isServing } from './connections/connections';
export { headerValues } from './header-values';
export { listen, ListenError, type Listener } from './listener';
export { nameResponses } from './observation';
