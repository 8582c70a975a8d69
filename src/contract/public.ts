/**
 * What a service imports of the contract layer, as `plant-store/contract`: few names, which docs/public-api.txt
 * holds. The tools of this project import index.ts, which has more and promises nothing.
 */

// A service, and what it is made of.
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

// Who may call.
export type {
  AuthenticationResult,
  Authenticator,
  Authenticators,
  PrincipalsOf,
} from './security/security';
export { secretOf } from './security/credentials';
export type { Caller, Principal } from './security/principal';

// Failures, and the bodies that say them.
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

// Formats and keywords of a service's own.
export {
  defineExtensions,
  mappedFormat,
  type CheckedFormat,
  type Extensions,
  type Format,
  type Keyword,
  type MappedFormat,
} from './extensions';
