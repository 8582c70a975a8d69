import type { CompiledContract, CompiledOperation, LeftOutOperation } from '../compiled-contract';
import { isPercentEncoded } from '../uri';
import { routedPaths, Router, withoutNames } from './router';

/**
 * What a router of a host may run for a path. Unlike the document, Express compares the literals of its routes
 * undecoded, ignores one slash at the end and the query, and tries further routes where one lacks the method; and
 * ignores case, unless an option of the router that has the route says otherwise.
 *
 * @see https://expressjs.com/en/5x/api.html#express.router
 */

/** The operations that one route of a host may serve. */
interface LooseRoute {
  readonly operations: ReadonlySet<CompiledOperation>;
  readonly leftOut: LeftOutOperation | undefined;
  /** The document distinguishes paths that are the same to the host. */
  readonly isAmbiguous: boolean;
  /** The path template of the first operation, without a query. */
  readonly template: string;
}

/** A loose route for a request, and its path in the document's spelling. */
interface FoundLoosely extends LooseRoute {
  readonly path: string;
}

/** Finds the loose route for a method and a raw path of ASCII characters without a query. */
export type FindLoosely = (method: string, path: string) => FoundLoosely | undefined;

/** Makes the functions that find the routes of a contract, one for each way in which a host may read paths. */
export function looseRoutes(contract: CompiledContract): FindLoosely[] {
  const written = [
    ...routedPaths(contract.operations, contract.basePaths),
    ...routedPaths(contract.leftOut ?? [], contract.basePaths),
  ].map(({ operation, path }): Entry => ({ operation, path, template: path.replace(/\?.*/s, '') }));
  const isPlain = written.every(({ template }) => encoded(template) === template);
  return [same, inUpperCase].flatMap((fold) =>
    (isPlain ? [same] : [same, encoded]).map((spell) => looseReading(written, fold, spell)),
  );
}

interface Entry {
  readonly operation: CompiledOperation | LeftOutOperation;
  /** With the query, by which some documents distinguish operations of one path. */
  readonly path: string;
  /** The path without it. */
  readonly template: string;
}

type Rewrite = (text: string) => string;

const same: Rewrite = (text) => text;

/** Of ASCII alone, of which targets are. */
const inUpperCase: Rewrite = (text) => text.replace(/[a-z]+/g, (part) => part.toUpperCase());

/** A route may write what cannot stand in a request target as the document does, or encoded. */
function encoded(template: string): string {
  // A lone surrogate cannot be encoded, so that no target has it.
  return /\p{Surrogate}/u.test(template) ? template : template.replace(/[^%{}]+/g, encodeURI);
}

/** @param spell how the routes of the host write literals */
function looseReading(entries: readonly Entry[], fold: Rewrite, spell: Rewrite): FindLoosely {
  const routers = new Map<string, Router<LooseRoute>>();
  for (const [method, byPath] of groupEntries(entries, (text) => fold(spell(text)))) {
    const router = new Router<LooseRoute>();
    for (const [path, each] of byPath) router.add(ANY_METHOD, path, looseRoute(each));
    routers.set(method, router);
  }
  const find: FindLoosely = (method, path) => {
    const trimmed = path.replace(/\/$/, '');
    const target = { path: fold(trimmed), query: '' };
    const segments = target.path.slice(1).split('/');
    const rawSegments = trimmed.slice(1).split('/');
    const found = routers.get(method)?.find(ANY_METHOD, { ...target, segments, rawSegments });
    if (found?.outcome !== 'found') return method === 'HEAD' ? find('GET', path) : undefined;
    const { route, pathParameters } = found;
    return { ...route, path: filled(route.template, pathParameters.values) };
  };
  return find;
}

/** Each method has a router of its own, in which a path without the method does not hide another. */
const ANY_METHOD = '*';

/** Groups by method, then by path as the router takes it: it decodes literals, and the host does not. */
function groupEntries(
  entries: readonly Entry[],
  rewrite: Rewrite,
): ReadonlyMap<string, ReadonlyMap<string, readonly Entry[]>> {
  const groups = new Map<string, Map<string, Entry[]>>();
  for (const entry of entries) {
    const { method } = entry.operation;
    const byPath = groups.get(method) ?? new Map<string, Entry[]>();
    groups.set(method, byPath);
    const path = withoutNames(withoutLastSlashes(entry.template))
      .split('{}')
      .map((literal) => rewrite(literal).replaceAll('%', '%25'))
      .join('{value}');
    byPath.set(path, [...(byPath.get(path) ?? []), entry]);
  }
  return groups;
}

function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

function looseRoute(entries: readonly Entry[]): LooseRoute {
  const all = entries.map(({ operation }) => operation);
  return {
    operations: new Set(all.filter((each) => 'operationId' in each)),
    leftOut: all.find((each) => 'reason' in each),
    isAmbiguous: entries.some((one) => entries.some((other) => areConfused(one, other))),
    template: entries[0]?.template ?? '',
  };
}

/** Operations of one path that differ by their queries are one route of a host, which tells them apart. */
function areConfused(one: Entry, other: Entry): boolean {
  if (one.operation === other.operation) return false;
  const isSamePath = withoutNames(one.template) === withoutNames(other.template);
  return !isSamePath || withoutNames(one.path) === withoutNames(other.path);
}

/** The template with values in place of its expressions, as parseRequestTarget takes it. */
function filled(template: string, values: readonly string[]): string {
  let count = 0;
  return template.replace(/\{[^{}]+\}|[^{}]+/g, (part) => {
    if (part.startsWith('{')) return values[count++] ?? '';
    return isPercentEncoded(part) ? part : part.replaceAll('%', '%25');
  });
}
