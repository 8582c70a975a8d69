import type { CompiledOperation } from './compiled-contract';
import type { Failure } from './failure';
import type { HttpRequest } from './http-message';
import type { DecodedParameters } from './request/parameters';
import type { DecodedBody } from './request/decode-body';
import type { RawBody } from './request/request-body';
import type { ClientQuotas } from './quotas';
import type { PathParameters } from './routing/router';
import type { Principal } from './security/principal';

/** One request on its way through the contract layer; each step adds what the next one needs. */
export interface Exchange {
  readonly request: HttpRequest;
  /** Set by routing. */
  operation: CompiledOperation | undefined;
  pathParameters: PathParameters;
  query: string;
  /** Set by routing when the path is known and the method is not. */
  allow: readonly string[];
  /** Set by routing beside these when QUERY is among them: headers that tell how. */
  acceptQuery: Readonly<Record<string, string>>;
  /** Set after routing, where the service has quotas. */
  quotas: ClientQuotas | undefined;
  /** Set by authentication. */
  principals: Readonly<Record<string, Principal>>;
  /** Set by reading; absent when there is no body. */
  rawBody: RawBody | undefined;
  /** Set by validation. */
  input: Readonly<Record<string, unknown>> | undefined;
  /** Set by the step that refuses the request. */
  failure: Failure | undefined;
}

/** The exchange of a request that no step has seen. All have the same fields, so that access to them is fast. */
export function newExchange(request: HttpRequest): Exchange {
  return {
    request,
    operation: undefined,
    pathParameters: NONE,
    query: '',
    allow: [],
    acceptQuery: NONE,
    quotas: undefined,
    principals: NONE,
    rawBody: undefined,
    input: undefined,
    failure: undefined,
  };
}

const NONE = Object.freeze({});

/** Decoded parameters and body under the names that the generated input types give them. */
export function operationInput(
  parameters: DecodedParameters,
  querystring: unknown,
  body: DecodedBody | undefined,
): Readonly<Record<string, unknown>> {
  const { path, query, header: headers, cookie: cookies } = parameters;
  const input: Record<string, unknown> = { path, query, headers, cookies };
  if (querystring !== undefined) input.querystring = querystring;
  if (body === undefined) return input;
  input.body = body.value;
  if (body.mediaType !== undefined) input.mediaType = body.mediaType;
  return input;
}
