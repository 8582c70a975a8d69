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

/** The prefix of all pages outside the document, which no document may use. */
const MANAGEMENT_PREFIX = '/-/';

/** Answers a GET. A rejection becomes 500. */
type Page = (request: HttpRequest) => Promise<HttpResponse>;

/** A page and its name after the prefix, such as `openapi.json`. */
export type NamedPage = readonly [name: string, page: Page];

/** A target in origin form that begins neither with `/-` nor with an encoded character belongs to the document. */
const OF_DOCUMENT = /^\/(?![-%])/;

/** True for a request under `/-/`. @param request its target in origin form or absolute form */
export function isManagement({ target }: Pick<HttpRequest, 'target'>): boolean {
  if (OF_DOCUMENT.test(target)) return false;
  return target.startsWith(MANAGEMENT_PREFIX) || parseRequestTarget(target)?.segments[0] === '-';
}

/** Adds pages under `/-/` to a service. */
export function withPages<Locals>(
  service: Service<Locals>,
  pages: Service['handle'],
): Service<Locals> {
  return {
    ...service,
    covers: (request) => isManagement(request) || service.covers(request),
    handle: (request) => (isManagement(request) ? pages(request) : service.handle(request)),
  };
}

/** Serves these pages, and 404 for the rest of `/-/`. Never rejects. */
export function createPages(
  named: readonly NamedPage[],
): (request: HttpRequest) => Promise<HttpResponse> {
  const pageAt = pagesOf(named);
  return withPageHeaders(async (request) => {
    const page = pageAt(request);
    return page === undefined ? defaultErrorResponse(notFound(request.method)) : page(request);
  });
}

/** Adds pages under `/-/` to a service that has other pages there. */
export function withOwnPages(service: Service, named: readonly NamedPage[]): Service {
  const pageAt = pagesOf(named);
  const pages = createPages(named);
  return {
    ...service,
    covers: (request) => pageAt(request) !== undefined || service.covers(request),
    handle: (request) => (pageAt(request) ? pages(request) : service.handle(request)),
  };
}

/** Finds the page of a request under `/-/`. */
function pagesOf(
  named: readonly NamedPage[],
): (request: HttpRequest) => ((request: HttpRequest) => Promise<HttpResponse>) | undefined {
  const pages: ReadonlyMap<string, Page> = new Map(named);
  return ({ target }) => {
    const page = isManagement({ target }) ? pages.get(pageName(target) ?? '') : undefined;
    return page && ((request) => respond(page, request));
  };
}

async function respond(page: Page, request: HttpRequest): Promise<HttpResponse> {
  const { method } = request;
  if (method === 'GET' || method === 'HEAD') return page(request).catch(unreadable);
  return otherMethod(method);
}

/** The name after the prefix. */
function pageName(target: string): string | undefined {
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
