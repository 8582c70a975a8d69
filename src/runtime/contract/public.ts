/**
 * The exports of `openapi-trellis/contract`: few names, which docs/public-api.txt lists. The tools import
 * more of them as `openapi-trellis/tools`, which is no stable interface.
 */

// A service and its parts.
export { CompositionError, notImplemented } from './composition';
export type { CompiledContract, SecurityScheme } from './compiled-contract';
export type { Validators } from './schema/validation';
export { createService } from './service';
export type { Service, ServiceOptions } from './service-options';
export { PendingRequests } from './pending-requests';
export type { ClientQuotas, Quotas } from './quotas';
export type { HttpRequest, HttpResponse, TextResponse } from './http-message';
export { UndocumentedResponseError } from './response/undocumented';

// Handlers.
export type {
  Handler,
  HandlerContext,
  HandlerResponse,
  Handlers,
  OperationTypes,
  AnyHandler,
  NamedPrincipals,
} from './handler';
export { InvalidItemError } from './request/items/item-reader';

// Bodies that no request carries.
export { readJsonBody } from './request/read-json-body';

// The caller.
export type {
  AuthenticationResult,
  Authenticator,
  Authenticators,
  PrincipalsOf,
} from './security/security';
export { secretOf } from './security/credentials';
export type { Caller, Principal } from './security/principal';

// Failures and their bodies.
export {
  Failure,
  failureKinds,
  tooManyRequests,
  unavailable,
  UnavailableError,
  type FailureDetails,
  type FailureKind,
  type RequestFault,
} from './failure';
export { errorDetails, type ErrorDetail } from './error-body/error-details';
export type { ErrorContext, ErrorMapper } from './error-body/error-mapper';

// A service's own formats and keywords.
export {
  defineExtensions,
  mappedFormat,
  type CheckedFormat,
  type Extensions,
  type Format,
  type Keyword,
  type MappedFormat,
} from './extensions';
