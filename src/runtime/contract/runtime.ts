/**
 * The only imports of generated files: their types, and the functions that compiled validators call. Generation writes
 * the name of this module into them.
 */

export type { CompiledContract } from './compiled-contract';
export type { FormatValues } from './extensions';
export type { Failure } from './failure';
export type {
  HandlerContext,
  NamedPrincipals,
  PrincipalsFor,
  WithDefaults,
  WithFiles,
} from './handler';
export type { ResponseContent } from './http-message';
export type { HttpFields, ResponseHeaders, StatusExcept, StatusInRange } from './http-semantics';
export type { Principal } from './security/principal';
export type { Validators } from './schema/validation';

export { countFitting, faultsOfAlternatives } from './schema/alternatives';
export { ajvModule } from './schema/ajv-modules';
export { formats } from './schema/formats/formats';
export * from './schema/keywords';
export {
  ANY_TEXT,
  compileExpression,
  expressionOf,
  isUnreadable,
  matchWithCare,
  regularExpression,
  type CarefulMatching,
  type CarefulPattern,
  type CarefulPatterns,
  type PatternReading,
  type TextMatcher,
} from './schema/regular-expression';
export { checkOnce } from './schema/validation';
