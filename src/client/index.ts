/**
 * For clients of a service: requests as the document says and JSON with exact integers, by the generated contract.
 * It needs Node and the contract layer, and neither a host nor a store.
 */

export {
  exactJson,
  type ClientContract,
  type ExactJson,
  type ReceivedResponse,
} from './exact-json';
export { withContract } from './with-contract';
