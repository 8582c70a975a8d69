import { Failure, failureKinds } from '../contract/failure';
import { undocumentedReply } from '../contract/failure-reply';
import { replyHeaders } from '../contract/header-names';
import type { HttpReply, HttpRequest } from '../contract/http-message';
import { JSON_MEDIA_TYPE } from '../contract/media-type';
import { parseRequestTarget } from '../contract/routing/request-target';

/** Everything that the document does not state lives under this prefix, which no document may use. */
export const MANAGEMENT_PREFIX = '/-/';

export interface ManagementOptions {
  /** The document as JSON and as YAML, as generation bundled it. */
  readonly documents: { readonly json: string; readonly yaml: string };
  /** Resolves to why the service is not ready, or to undefined when it is. */
  readonly notReady: () => Promise<string | undefined>;
}

/** True for a request that management answers. */
export function isManagement({ target }: HttpRequest): boolean {
  if (target.startsWith(MANAGEMENT_PREFIX)) return true;
  return parseRequestTarget(target)?.segments[0] === '-';
}

type Page = () => Promise<HttpReply>;

/** Answers what is under `/-/`. It never rejects. */
export function createManagement(
  options: ManagementOptions,
): (request: HttpRequest) => Promise<HttpReply> {
  const pages: ReadonlyMap<string, Page> = new Map<string, Page>([
    ['live', () => Promise.resolve(json(200, { status: 'live' }))],
    ['ready', () => readiness(options)],
    ['openapi.json', () => Promise.resolve(content(JSON_MEDIA_TYPE, options.documents.json))],
    ['openapi.yaml', () => Promise.resolve(content('application/yaml', options.documents.yaml))],
  ]);
  return async ({ method, target }) => {
    const [prefix, name = '', ...rest] = parseRequestTarget(target)?.segments ?? [];
    const page = prefix === '-' && rest.length === 0 ? pages.get(name) : undefined;
    if (page === undefined) return undocumentedReply(notFound(method));
    if (method === 'GET' || method === 'HEAD') return page();
    return otherMethod(method);
  };
}

async function readiness({ notReady }: ManagementOptions): Promise<HttpReply> {
  const reason = await notReady();
  return reason === undefined
    ? json(200, { status: 'ready' })
    : json(503, { status: 'not ready', reason });
}

/** What monitors ask must not come out of a cache. */
function json(status: number, value: object): HttpReply {
  const headers = { [replyHeaders.contentType]: JSON_MEDIA_TYPE, 'Cache-Control': 'no-store' };
  return { status, headers, body: JSON.stringify(value) };
}

function content(mediaType: string, body: string): HttpReply {
  return { status: 200, headers: { [replyHeaders.contentType]: mediaType }, body };
}

function notFound(method: string): Failure {
  return new Failure(failureKinds.notFound, `There is nothing at this path for ${method}`);
}

function otherMethod(method: string): HttpReply {
  const headers = { [replyHeaders.allow]: 'GET, HEAD, OPTIONS' };
  if (method === 'OPTIONS') return { status: 204, headers };
  const message = `The path takes ${headers.Allow}, not ${method}`;
  return undocumentedReply(new Failure(failureKinds.methodNotAllowed, message, { headers }));
}
