/** A mock of a document. */

export { createMock, type Mock } from './create-mock';
export { mockAuthenticators } from './mock-authenticators';
export { MockResponses } from './mock-responses';
export { readItems } from './recorded-request';
