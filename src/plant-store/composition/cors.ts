import type { HttpRequest, HttpResponse, PathInterface, Service } from '../../contract';

/**
 * Lets pages of other origins use the service, as far as its document says what may be asked. The package
 * `cors` does less of it: it takes every OPTIONS for a preflight, gives those of other origins the methods
 * all the same, and sets its fields ahead of the response, whose own Vary takes the place of theirs.
 *
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */

/** What is allowed, as the end of a sentence. */
export const CORS_ORIGINS_SYNTAX =
  'origins such as "https://shop.example" or "http://localhost:8080", separated by commas, or "*" alone';

const ALL = '*';

/** True for an origin as browsers send it, without a path or a slash at the end, and for `*`. */
export function isOrigin(text: string): boolean {
  if (text === ALL) return true;
  return /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** How long a browser may remember a preflight, in seconds: a new document holds for all of them by then. */
const MAX_AGE_SECONDS = 600;

/** Fields that a page may read beside those of the document and those that Fetch lets it read anyway. */
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

/**
 * A service whose responses, failures too, may be read by pages of these origins. Cookies and client
 * certificates are not sent with such requests: who calls is said by a header field.
 *
 * @param origins see {@link isOrigin}; without any, the service stays as it is
 */
export function withCors(service: Service, origins: readonly string[]): Service {
  if (origins.length === 0) return service;
  const isForAll = origins.includes(ALL);
  const vary = isForAll ? undefined : 'Origin';
  const known = new Set(origins);
  /** By path: as many as the document has. */
  const exposed = new Map<PathInterface | undefined, string>();
  const exposedAt = (path: PathInterface | undefined): string => {
    const names = exposed.get(path) ?? exposedNames(path);
    exposed.set(path, names);
    return names;
  };
  return {
    ...service,
    handle: async (request) => {
      const [origin = '', ...more] = request.headerValues('origin');
      const isAllowed = isForAll || (more.length === 0 && known.has(origin));
      const granted = isForAll ? ALL : origin;
      const path = isAllowed ? service.interfaceAt(request) : undefined;
      if (path !== undefined && isPreflight(request)) return preflight(path, granted, vary);
      const response = await service.handle(request);
      if (response === undefined) return undefined;
      if (!isAllowed) return withFields(response, {}, vary);
      const fields = {
        'Access-Control-Allow-Origin': granted,
        'Access-Control-Expose-Headers': exposedAt(path),
      };
      return withFields(response, fields, vary);
    },
  };
}

/** OPTIONS without these is an ordinary request. */
function isPreflight(request: HttpRequest): boolean {
  return (
    request.method === 'OPTIONS' &&
    request.headerValues('origin').length === 1 &&
    request.headerValues('access-control-request-method').length === 1
  );
}

function preflight(path: PathInterface, origin: string, vary: string | undefined): HttpResponse {
  const headers = path.requestHeaders.join(', ');
  return {
    status: 204,
    headers: {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Methods': path.methods.join(', '),
      ...(headers !== '' && { 'Access-Control-Allow-Headers': headers }),
      'Access-Control-Max-Age': String(MAX_AGE_SECONDS),
      ...(vary !== undefined && { Vary: vary }),
    },
  };
}

function exposedNames(path: PathInterface | undefined): string {
  const names = [...(path?.responseHeaders ?? []), ...EXPOSED];
  const byLowerCase = new Map(names.map((name) => [name.toLowerCase(), name]));
  return [...byLowerCase.values()].join(', ');
}

/** A document may describe these fields itself: what an operation gives stays, and Vary is added to. */
function withFields(
  response: HttpResponse,
  fields: Readonly<Record<string, string>>,
  vary: string | undefined,
): HttpResponse {
  const given = new Map(Object.keys(response.headers).map((name) => [name.toLowerCase(), name]));
  const headers: Record<string, string | readonly string[]> = { ...response.headers };
  for (const [name, value] of Object.entries(fields)) {
    if (!given.has(name.toLowerCase())) headers[name] = value;
  }
  const varyName = given.get('vary') ?? 'Vary';
  if (vary !== undefined) headers[varyName] = [headers[varyName] ?? [], vary].flat().join(', ');
  return { ...response, headers };
}
