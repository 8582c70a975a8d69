import {
  asObject,
  basePathsOf,
  childPointer,
  entries,
  isJsonObject,
  type JsonObject,
  MAX_URLS,
  type Operation,
  strings,
  valueAt,
} from '../../../document';
import { routeOf } from '../../../generate';
import type { OperationPairs, Routed, Version, Versions } from '../versions';
import type { OperationChange } from '../change';

/** Pointers of the fields `servers` in two versions. */
interface ServerPair {
  readonly base: string;
  readonly revision: string;
  readonly versions: Versions;
}

/** Pointer of the document's servers. */
export const ALL_SERVERS = '/servers';

/** The servers of an operation of two versions, if one of them has its own. */
export function ownServers(
  base: Operation,
  revision: Operation,
  versions: Versions,
): ServerPair | undefined {
  if (base.servers === undefined && revision.servers === undefined) return undefined;
  if (isMoved(base, revision)) return undefined;
  const [one, other] = [base.servers ?? ALL_SERVERS, revision.servers ?? ALL_SERVERS];
  return { base: one, revision: other, versions };
}

/**
 * The service answers under the paths of its servers, so removing one breaks its clients. If another server has
 * the path, the same service is deployed elsewhere.
 * @see https://spec.openapis.org/oas/v3.1.1#server-object
 */
export function compareServers({ base, revision, versions }: ServerPair): OperationChange[] {
  const before = urlsAt(versions.base.loaded.resolver.document, base);
  const after = urlsAt(versions.revision.loaded.resolver.document, revision);
  const paths = new Set([...after.values()].flatMap((each) => each.paths).map(unnamed));
  const gone = [...before].filter(([url]) => !after.has(url));
  const added = [...after].filter(([url]) => !before.has(url));
  return [
    ...gone.map(([, { url, pointer, paths: own }]): OperationChange => {
      const lost = own.find((path) => !paths.has(unnamed(path)));
      return {
        ...{ rule: 'server-removed', version: 'base', pointer },
        ...(lost === undefined && { level: 'minor' }),
        message: `the server ${url} was removed${lost === undefined ? '' : `, and no other has its path "${lost}/"`}`,
      };
    }),
    ...added.map(([, { url, pointer }]): OperationChange => ({
      ...{ rule: 'server-added', version: 'revision', pointer },
      message: `the server ${url} is new`,
    })),
  ];
}

/** True for operations whose paths differ by what servers have in one version, and paths in the other. */
export function isMoved(base: Routed, revision: Routed): boolean {
  return routeOf(base) !== routeOf(revision);
}

/** Pairs operations of other paths at the same URLs, such as those of `/v1/a`, and of `/a` at a server `/v1`. */
export function withMoved<Each extends Routed>(
  { both, added, removed }: OperationPairs<Each>,
  { base, revision }: Versions,
): OperationPairs<Each> {
  const places = new Map(added.flatMap((each) => placesOf(each, revision).map((at) => [at, each])));
  const moved = removed.flatMap((each) => {
    const [other, ...others] = new Set(placesOf(each, base).map((at) => places.get(at)));
    return other === undefined || others.length > 0 ? [] : [{ base: each, revision: other }];
  });
  const known = new Set(moved.flatMap((pair) => [pair.base, pair.revision]));
  const isNew = (each: Each): boolean => !known.has(each);
  return { both: [...both, ...moved], added: added.filter(isNew), removed: removed.filter(isNew) };
}

function placesOf({ method, path, servers = ALL_SERVERS }: Routed, { loaded }: Version): string[] {
  const urls = [...urlsAt(loaded.resolver.document, servers).keys()];
  return urls.map((url) => routeOf({ method, path: `${url === '/' ? '' : url}${path}` }));
}

/** A URL of a server, with the expressions of free variables. */
interface ServedUrl {
  readonly url: string;
  readonly pointer: string;
  readonly paths: readonly string[];
}

/** The URLs of the servers in a field, by their texts without names of variables. Without servers, the root. */
function urlsAt(document: JsonObject, pointer: string): Map<string, ServedUrl> {
  const servers = valueAt(document, pointer);
  const list = Array.isArray(servers) ? servers.filter(isJsonObject) : [];
  if (list.length === 0) return new Map([['/', { url: '/', pointer, paths: [''] }]]);
  const urls = list.flatMap((server, index) =>
    urlsOf(server).map((url) => {
      const paths = basePathsOf([{ ...server, url }]);
      return [unnamed(url), { url, pointer: childPointer(pointer, index, 'url'), paths }] as const;
    }),
  );
  return new Map(urls);
}

/** A URL for each value that the variables list. */
function urlsOf({ url, variables }: JsonObject): string[] {
  let urls = [String(url)];
  for (const [name, variable] of entries(variables)) {
    const values = strings(asObject(variable).enum);
    if (values.length === 0) continue;
    urls = urls
      .flatMap((each) => values.map((value) => each.replaceAll(`{${name}}`, () => value)))
      .slice(0, MAX_URLS);
  }
  return urls.map((each) => each.replace(/(?<=.)\/+$/, ''));
}

/** The name of a free variable makes no difference. */
function unnamed(text: string): string {
  return text.replaceAll(/\{[^{}]*\}/g, '{}');
}
