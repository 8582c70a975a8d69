/**
 * The contract layer: OpenAPI, HTTP and JSON, for any document. It takes a compiled contract with validators, handlers
 * and authenticators, and answers requests as the document states. It depends on no host and no domain. Generated files
 * import runtime.ts instead.
 */

export * from './public';

// A service and its parts.
export { checkFormat, orRename, schemesInUse } from './composition';
export { CONTRACT_FORMAT } from './compiled-contract';
export { didYouMean, editsBetween } from './near-name';
export { packageFolder } from './one-runtime';
export { RESPONDED, type PrincipalsFor } from './handler';
export {
  type ExchangeObservation,
  BodyRefusedError,
  RequestAbortedError,
  type RequestHead,
  type BodyChunks,
  type BodyRead,
  type TemporaryFile,
  type ResponseStream,
  cancelStream,
  checkedChunk,
  isStream,
} from './http-message';
export { challengeOf } from './security/challenge';

// A service's own formats and keywords.
export { mappingOf, type ExtensionName } from './extensions';

// Failures and their bodies.
export { type ErrorFacts } from './error-body/error-details';
export {
  type CompiledErrorBody,
  type ErrorTemplate,
  cut,
  factsOf,
  fillTemplate,
  MAX_FAULTS,
} from './error-body/error-template';
export { failureContent } from './failure-content';
export { documentedStatus, defaultErrorResponse } from './failure-response';

// HTTP.
export { ALL_ORIGINS, isCrossOrigin, withCors, type CorsOptions } from './cors';
export { atHosts, hostName } from './host-names';
export { clientNetwork } from './quotas';
export { BYTE_SIZE_SYNTAX, DEFAULT_MAX_BODY_BYTES, parseByteSize } from './byte-size';
export {
  isOfBytes,
  OPERATION_LIMIT_SYNTAX,
  parseOperationLimits,
  parseRateLimits,
  RATE_LIMIT_SYNTAX,
  type Limited,
  type RateLimit,
} from './rate-limits';
export {
  HTTP_FIELDS,
  requestHeaders,
  responseHeaders,
  forbidsContent,
  responseKeyFor,
} from './http-semantics';
export {
  framingOf,
  type Framing,
  type TextFraming,
  errorTypeOf,
  EVENT_STREAM,
  isJson,
  isRange,
  isText,
  JSON_MEDIA_TYPE,
  jsonTypeOf,
  matchMediaRange,
  parseMediaType,
} from './media-type';
export { acceptable, parseAccept, chooseContentCoding } from './response/negotiation';
export { codingNamed, contentCodings, type SentCoding, sentCodings } from './content-codings';
export { checkSent } from './response/check-sent';
export { entityTagOf, ifNoneMatchNames } from './response/entity-tag';
export { isUtf8Charset } from './request/charset';
export { requestCoding } from './request/content-coding';
export { GrowingBuffer } from './request/growing-buffer';
export type { BodyLimits } from './request/request-body';
export { ItemReader } from './request/items/item-reader';
export { ambiguousForm } from './request/form/ambiguous-form';
export { parseMultipart } from './request/form/parse-multipart';
export { itemParser, parseItems, type ParsedItem } from './request/items/item-parsers';
export { frameItem, ItemStream } from './response/encode-items';
export { groupBy } from './request/serialization/name-values';
export { escapeMarkup } from './markup';
export { decoded, isAuthority, originForm, parseRequestTarget } from './uri';
export { readings } from './routing/readings';
export { nothingAt } from './routing/route-request';

// JSON, with exact numbers.
export { canonicalText } from './json/canonical-text';
export { memoize, memoizeByText } from './memoize';
export { findJsonFault } from './json/find-json-fault';
export { ExactNumbers, isMultiple, parseJson, type ParsedJson } from './json/parse-json';
export { escapeKey, pointerKeys, stringifyJson, quote } from './json/json-values';

// Values of schemas.
export { decodeJson } from './schema/decode-json';
export {
  type SchemaContext,
  validateJson,
  validatorOf,
  type Validate,
  type ValidationError,
} from './schema/validation';
export { describeError } from './schema/validation-message';

// The compiled contract, which generation writes and a service runs on.
export type {
  CompiledErrorContent,
  CompiledField,
  CompiledForm,
  CompiledHeader,
  CompiledItems,
  CompiledJson,
  CompiledMediaType,
  CompiledOperation,
  CompiledParameter,
  CompiledPartHeader,
  CompiledParts,
  CompiledQuerystring,
  CompiledRequestBody,
  CompiledRequestContent,
  CompiledResponse,
  CompiledSchema,
  CompiledText,
  Defaults,
  DefaultsTable,
  LeftOutOperation,
  ParameterLocation,
} from './compiled-contract';
export {
  type ContentSerialization,
  isMerged,
  type Serialization,
  type StyleSerialization,
  ANY,
  itemTypes,
  scalarTypes,
  valueTypes,
  type SchemaType,
  type ValueTypes,
  type ValueTypesOrName,
} from './request/serialization/serialization';
export {
  encode,
  isAmbiguous,
  isSpreadObject,
  primitiveText,
  serialize,
  serializePairs,
  writtenStyle,
  type WrittenStyle,
} from './request/serialization/serialize-value';
export { explodesByDefault, type Style, styleRules, styles } from './request/serialization/styles';
export { routeOperations } from './routing/router';
export { isAjvModuleName } from './schema/ajv-modules';
export {
  type EvaluatedProperties,
  INT64_MAX,
  INT64_MIN,
  type IntegerLimits,
} from './schema/keywords';
export {
  CONDITIONS,
  lookCondition,
  MAX_LOOKS,
  type Instruction,
  type LinearProgram,
  type LookProgram,
} from './schema/patterns/linear-program';
export { MatchBudgetExceededError } from './schema/patterns/match-budget';
export type { Projection } from './schema/projection';
export {
  ANY_TEXT,
  compileExpression,
  expressionOf,
  isUnreadable,
  matchWithCare,
  regularExpression,
  type CarefulMatching,
  type CarefulPatterns,
  type PatternReading,
} from './schema/regular-expression';
