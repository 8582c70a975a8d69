import type { DocumentFault } from './document-error';
import { isJsonObject, objects, strings, type JsonObject } from './json-object';
import { childPointer } from './json-pointer';

/**
 * The base paths under which servers offer operations.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#server-object
 */

/** Real servers have far fewer combinations of variables. */
export const MAX_URLS = 1000;

/**
 * The paths of servers, for each combination of variable values, without a trailing slash; '' for the root. A variable
 * without `enum` takes any value, so a further path keeps its expression, next to the path with its default. A
 * server whose path has an undeclared variable is left out.
 *
 * @param servers the value of a field `servers`
 */
export function basePathsOf(servers: unknown): string[] {
  const paths = objects(servers).flatMap((server) => urlsOf(server).flatMap(pathOf));
  return paths.length === 0 ? [''] : [...new Set(paths)];
}

/** Faults of servers. @param pointer of the field `servers` */
export function serverFaults(servers: unknown, pointer: string): DocumentFault[] {
  return objects(servers).flatMap((server, index) => {
    const at = childPointer(pointer, index);
    if (valueCount(server) > MAX_URLS) {
      const message = `the variables have more than ${MAX_URLS} values together; leave out those that are not served`;
      return [{ pointer: childPointer(at, 'variables'), message }];
    }
    const reserved = urlsOf(server)
      .flatMap(pathOf)
      .find((path) => /^\/-(?:\/|$)/.test(path.replaceAll(/%2d/gi, '-')));
    if (reserved === undefined) return [];
    const message = `the path "${reserved}" is reserved for the service; choose another`;
    return [{ pointer: childPointer(at, 'url'), message }];
  });
}

/** Servers that cannot be served. @param pointer of the field `servers` */
export function serverWarnings(servers: unknown, pointer: string): DocumentFault[] {
  return objects(servers).flatMap((server, index) => {
    const message = `no path can be made of "${String(server.url)}", so it is not served; declare its variables, and begin it with "https://" or "/"`;
    const at = childPointer(pointer, index, 'url');
    return urlsOf(server).flatMap(pathOf).length === 0 ? [{ pointer: at, message }] : [];
  });
}

const VARIABLE = /\{([^{}]+)\}/g;

/** Scheme and host; their variables do not change the path. */
const AUTHORITY = /^[^/]*:\/\/[^/]*/;

/** The URLs of a server, one for each value of each variable in its path. */
function urlsOf(server: JsonObject): string[] {
  const url = String(server.url);
  const authority = AUTHORITY.exec(url)?.[0] ?? '';
  let urls = [substituteDefaults(server, authority) + url.slice(authority.length)];
  for (const [expression, name] of expressionsOf(url.slice(authority.length))) {
    const values = valuesOf(server, name);
    if (values.length * urls.length > MAX_URLS) return [substituteDefaults(server, url)];
    urls = urls.flatMap((each) => values.map((value) => each.replaceAll(expression, () => value)));
  }
  return urls;
}

function substituteDefaults(server: JsonObject, text: string): string {
  return text.replace(
    VARIABLE,
    (expression, name: string) => valuesOf(server, name)[0] ?? expression,
  );
}

function valueCount(server: JsonObject): number {
  const path = String(server.url).replace(AUTHORITY, '');
  const names = new Set(expressionsOf(path).map(([, name]) => name));
  return [...names].reduce((count, name) => count * valuesOf(server, name).length, 1);
}

function expressionsOf(text: string): (readonly [expression: string, name: string])[] {
  return [...text.matchAll(VARIABLE)].map(([expression, name = '']) => [expression, name]);
}

/** Replaces undeclared variables. */
const UNKNOWN = '{}';

/** The default first. @see https://spec.openapis.org/oas/v3.1.1#server-variable-object */
function valuesOf({ url, variables }: JsonObject, name: string): string[] {
  const known = isJsonObject(variables) && Object.hasOwn(variables, name) ? variables[name] : {};
  if (!isJsonObject(known) || typeof known.default !== 'string') return [UNKNOWN];
  const others = strings(known.enum);
  // A variable at the start may hold a whole URL, of which only the default is known.
  const isWhole = String(url).startsWith(`{${name}}`);
  const any = others.length === 0 && !isWhole ? [`{${name}}`] : [];
  return [...new Set([known.default, ...others, ...any])];
}

/** A server URL may be relative to the document's URL, which is the root. */
function pathOf(url: string): string[] {
  const path = url.replace(AUTHORITY, '');
  if (/[{}]/.test(path.replace(/[?#].*$/, '').replaceAll(VARIABLE, ''))) return [];
  // With an undeclared variable in the authority, URL cannot parse the text.
  const readable = AUTHORITY.test(url) ? `http://localhost${path}` : url;
  if (!URL.canParse(readable, 'http://localhost/')) return [];
  const { pathname } = new URL(readable, 'http://localhost/');
  if (!pathname.startsWith('/')) return [];
  const template = pathname.replace(/%7B(.+?)%7D/g, (_, name: string) => {
    return `{${decodeURIComponent(name)}}`;
  });
  return [template.replace(/\/+$/, '')];
}
