/**
 * For clients of a service: JSON with exact integers, by the generated contract. It needs Node and the contract
 * layer, and neither a host nor a store.
 */

export {
  exactJson,
  type ClientContract,
  type ExactJson,
  type ReceivedResponse,
} from './exact-json';
