import { isIP } from 'node:net';
import { Failure, type FailureKind } from './failure';
import type { HttpRequest } from './http-message';
import { requestHeaders } from './http-semantics';
import type { Service } from './service-options';

/**
 * Protects a local server, which authenticates nobody, from pages of other sites by DNS rebinding: to a browser, a
 * foreign DNS name that resolves to this machine is the page's own origin. An address needs no DNS, so only the
 * server's own pages can have it as their origin.
 */

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.20 */
const misdirected = {
  status: 421,
  number: 42190,
  description: 'The Host is no name of this server',
} as const satisfies FailureKind;

/**
 * The name or address of a host, in the one form in which browsers send it.
 *
 * @param text with or without a port
 * @returns undefined where the text is no host
 */
export function hostName(text: string): string | undefined {
  const url = URL.canParse(`http://${text}`) ? new URL(`http://${text}`) : undefined;
  return url?.href === `http://${url?.host}/` ? url.hostname : undefined;
}

/**
 * Makes a service respond only where the Host is an address, `localhost` or one of these names; else with 421. The port
 * is ignored: a forwarded port differs, and an unknown name is refused on all ports.
 *
 * @param names see {@link hostName}
 */
export function atHosts(service: Service, names: readonly string[]): Service {
  const known = new Set(['localhost', ...names]);
  const fault = (request: HttpRequest): Failure | undefined => {
    // Only HTTP/1.0 allows its absence, and no browser sends that.
    const [host] = request.headerValues(requestHeaders.host);
    const name = host === undefined ? 'localhost' : hostName(host);
    if (name !== undefined && (known.has(name) || isAddress(name))) return undefined;
    return new Failure(misdirected, misdirection(host ?? ''));
  };
  return {
    ...service,
    covers: (request) => fault(request) !== undefined || service.covers(request),
    handle: (request) => {
      const failure = fault(request);
      if (failure === undefined) return service.handle(request);
      request.observation?.failed(failure);
      return Promise.resolve(service.respond(failure));
    },
  };
}

function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
}

function misdirection(host: string): string {
  const known = 'it answers under localhost, IP addresses, and names that --host-name gives';
  return `"${host}" is no name of this server; ${known}`;
}
