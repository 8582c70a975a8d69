import { type HttpRequest, type HttpResponse, JSON_MEDIA_TYPE, responseHeaders } from '../contract';
import { docsPage, type DocsPageOptions } from './docs-page/docs-page';
import { createDocument } from './document';
import { metricsFormat, type WriteMetrics } from './metrics';
import { createPages, type NamedPage } from './pages';

/** RFC 9512, section 2.1. */
const YAML_MEDIA_TYPE = 'application/yaml';

export interface PublicationOptions extends DocsPageOptions {
  /** The document as JSON and as YAML, as generation bundled it, in UTF-8; absent formats are not published. */
  readonly documents: { readonly json?: Content; readonly yaml?: Content };
}

type Content = Parameters<typeof createDocument>[1];

export interface ManagementOptions extends PublicationOptions {
  /** Resolves when the service is live; by default at once, since a response is proof enough. */
  readonly live?: (() => Promise<void>) | undefined;
  readonly metrics: WriteMetrics;
  /** Resolves to the reason why the service is not ready, or undefined when it is. */
  readonly notReady: () => Promise<string | undefined>;
}

/** Serves the pages under `/-/`. Never rejects. */
export function createManagement(
  options: ManagementOptions,
): (request: HttpRequest) => Promise<HttpResponse> {
  return createPages([
    ['live', async () => (await options.live?.(), json(200, { status: 'live' }))],
    ['ready', async () => readiness(await options.notReady())],
    ['metrics', (request) => metricsPage(request, options.metrics)],
    ...publication(options),
  ]);
}

/** Serves the pages for clients: the document and the docs page, under `/-/`. Never rejects. */
export function createPublication(
  options: PublicationOptions,
): (request: HttpRequest) => Promise<HttpResponse> {
  return createPages(publication(options));
}

export function publication({ documents, ...page }: PublicationOptions): NamedPage[] {
  const { json, yaml } = documents;
  if (json === undefined) return [];
  return [
    ['openapi.json', createDocument(JSON_MEDIA_TYPE, json)],
    ...(yaml === undefined ? [] : [yamlPage(yaml)]),
    ...docsPage(page),
  ];
}

function yamlPage(yaml: Content): NamedPage {
  return ['openapi.yaml', createDocument(YAML_MEDIA_TYPE, yaml)];
}

/** @param reason the reason why the service is not ready; undefined when it is */
function readiness(reason: string | undefined): HttpResponse {
  return reason === undefined
    ? json(200, { status: 'ready' })
    : json(503, { status: 'not ready', reason });
}

async function metricsPage(request: HttpRequest, write: WriteMetrics): Promise<HttpResponse> {
  const metrics = await write(metricsFormat(request));
  const headers = {
    [responseHeaders.contentType]: metrics.contentType,
    [responseHeaders.cacheControl]: 'no-store',
  };
  return { status: 200, headers, body: metrics.text };
}

/** Responses to monitors must not come from a cache. */
function json(status: number, value: object): HttpResponse {
  const headers = {
    [responseHeaders.contentType]: JSON_MEDIA_TYPE,
    [responseHeaders.cacheControl]: 'no-store',
  };
  return { status, headers, body: JSON.stringify(value) };
}
