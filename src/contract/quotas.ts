import type { Failure } from './failure';
import type { Principal } from './security/principal';

/**
 * Limits on what one client may use, as the contract layer asks about them. It knows neither the limits nor
 * how they are counted; what refuses a client is a failure, which becomes the response that the document
 * states for it. What is asked here must not reject: a store that is away is no reason to refuse anybody.
 */
export interface Quotas {
  /** A request has been routed. @param address see HttpRequest.address */
  open(address: string | undefined): ClientQuotas;
}

/** The quotas of one request, whose failures are of the kind tooManyRequests. */
export interface ClientQuotas {
  /** Counts the request for its address. @returns why it is refused */
  admitAddress(): Promise<Failure | undefined>;
  /** Asked before credentials are verified. @returns why they are not, which bounds what verifying costs */
  admitCredentials(): Promise<Failure | undefined>;
  /** Told that the credentials were refused. @returns what to respond instead of 401 */
  refuseCredentials(): Promise<Failure | undefined>;
  /** Counts the request for its caller. @returns why it is refused; its body has not been read then */
  admitCaller(principal: Principal): Promise<Failure | undefined>;
  /** Told of bytes of the body that were read. */
  countBytes(bytes: number): void;
  /** Header fields of the response that tell the client what it has left. */
  headers(): Readonly<Record<string, string>>;
}
