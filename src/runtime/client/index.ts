/**
 * For clients of a service: calls by operationId, requests in the document's format and JSON with exact integers, by the
 * generated contract.
 * It needs Node and the contract layer, but no host or store.
 */

export type { CallResponse, TypedCalls } from './call-types';
export {
  exactJson,
  type ClientContract,
  type ExactJson,
  type ReceivedResponse,
} from './exact-json';
export { withContract } from './with-contract';
export { typedCalls, type CallRequest } from './typed-calls';
export { UnexpectedResponseError } from './read-response';
