import type { Exchange } from './exchange';
import { Failure, failureKinds } from './failure';
import type { HttpResponse } from './http-message';
import type { Quotas } from './quotas';
import type { RawBody } from './request/request-body';
import type { Principal } from './security/principal';
import type { Authentication } from './security/security';

/** Where the steps of a request ask about its quotas, if the service has any. */

/** Makes the step that counts a request for its address, once it is routed. @returns false to refuse it */
export function entrance(quotas: Quotas): (exchange: Exchange) => Promise<boolean> {
  return async (exchange) => {
    exchange.quotas = quotas.open(exchange.request.address);
    exchange.failure = await exchange.quotas.admitAddress();
    return exchange.failure === undefined;
  };
}

/**
 * Authenticates the caller of a request, and counts the request for them.
 *
 * @throws what `authenticate` throws
 */
export async function admitCaller(
  { quotas }: Exchange,
  authenticate: () => Promise<Authentication>,
): Promise<Authentication> {
  if (quotas === undefined) return authenticate();
  const unverified = await quotas.admitCredentials();
  if (unverified !== undefined) return unverified;
  const callers = await authenticate();
  if (callers instanceof Failure) {
    const isWrong = callers.kind === failureKinds.invalidCredentials;
    return (isWrong ? await quotas.refuseCredentials() : undefined) ?? callers;
  }
  const caller = firstOf(callers);
  return (caller && (await quotas.admitCaller(caller))) ?? callers;
}

/** Of the callers by several schemes, the first. */
function firstOf(callers: Readonly<Record<string, Principal>>): Principal | undefined {
  for (const scheme in callers) return callers[scheme];
  return undefined;
}

/** Counts the bytes of a body: all of them, or as the handler reads them. */
export function countBody({ quotas }: Exchange, body: RawBody | undefined): void {
  if (quotas === undefined || body === undefined) return;
  const { content } = body;
  if (Buffer.isBuffer(content)) quotas.countBytes(content.length);
  else {
    content.countBytes((bytes) => {
      quotas.countBytes(bytes);
    });
  }
}

/** A response with the fields that tell what the client has left. */
export function withQuotaFields({ quotas }: Exchange, response: HttpResponse): HttpResponse {
  if (quotas === undefined) return response;
  return { ...response, headers: { ...response.headers, ...quotas.headers() } };
}
