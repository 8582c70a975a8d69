import { isIPv4 } from 'node:net';
import { Failure, failureKinds } from './failure';
import { SpooledForm } from './request/form/spooled-form';
import type { RawBody } from './request/request-body';
import type { Caller } from './security/principal';
import type { Admission } from './security/security';

/**
 * The limits of one client, as an interface: the contract layer knows neither the limits nor how they are counted. A
 * refusal is a failure, which becomes the response that the document states for it. The methods must not reject: an
 * unreachable store is no reason to refuse a client.
 */
export interface Quotas {
  /**
   * Called after routing.
   *
   * @param address see HttpRequest.address
   * @param operationId absent where no operation covers the request
   */
  open(address: string | undefined, operationId?: string): ClientQuotas;
}

/** The quotas of one request. Their failures are of the kind tooManyRequests. */
export interface ClientQuotas {
  /** Counts the request for its address. @returns the failure of a refusal */
  admitAddress(): Promise<Failure | undefined>;
  /** Called before credentials are verified, which bounds the cost of verifying. @returns the failure of a refusal */
  admitCredentials(): Promise<Failure | undefined>;
  /** Called when credentials are refused. @returns the failure to respond with instead of 401 */
  refuseCredentials(): Promise<Failure | undefined>;
  /** Counts the request for its caller, before its body is read. @returns the failure of a refusal */
  admitCaller(caller: Caller): Promise<Failure | undefined>;
  /** Counts bytes of the body as they are read. */
  countBytes(bytes: number): void;
  /** Header fields of the response that state the client's remaining quota. */
  headers(): Readonly<Record<string, string>>;
}

/**
 * Authenticates the caller of a request within their quotas, and counts the request for them.
 *
 * @throws errors of `authenticate`
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

/** Counts the bytes of a body: at once where it is complete, or as the handler reads them. */
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
 * The address of a client, or its first 64 bits for IPv6, since a host usually controls the whole /64.
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
