import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type * as Helmet from 'helmet';
import { type HttpRequest, type HttpResponse, responseHeaders } from '../contract';

type Answer = (request: HttpRequest) => Promise<HttpResponse>;

/**
 * Adds the header fields that protect pages from other sites in browsers: scripts and styles come only from this
 * service, and no other site may show a page in a frame.
 *
 * @param connect origins that scripts of the pages may send requests to, in addition to their own
 */
export function withPageHeaders(answer: Answer, connect: readonly string[] = []): Answer {
  let fields: Readonly<Record<string, string>> | undefined;
  return async (request) => {
    const response = await answer(request);
    if (!isPage(response)) return response;
    fields ??= pageHeaders(connect);
    return { ...response, headers: { ...fields, ...response.headers } };
  };
}

/** Loaded with the first page: most processes serve none, and it is not in the bundle (scripts/bundle.ts). */
function loadHelmet(): typeof Helmet {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- import() would need a flag under Jest
  return require('helmet') as typeof Helmet;
}

function isPage({ headers }: HttpResponse): boolean {
  return String(headers[responseHeaders.contentType]).startsWith('text/html');
}

/**
 * The fields of helmet, computed once since they are the same for every request. HSTS is left to the front that
 * terminates TLS, since this may be a service on one machine.
 */
function pageHeaders(connect: readonly string[]): Readonly<Record<string, string>> {
  const apply = loadHelmet().default({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'base-uri': ["'none'"],
        'connect-src': ["'self'", ...connect],
        'font-src': ["'self'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
        'img-src': ["'self'", 'data:'],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
      },
    },
    strictTransportSecurity: false,
    // On a page over plain HTTP from another machine, browsers ignore these two and log a warning.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xFrameOptions: { action: 'deny' },
  });
  const message = new IncomingMessage(new Socket());
  const response = new ServerResponse(message);
  apply(message, response, () => undefined);
  const fields = Object.entries(response.getHeaders());
  return Object.freeze(Object.fromEntries(fields.map(([name, value]) => [name, String(value)])));
}
