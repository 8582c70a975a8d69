/**
 * The contract layer: OpenAPI, HTTP and JSON, for any document. It is given a compiled contract, with
 * validators, handlers and authenticators, and answers requests as the document says. It knows no host
 * and no domain. What generated files import is in runtime.ts.
 */

export type {
  CompiledContract,
  CompiledJson,
  CompiledOperation,
  SecurityScheme,
} from './compiled-contract';

// A service, and what it is made of.
export { CompositionError } from './composition';
export type { Handler, HandlerContext, HandlerResponse, Handlers, OperationTypes } from './handler';
export { PendingRequests } from './pending-requests';
export type { AnyHandler } from './run-handler';
export { secretOf } from './security/credentials';
export type {
  AuthenticationResult,
  Authenticator,
  Authenticators,
  Principal,
} from './security/security';
export { createService, type Service } from './service';
export type { ServiceOptions } from './service-options';

// Failures.
export { Failure, failureKinds, unavailable, UnavailableError, type FailureKind } from './failure';
export { undocumentedResponse } from './failure-response';

// HTTP.
export { requestHeaders, responseHeaders } from './header-names';
export {
  BodyRefusedError,
  RequestAbortedError,
  type BodyRead,
  type HttpRequest,
  type HttpResponse,
  type ResponseStream,
  type TextResponse,
} from './http-message';
export { forbidsContent } from './http-status';
export { EVENT_STREAM, JSON_MEDIA_TYPE } from './media-type';
export { chooseContentCoding, contentCodings, type ContentCoding } from './response/content-coding';
export { entityTagOf, ifNoneMatchNames } from './response/entity-tag';
export { cancelStream, isStream } from './response/response-stream';
export { isAuthority } from './routing/authority';
export { parseRequestTarget } from './routing/request-target';
export { nothingAt } from './routing/route-request';

// JSON, exact, and the schemas of a contract.
export { ExactNumbers } from './json/exact-numbers';
export { parseJson, type ParsedJson } from './json/parse-json';
export { stringifyJson } from './json/stringify-json';
export { ValueReader } from './request/serialization/value-reader';
export { decodeJson } from './schema/decode-json';
export { validateJson, validatorOf, type ValidationError } from './schema/validation';
export { describeError } from './schema/validation-message';
export { quote } from './quote';
