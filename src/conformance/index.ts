/** Conformance tests: requests by the document, and responses judged by it. */

export type { Finding } from './finding';
export { type Hooks, requestHooks, type SetUp, betweenHooks, loadHooks } from './hooks';
export { compareFindings, readKnownFindings } from './known-findings';
export { type RunOptions, type RunValues, readRunOptions, runUsage, RUN_OPTIONS } from './options';
export { testConformance } from './public';
export { alike, type Alike, type FindingFacts, findingFacts } from './report/finding-facts';
export { requestText, responseText, statusText } from './report/message-text';
export { redactedResults } from './report/redacted-results';
export { incomplete, isLockedOut, LOCKED_OUT } from './report/verdict';
export type { Results, OperationResult } from './results';
export { Budget } from './scheduling';
export { isIncluded, selection, tokensOf, ALLOW_WRITING, mayWrite } from './test-options';
