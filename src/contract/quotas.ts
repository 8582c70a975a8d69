import { isIPv4 } from 'node:net';
import { Failure, failureKinds } from './failure';
import { SpooledForm } from './request/form/spooled-form';
import type { RawBody } from './request/request-body';
import type { Caller } from './security/principal';
import type { Admission } from './security/security';

/**
 * The limits of one client, as the contract layer asks for them. It knows neither the limits nor
 * how they are counted; what refuses a client is a failure, which becomes the response that the document
 * states for it. What is asked here must not reject: a store that is away is no reason to refuse anybody.
 */
export interface Quotas {
  /**
   * A request has been routed.
   *
   * @param address see HttpRequest.address
   * @param operationId absent where no operation covers the request
   */
  open(address: string | undefined, operationId?: string): ClientQuotas;
}

/** The quotas of one request, whose failures are of the kind tooManyRequests. */
export interface ClientQuotas {
  /** Counts the request for its address. @returns why it is refused */
  admitAddress(): Promise<Failure | undefined>;
  /** Asked before credentials are verified. @returns why they are not, which bounds what verifying costs */
  admitCredentials(): Promise<Failure | undefined>;
  /** Called when credentials are refused. @returns the failure to respond with instead of 401 */
  refuseCredentials(): Promise<Failure | undefined>;
  /** Counts the request for its caller. @returns why it is refused; its body has not been read then */
  admitCaller(caller: Caller): Promise<Failure | undefined>;
  /** Counts bytes of the body as they are read. */
  countBytes(bytes: number): void;
  /** Header fields of the response that tell the client what it has left. */
  headers(): Readonly<Record<string, string>>;
}

/**
 * Authenticates the caller of a request within their quotas, and counts the request for them.
 *
 * @throws what `authenticate` throws
 */
export async function enforceCallerQuota(
  quotas: ClientQuotas,
  authenticate: () => Promise<Admission | Failure> | Admission | Failure,
): Promise<Admission | Failure> {
  const unverified = await quotas.admitCredentials();
  if (unverified !== undefined) return unverified;
  const admission = await authenticate();
  if (admission instanceof Failure) {
    const isWrong = admission.kind === failureKinds.invalidCredentials;
    return (isWrong ? await quotas.refuseCredentials() : undefined) ?? admission;
  }
  const { caller } = admission;
  return (caller && (await quotas.admitCaller(caller))) ?? admission;
}

/** Counts the bytes of a body: all of them, or as the handler reads them. */
export function countBody(quotas: ClientQuotas, { content }: RawBody): void {
  if (Buffer.isBuffer(content)) quotas.countBytes(content.length);
  else if (content instanceof SpooledForm) quotas.countBytes(content.size);
  else {
    content.countBytes((bytes) => {
      quotas.countBytes(bytes);
    });
  }
}

/**
 * The address of a client, or its first 64 bits for IPv6, whose hosts mostly have all addresses below those.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4291#section-2.5.4
 */
export function clientNetwork(address = ''): string {
  const mapped = address.replace(/^::ffff:/i, '');
  if (isIPv4(mapped)) return mapped;
  const [before = [], after] = address.split('::').map(groupsOf);
  if (after === undefined) return before.slice(0, 4).join(':');
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
