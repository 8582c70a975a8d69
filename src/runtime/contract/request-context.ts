import type { CompiledOperation } from './compiled-contract';
import type { Failure } from './failure';
import type { HttpRequest } from './http-message';
import type { OperationPlan } from './operation-plan';
import type { ClientQuotas } from './quotas';
import type { RawBody } from './request/request-body';
import type { Accept } from './response/negotiation';
import type { PathParameters } from './routing/router';
import type { Caller } from './security/principal';

/**
 * One request on its way through the contract layer; each step sets the fields that the next one
 * needs.
 */
export interface RequestContext {
  readonly request: HttpRequest;
  /** Set by routing. */
  operation: CompiledOperation | undefined;
  /** Set after routing: the plan of the operation. */
  plan: OperationPlan | undefined;
  pathParameters: PathParameters;
  query: string;
  /** The methods of the path; set by routing when the request's method is not among them. */
  allow: readonly string[];
  /** Header fields with the media types of bodies by method; set with `allow`. */
  accepted: Readonly<Record<string, string>>;
  /** Set after routing, where the service has quotas. */
  quotas: ClientQuotas | undefined;
  /** Set by authentication. */
  principals: Readonly<Record<string, unknown>>;
  /** Set by authentication; undefined where none is required. */
  caller: Caller | undefined;
  /** Set by reading; absent when the client accepts anything. */
  accept: Accept | undefined;
  /** Set by reading; absent when there is no body. */
  rawBody: RawBody | undefined;
  /** Set by validation. */
  input: Readonly<Record<string, unknown>> | undefined;
  /** Set by the step that refuses the request. */
  failure: Failure | undefined;
}
