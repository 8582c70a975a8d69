/**
 * The contract layer: OpenAPI, HTTP and JSON, for any document. It is given a compiled contract, with
 * validators, handlers and authenticators, and answers requests as the document says. It knows no host
 * and no domain. Generated files import runtime.ts instead.
 */

export * from './public';

// A service, and what it is made of.
export { schemesInUse } from './composition';
export type { ExchangeObservation } from './observation';
export { challengeOf, isScopeToken } from './security/challenge';
export type { PathInterface } from './routing/path-interface';

// Formats and keywords of a service's own.
export { mappingOf, type ExtensionName } from './extensions';

// Failures, and the bodies that say them.
export { type ErrorFacts } from './error-body/error-details';
export type { CompiledErrorBody, ErrorTemplate } from './error-body/error-template';
export { cut, factsOf, fillTemplate, MAX_FAULTS } from './error-body/fill-template';
export { documentedStatus, undocumentedResponse } from './failure-response';

// HTTP.
export { clientNetwork } from './client-network';
export { requestHeaders, responseHeaders } from './header-names';
export {
  BodyRefusedError,
  RequestAbortedError,
  type BodyChunks,
  type BodyRead,
  type RequestHead,
  type ResponseStream,
} from './http-message';
export { framingOf, type Framing, type TextFraming } from './framing';
export { forbidsContent, responseKeyFor, type StatusInRange } from './http-status';
export {
  EVENT_STREAM,
  isJson,
  isRange,
  isText,
  JSON_MEDIA_TYPE,
  jsonTypeOf,
  matchMediaRange,
  parseMediaType,
} from './media-type';
export { acceptable, parseAccept } from './response/accept';
export { chooseContentCoding, contentCodings, type ContentCoding } from './response/content-coding';
export { entityTagOf, ifNoneMatchNames } from './response/entity-tag';
export { GrowingBuffer } from './request/growing-buffer';
export { ItemReader } from './request/items/item-reader';
export { parseItems } from './request/items/parse-items';
export { frameItem } from './response/frame-item';
export { ItemStream } from './response/item-stream';
export { escapeMarkup, writeXml, xmlName, type XmlShape } from './response/write-xml';
export { cancelStream, isStream } from './response/response-stream';
export { isAuthority } from './routing/authority';
export { originForm, parseRequestTarget } from './routing/request-target';
export { nothingAt } from './routing/route-request';

// JSON, with exact numbers.
export { canonicalText } from './json/canonical-text';
export { ExactNumbers } from './json/exact-numbers';
export { isMultiple } from './json/is-multiple';
export { escapeKey, pointerKeys } from './json/json-pointer';
export { parseJson, type ParsedJson } from './json/parse-json';
export { stringifyJson } from './json/stringify-json';

// Values of schemas.
export { decodeJson } from './schema/decode-json';
export type { Defaults, DefaultsTable } from './schema/fill-defaults';
export {
  validateJson,
  validatorOf,
  type Validate,
  type ValidationError,
} from './schema/validation';
export { describeError } from './schema/validation-message';
export { quote } from './quote';

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
  CompiledResponse,
  CompiledSchema,
  CompiledText,
  ParameterLocation,
} from './compiled-contract';
export type {
  ContentSerialization,
  Serialization,
  Style,
  StyleSerialization,
} from './request/serialization/serialization';
export { ValueReader } from './request/serialization/value-reader';
export {
  ANY,
  itemTypes,
  scalarTypes,
  valueTypes,
  type SchemaType,
  type ValueTypes,
  type ValueTypesOrName,
} from './request/serialization/value-types';
export { routeOperations } from './routing/operation-router';
export { isAjvModuleName } from './schema/ajv-modules';
export type { EvaluatedProperties } from './schema/evaluated';
export { INT64_MAX, INT64_MIN, type IntegerLimits } from './schema/integer-keywords';
export {
  CONDITIONS,
  lookCondition,
  MAX_LOOKS,
  type Instruction,
  type LinearProgram,
  type LookProgram,
} from './schema/patterns/linear-program';
export { HardTextError } from './schema/patterns/matching-effort';
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
