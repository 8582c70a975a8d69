import { isIP } from 'node:net';
import { Failure, type FailureKind } from './failure';
import type { HttpRequest } from './http-message';
import { requestHeaders } from './http-semantics';
import type { Service } from './service-options';

/**
 * What keeps pages of other sites from a server of one machine, which knows who calls by nothing but that the
 * connection is there: a name that somebody else's DNS gives the address of this machine is the page's own origin
 * to a browser (DNS rebinding). An address needs no DNS, so that no page can have one that is not its server's.
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
 * @param text with a port or without
 * @returns undefined for what is no host
 */
export function hostName(text: string): string | undefined {
  const url = URL.canParse(`http://${text}`) ? new URL(`http://${text}`) : undefined;
  return url?.href === `http://${url?.host}/` ? url.hostname : undefined;
}

/**
 * A service that responds only where the Host is an address, `localhost` or one of these names; else with 421. The
 * port is not looked at: it is another one behind a forwarded port, and a name that is not known is refused on all.
 *
 * @param names see {@link hostName}
 */
export function atHosts(service: Service, names: readonly string[]): Service {
  const known = new Set(['localhost', ...names]);
  const fault = (request: HttpRequest): Failure | undefined => {
    // Absent in HTTP/1.0 alone, which no browser sends.
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
