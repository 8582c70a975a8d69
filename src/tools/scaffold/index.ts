/** Handlers and tests for the operations of a document, to begin with. */

export { tokenPlace } from './sample-requests';
export { objectLiteral } from './source-text';
