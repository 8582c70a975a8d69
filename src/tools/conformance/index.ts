/** Conformance tests: requests by the document, and responses judged by it. */

export type { Finding } from './finding';
export { betweenHooks, type Hooks, loadHooks, requestHooks, type SetUp } from './hooks';
export { acceptedFindings, compareFindings } from './accepted-findings';
export { readRunOptions, RUN_OPTIONS, type RunOptions, runUsage, type RunValues } from './options';
export { testConformance } from './public';
export { alike, type Alike, type FindingFacts, findingFacts } from './report/finding-facts';
export { requestText, responseText, statusText } from './report/message-text';
export { redactedResults } from './report/redacted-results';
export { incomplete, isLockedOut, LOCKED_OUT } from './report/verdict';
export type { OperationResult, Results } from './results';
export { Budget } from './scheduling';
export { ALLOW_WRITING, mayWrite, tokensOf } from './test-options';
