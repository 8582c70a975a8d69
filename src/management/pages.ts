import {
  Failure,
  failureKinds,
  type HttpRequest,
  type HttpResponse,
  parseRequestTarget,
  responseHeaders,
  type Service,
  defaultErrorResponse,
} from '../contract';
import { withPageHeaders } from './page-headers';

/** Everything that the document does not state lives under this prefix, which no document may use. */
const MANAGEMENT_PREFIX = '/-/';

/** Answers a GET. What it rejects with becomes 500. */
type Page = (request: HttpRequest) => Promise<HttpResponse>;

/** A page and where it is below the prefix, such as `openapi.json`. */
export type NamedPage = readonly [name: string, page: Page];

/** In origin form, what begins neither with `/-` nor with an encoded character is of the document. */
const OF_DOCUMENT = /^\/(?![-%])/;

/** True for a request for what is under `/-/`. @param request its target in origin form or absolute form */
export function isManagement({ target }: Pick<HttpRequest, 'target'>): boolean {
  if (OF_DOCUMENT.test(target)) return false;
  return target.startsWith(MANAGEMENT_PREFIX) || parseRequestTarget(target)?.segments[0] === '-';
}

/** A service that has these pages under `/-/` too. */
export function withPages(service: Service, pages: Service['handle']): Service {
  return {
    ...service,
    covers: (request) => isManagement(request) || service.covers(request),
    handle: (request) => (isManagement(request) ? pages(request) : service.handle(request)),
  };
}

/** Answers with these pages, and for the rest of `/-/` that there is nothing. It never rejects. */
export function createPages(
  named: readonly NamedPage[],
): (request: HttpRequest) => Promise<HttpResponse> {
  const pages: ReadonlyMap<string, Page> = new Map(named);
  return withPageHeaders(async (request) => {
    const { method, target } = request;
    const page = pages.get(nameOf(target) ?? '');
    if (page === undefined) return defaultErrorResponse(notFound(method));
    if (method === 'GET' || method === 'HEAD') return page(request).catch(unreadable);
    return otherMethod(method);
  });
}

/** Below the prefix. */
function nameOf(target: string): string | undefined {
  const [prefix, ...names] = parseRequestTarget(target)?.segments ?? [];
  return prefix === '-' && names.every((name) => !name.includes('/')) ? names.join('/') : undefined;
}

function notFound(method: string): Failure {
  return new Failure(failureKinds.notFound, `There is nothing at this path for ${method}`);
}

/** A page rejects only for files of this package. */
function unreadable(): HttpResponse {
  const message = 'A file of this page is missing; npm run build puts it where it belongs';
  return defaultErrorResponse(new Failure(failureKinds.internal, message));
}

function otherMethod(method: string): HttpResponse {
  const headers = { [responseHeaders.allow]: 'GET, HEAD, OPTIONS' };
  if (method === 'OPTIONS') return { status: 204, headers };
  const message = `The path takes ${headers.Allow}, not ${method}`;
  return defaultErrorResponse(new Failure(failureKinds.methodNotAllowed, message, { headers }));
}
