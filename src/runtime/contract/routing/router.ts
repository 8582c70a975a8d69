import type { CompiledContract, CompiledOperation } from '../compiled-contract';
import { NameValues, parsePairs, splitPair } from '../request/serialization/name-values';
import { matchSegment } from './match-segment';
import { decodePercent, isPercentEncoded, type RequestTarget, decodeForm } from '../uri';

/**
 * Finds the operation for a method and a path. The time grows with the length of the path, not with the number of
 * operations.
 *
 * A concrete path precedes a templated one, segment by segment from the left, whatever the method: if the path found
 * first lacks the method, less specific paths are not tried.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#path-templating-matching
 */

/** The outcome of routing. */
export type RouteResult<T> =
  | { readonly outcome: 'found'; readonly route: T; readonly pathParameters: PathParameters }
  | { readonly outcome: 'method-not-allowed'; readonly allow: readonly string[] }
  | { readonly outcome: 'not-found' };

/**
 * Raw values in the order of their names in the template, since they may contain encoded delimiters of a style. An
 * object by name would take a third of a microsecond for each of them.
 */
export interface PathParameters {
  readonly names: readonly string[];
  readonly values: readonly string[];
}

interface Endpoint<T> {
  /** Undefined for an operation that is not served. */
  readonly route: T | undefined;
  readonly names: readonly string[];
  readonly conditions: readonly QueryCondition[];
}

interface PatternEdge<T> {
  /** The segment of the template with `{}` for each expression, which identifies the edge. */
  readonly key: string;
  /** The decoded text around the expressions: one more than there are expressions. */
  readonly literals: readonly string[];
  readonly literalLength: number;
  readonly node: Node<T>;
}

interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  /** Templated segments, the ones with more literal characters first. */
  readonly patterns: PatternEdge<T>[];
  /** By method, the ones with more conditions first. */
  readonly endpoints: Map<string, Endpoint<T>[]>;
}

const EXPRESSION = /\{([^{}]+)\}/g;

/** Routes by method and path template. */
export class Router<T> {
  private readonly root: Node<T> = emptyNode();
  /** The final nodes of paths without expressions, by raw path. */
  private readonly exact = new Map<string, Node<T>>();

  /**
   * @param method in upper case
   * @param template a path template that starts with a slash
   * @param route undefined for an operation that is not served, in place of which no templated path is found
   * @throws Error when another template with the same hierarchy has the method
   */
  add(method: string, template: string, route: T | undefined): void {
    const [path = '', query = ''] = template.split(/\?(.*)/s);
    const conditions = parseQueryConditions(query);
    const names: string[] = [];
    let node = this.root;
    for (const segment of path.slice(1).split('/')) node = childFor(node, segment, names);
    if (names.length === 0 && !path.includes('%')) this.exact.set(path, node);
    for (const each of conditions.flatMap(({ expression }) => expression ?? [])) names.push(each);
    const others = node.endpoints.get(method) ?? [];
    if (conditions.length === 0 && others.some((other) => other.conditions.length === 0)) {
      throw new Error(`"${method} ${template}" is the same route as another path of the document`);
    }
    const endpoints = [...others, { route, names, conditions }];
    node.endpoints.set(
      method,
      endpoints.sort((a, b) => b.conditions.length - a.conditions.length),
    );
  }

  /** @param target see parseRequestTarget */
  find(method: string, target: RequestTarget): RouteResult<T> {
    const values: string[] = [];
    const found = this.exact.get(target.path) ?? this.search(target, values);
    if (found === undefined) return { outcome: 'not-found' };
    const endpoints = found.endpoints.get(method);
    if (endpoints === undefined) return notServed(found, method);
    for (const { route, names, conditions } of endpoints) {
      const more = conditions.length === 0 ? NO_VALUES : matchQuery(conditions, target.query);
      if (more === undefined) continue;
      if (route === undefined) return notServed(found, method);
      const all = more.length === 0 ? values : [...values, ...more];
      return { outcome: 'found', route, pathParameters: { names, values: all } };
    }
    return { outcome: 'not-found' };
  }

  private search({ segments, rawSegments }: RequestTarget, values: string[]): Node<T> | undefined {
    return search(this.root, { segments, rawSegments }, 0, values);
  }
}

const NO_VALUES: readonly string[] = [];

function notServed<T>({ endpoints }: Node<T>, method: string): RouteResult<T> {
  const isServed = ([, all]: readonly [string, readonly Endpoint<T>[]]): boolean =>
    all.some(({ route }) => route !== undefined);
  const allow = [...endpoints].filter(isServed).map(([each]) => each);
  return allow.length === 0 || allow.includes(method)
    ? { outcome: 'not-found' }
    : { outcome: 'method-not-allowed', allow };
}

function emptyNode<T>(): Node<T> {
  return { literals: new Map(), patterns: [], endpoints: new Map() };
}

function childFor<T>(node: Node<T>, segment: string, names: string[]): Node<T> {
  const found = [...segment.matchAll(EXPRESSION)].map((match) => match[1] ?? '');
  if (found.length === 0) {
    const literal = decodeLiteral(segment);
    const child = node.literals.get(literal) ?? emptyNode<T>();
    node.literals.set(literal, child);
    return child;
  }
  for (const each of found) names.push(each);
  const key = segment.replace(EXPRESSION, '{}');
  const known = node.patterns.find((edge) => edge.key === key);
  if (known !== undefined) return known.node;
  const literals = key.split('{}').map(decodeLiteral);
  const literalLength = literals.join('').length;
  const edge = { key, literals, literalLength, node: emptyNode<T>() };
  node.patterns.push(edge);
  node.patterns.sort((a, b) => b.literalLength - a.literalLength);
  return edge.node;
}

/** A template may write a literal with or without percent-encoding; both denote the same path. */
function decodeLiteral(segment: string): string {
  return isPercentEncoded(segment) ? decodePercent(segment) : segment;
}

/** Depth first, to a node that ends a path; `values` holds the expressions matched so far. */
function search<T>(
  node: Node<T>,
  path: Pick<RequestTarget, 'segments' | 'rawSegments'>,
  depth: number,
  values: string[],
): Node<T> | undefined {
  const segment = path.segments[depth];
  if (segment === undefined) return node.endpoints.size > 0 ? node : undefined;
  const literal = node.literals.get(segment);
  const found = literal && search(literal, path, depth + 1, values);
  if (found !== undefined) return found;
  for (const edge of node.patterns) {
    const matched = matchSegment(edge.literals, segment, path.rawSegments[depth] ?? '');
    if (matched === undefined) continue;
    for (const each of matched) values.push(each);
    const next = search(edge.node, path, depth + 1, values);
    if (next !== undefined) return next;
    values.length -= matched.length;
  }
  return undefined;
}

/**
 * A condition by the query in a path template, such as that of `/replies?beta=true`. The standard allows no query in a
 * path, but documents distinguish operations by it.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#path-templating
 */
interface QueryCondition {
  readonly name: string;
  /** Absent: any value. */
  readonly value?: string;
  /** The expression that matches the value, if any. */
  readonly expression?: string;
}

/** @param query the text after the `?` of a template */
function parseQueryConditions(query: string): QueryCondition[] {
  const pairs = query.split('&').filter((pair) => pair !== '');
  return pairs.map((pair) => {
    const [name, text] = splitPair(pair);
    const expression = /^\{([^{}]+)\}$/.exec(text)?.[1];
    if (expression !== undefined) return { name: decoded(name), expression };
    return { name: decoded(name), ...(pair.includes('=') && { value: decoded(text) }) };
  });
}

/** The raw values of the expressions; undefined when a query does not meet the conditions. */
function matchQuery(conditions: readonly QueryCondition[], query: string): string[] | undefined {
  const texts = new NameValues(parsePairs(query));
  const values: string[] = [];
  for (const { name, value, expression } of conditions) {
    const sent = texts.of(name);
    const [first] = value === undefined ? sent : sent.filter((text) => decoded(text) === value);
    if (first === undefined) return undefined;
    if (expression !== undefined) values.push(first);
  }
  return values;
}

function decoded(text: string): string {
  return isPercentEncoded(text) ? decodeForm(text) : text;
}

/** An operation, or one that was left out, at each of its paths. */
interface RoutedPath<T> {
  readonly operation: T;
  /** With the path of the server. */
  readonly path: string;
}

/**
 * The paths of operations: under each base path of the servers, then without one.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#server-object
 */
export function routedPaths<T extends Pick<CompiledOperation, 'path' | 'basePaths'>>(
  operations: readonly T[],
  basePaths: CompiledContract['basePaths'],
): RoutedPath<T>[] {
  const based = operations.flatMap((operation) =>
    (operation.basePaths ?? basePaths).map((basePath) => ({
      operation,
      path: basePath + operation.path,
    })),
  );
  return [...based, ...operations.map((operation) => ({ operation, path: operation.path }))];
}

/** A path template whose expressions have no names: those with the same text match the same paths. */
export function withoutNames(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '{}');
}

/**
 * Routes for all operations of a contract, left out or not: under each base path of its servers, and without a base path
 * where that does not collide with another path of the document.
 */
export function routeOperations(contract: CompiledContract): Router<CompiledOperation> {
  const router = new Router<CompiledOperation>();
  const taken = new Set<string>();
  const all = [...contract.operations, ...(contract.leftOut ?? [])];
  for (const { operation, path } of routedPaths(all, contract.basePaths)) {
    const route = `${operation.method} ${withoutNames(path)}`;
    if (taken.has(route)) continue;
    taken.add(route);
    router.add(operation.method, path, 'reason' in operation ? undefined : operation);
  }
  return router;
}
