import {
  Failure,
  failureKinds,
  type HttpRequest,
  type HttpResponse,
  JSON_MEDIA_TYPE,
  parseRequestTarget,
  responseHeaders,
  undocumentedResponse,
} from '../contract';
import { createDocument } from './document';
import { withPageHeaders } from './page-headers';

/** RFC 9512, section 2.1. */
const YAML_MEDIA_TYPE = 'application/yaml';

/** Everything that the document does not state lives under this prefix, which no document may use. */
export const MANAGEMENT_PREFIX = '/-/';

export interface ManagementOptions {
  /** The document as JSON and as YAML, as generation bundled it, in UTF-8. */
  readonly documents: { readonly json: Uint8Array; readonly yaml: Uint8Array };
  /** Resolves to why the service is not ready, or to undefined when it is. */
  readonly notReady: () => Promise<string | undefined>;
  /** Why the process is not live; absent where to answer is proof enough. */
  readonly notLive?: () => string | undefined;
}

/** True for a request that management answers. */
export function isManagement({ target }: HttpRequest): boolean {
  if (target.startsWith(MANAGEMENT_PREFIX)) return true;
  return parseRequestTarget(target)?.segments[0] === '-';
}

type Page = (request: HttpRequest) => Promise<HttpResponse>;

/** Answers what is under `/-/`. It never rejects. */
export function createManagement(
  options: ManagementOptions,
): (request: HttpRequest) => Promise<HttpResponse> {
  const pages: ReadonlyMap<string, Page> = new Map<string, Page>([
    ['live', () => Promise.resolve(probe('live', options.notLive?.()))],
    ['ready', async () => probe('ready', await options.notReady())],
    ['openapi.json', createDocument(JSON_MEDIA_TYPE, options.documents.json)],
    ['openapi.yaml', createDocument(YAML_MEDIA_TYPE, options.documents.yaml)],
  ]);
  return withPageHeaders(async (request) => {
    const { method, target } = request;
    const [prefix, name = '', ...rest] = parseRequestTarget(target)?.segments ?? [];
    const page = prefix === '-' && rest.length === 0 ? pages.get(name) : undefined;
    if (page === undefined) return undocumentedResponse(notFound(method));
    if (method === 'GET' || method === 'HEAD') return page(request);
    return otherMethod(method);
  });
}

/** @param reason why it is not; undefined when it is */
function probe(status: 'live' | 'ready', reason: string | undefined): HttpResponse {
  return reason === undefined
    ? json(200, { status })
    : json(503, { status: `not ${status}`, reason });
}

/** What monitors ask must not come out of a cache. */
function json(status: number, value: object): HttpResponse {
  const headers = {
    [responseHeaders.contentType]: JSON_MEDIA_TYPE,
    [responseHeaders.cacheControl]: 'no-store',
  };
  return { status, headers, body: JSON.stringify(value) };
}

function notFound(method: string): Failure {
  return new Failure(failureKinds.notFound, `There is nothing at this path for ${method}`);
}

function otherMethod(method: string): HttpResponse {
  const headers = { [responseHeaders.allow]: 'GET, HEAD, OPTIONS' };
  if (method === 'OPTIONS') return { status: 204, headers };
  const message = `The path takes ${headers.Allow}, not ${method}`;
  return undocumentedResponse(new Failure(failureKinds.methodNotAllowed, message, { headers }));
}
