/** Conformance tests: requests by the document, and responses judged by it. */

export {
  bodyMatchesSchema,
  bodyWellFormed,
  errorBodyMatchesSchema,
  writeOnlyHidden,
} from './checks/bodies';
export type { Check } from './checks/check';
export { headersMatchSchema, headersPresent } from './checks/headers';
export { checks } from './checks';
export { contentTypePresent, mediaTypeDocumented, statusDocumented } from './checks/responses';
export { Credentials, type GivenTokens } from './credentials';
export {
  type Exchange,
  type ReceivedResponse,
  headerValues,
  type Outcome,
  responseOf,
} from './exchange';
export type { Finding } from './finding';
export { type Hooks, requestHooks, type SetUp, betweenHooks, loadHooks } from './hooks';
export { BasePaths, isSendable } from './http/request';
export { reasonOf, Sender, UnreachableError } from './http/send';
export { HyperjumpValidator, type JudgedDocument } from './judge/second-validator';
export { compareFindings, readKnownFindings } from './known-findings';
export { type RunOptions, type RunValues, readRunOptions, runUsage, RUN_OPTIONS } from './options';
export { testConformance } from './public';
export { alike, type Alike, type FindingFacts, findingFacts } from './report/finding-facts';
export { requestText, responseText, statusText } from './report/message-text';
export { withoutUser, redactionOf } from './report/redact';
export { incomplete, isLockedOut, LOCKED_OUT } from './report/verdict';
export type { Results, OperationResult } from './results';
export { Budget } from './scheduling';
export { isIncluded, selection, tokensOf, ALLOW_WRITING, mayWrite } from './test-options';
