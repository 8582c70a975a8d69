import type { HttpRequest, HttpResponse } from './http-message';
import { requestHeaders } from './http-semantics';
import { memoize } from './memoize';
import { addVary } from './response/negotiation';
import type { PathInterface } from './routing/path-interface';
import type { Service } from './service-options';

/**
 * Lets pages of other origins use a service, and detects their requests. The package `cors` does less: it treats every
 * OPTIONS as a preflight, sends the methods to other origins too, and sets its fields before the response, whose own
 * Vary then replaces them.
 *
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */

/** Allows all origins. */
export const ALL_ORIGINS = '*';

/** The origins that may use a service, and their rights. */
export interface CorsOptions {
  /** As browsers send them, or ALL_ORIGINS; empty: the service is unchanged. */
  readonly origins: readonly string[];
  /** Allows cookies and client certificates; by default, a header field identifies the caller. */
  readonly credentials?: boolean;
  /**
   * Grants every preflight in full, on every path, and lets a page read every header field. By default both follow the
   * document's description of the path.
   */
  readonly grantsAll?: boolean;
}

/** How long a browser may cache a preflight, in seconds: the longest delay until a new document applies. */
const MAX_AGE_SECONDS = 600;

/** Fields a page may read in addition to the document's and those that Fetch always allows. */
const EXPOSED: readonly string[] = [
  'Allow',
  'Deprecation',
  'ETag',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-Request-Id',
];

const ALLOW_ORIGIN = 'Access-Control-Allow-Origin';
const ALLOW_CREDENTIALS = 'Access-Control-Allow-Credentials';
const EXPOSE_HEADERS = 'Access-Control-Expose-Headers';

type Fields = Readonly<Record<string, string>>;

const NO_PATH: PathInterface = { methods: [], requestHeaders: [], responseHeaders: [] };

/** Lets pages of these origins read the responses of a service, including failures. */
export function withCors<Locals>(service: Service<Locals>, options: CorsOptions): Service<Locals> {
  const { origins, credentials = false, grantsAll = false } = options;
  if (origins.length === 0) return service;
  // With credentials, an asterisk is not a wildcard.
  const vary = origins.includes(ALL_ORIGINS) && !credentials ? undefined : 'Origin';
  const known = new Set(origins);
  const fieldsFor = (request: HttpRequest): Fields | undefined => {
    const [origin = ALL_ORIGINS, ...more] = request.headerValues(requestHeaders.origin);
    if (vary === undefined) return { [ALLOW_ORIGIN]: ALL_ORIGINS };
    const isAllowed = known.has(ALL_ORIGINS) ? origin !== ALL_ORIGINS : known.has(origin);
    if (!isAllowed || more.length > 0) return undefined;
    return { [ALLOW_ORIGIN]: origin, ...(credentials && { [ALLOW_CREDENTIALS]: 'true' }) };
  };
  return {
    ...service,
    handle: async (request) => {
      const fields = fieldsFor(request);
      if (fields === undefined) return withFields(await service.handle(request), {}, vary);
      const path = service.interfaceAt(request);
      const asked = preflightOf(request);
      const allowed = grantsAll ? asked : asked && path;
      if (allowed !== undefined) return withFields(preflight(allowed), fields, vary);
      const response = await service.handle(request);
      const readable = grantsAll ? namesIn(response) : exposedNames(path ?? NO_PATH);
      return withFields(response, { ...fields, [EXPOSE_HEADERS]: readable }, vary);
    },
  };
}

/** The rights a preflight can request. */
type Asked = Pick<PathInterface, 'methods' | 'requestHeaders'>;

/** The rights a preflight requests; undefined for any other request, including OPTIONS without these fields. */
function preflightOf(request: HttpRequest): Asked | undefined {
  const methods = request.headerValues('access-control-request-method');
  const isPreflight =
    request.method === 'OPTIONS' &&
    request.headerValues(requestHeaders.origin).length === 1 &&
    methods.length === 1;
  if (!isPreflight) return undefined;
  return { methods, requestHeaders: request.headerValues('access-control-request-headers') };
}

function preflight({ methods, requestHeaders: names }: Asked): HttpResponse {
  return {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': methods.join(', '),
      ...(names.length > 0 && { 'Access-Control-Allow-Headers': names.join(', ') }),
      'Access-Control-Max-Age': String(MAX_AGE_SECONDS),
    },
  };
}

const exposedNames = memoize(({ responseHeaders }: PathInterface): string => {
  const names = [...responseHeaders, ...EXPOSED];
  const byLowerCase = new Map(names.map((name) => [name.toLowerCase(), name]));
  return [...byLowerCase.values()].join(', ');
});

const namesIn = (response: HttpResponse | undefined): string =>
  Object.keys(response?.headers ?? {}).join(', ');

/** Replaces fields that the document describes itself, except Vary, which is extended. */
function withFields(
  response: HttpResponse | undefined,
  fields: Fields,
  vary: string | undefined,
): HttpResponse | undefined {
  if (response === undefined) return undefined;
  const taken = new Set(Object.keys(fields).map((name) => name.toLowerCase()));
  const kept = Object.entries(response.headers).filter(([name]) => !taken.has(name.toLowerCase()));
  const headers: Record<string, string | readonly string[]> = {
    ...Object.fromEntries(kept),
    ...fields,
  };
  if (vary !== undefined) addVary(headers, vary);
  return { ...response, headers };
}

/**
 * True for requests that a browser sends for a page of another origin. Browsers send one of these fields with every
 * request that can change something; other clients need neither.
 *
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header
 */
export function isCrossOrigin(request: HttpRequest): boolean {
  const [site] = request.headerValues('sec-fetch-site');
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const [origin] = request.headerValues(requestHeaders.origin);
  const [host] = request.headerValues(requestHeaders.host);
  return origin !== undefined && origin.replace(/^https?:\/\//, '') !== host;
}
