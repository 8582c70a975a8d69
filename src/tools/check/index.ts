/** The drift check: a document against its generated files, its handlers, a base version and a service. */

export { type AcceptedFaults, readAcceptedFaults } from './acceptance';
export { readBase } from './breaking/base-document';
export type { Finding } from './finding';
export { line } from './formats';
export { handlerFiles, handlerModules, unnamedFiles } from './handlers/handler-files';
export type { CheckAnswer, CheckMessage, CheckTask } from './run-checks';
