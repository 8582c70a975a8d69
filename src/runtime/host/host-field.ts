import { Failure, failureKinds, isAuthority } from '../contract';

/**
 * The failure of a Host field that is no host: where a host makes a URL of it, it would become a part of the path.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
export function hostFieldFault(host: string | null | undefined): Failure | undefined {
  if (host === null || host === undefined || host === '' || isAuthority(host)) return undefined;
  const message = 'The Host header must be a host, with or without a port';
  return new Failure(failureKinds.malformedRequest, message);
}
