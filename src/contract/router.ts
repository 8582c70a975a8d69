import { matchSegment } from './match-segment';
import { decodePercent, isPercentEncoded } from './text/percent-encoding';
import type { PathSegments } from './request-target';

/**
 * Finds the operation for a method and a path, in time that grows with the length of the path, not
 * with the number of operations.
 *
 * A concrete path goes before a templated one, segment by segment from the left, whatever the method: a
 * method that the path found first does not have is not looked for at paths that match less closely.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#path-templating-matching
 */

/** What the router finds. */
export type RouteResult<T> =
  | { readonly outcome: 'found'; readonly route: T; readonly pathParameters: PathParameters }
  | { readonly outcome: 'method-not-allowed'; readonly allow: readonly string[] }
  | { readonly outcome: 'not-found' };

/** Values by the name in the template, as they were sent: a style's delimiters may be encoded in them. */
export type PathParameters = Readonly<Record<string, string>>;

interface Endpoint<T> {
  readonly route: T;
  readonly names: readonly string[];
}

interface PatternEdge<T> {
  /** The segment of the template with `{}` for each expression, which tells edges apart. */
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
  readonly endpoints: Map<string, Endpoint<T>>;
}

const EXPRESSION = /\{([^{}]+)\}/g;

/** Routes by method and path template. */
export class Router<T> {
  private readonly root: Node<T> = emptyNode();

  /**
   * @param method in upper case
   * @param template a path template that starts with a slash
   * @throws Error when another template with the same hierarchy has the method
   */
  add(method: string, template: string, route: T): void {
    const names: string[] = [];
    let node = this.root;
    for (const segment of template.slice(1).split('/')) node = childFor(node, segment, names);
    if (node.endpoints.has(method)) {
      throw new Error(`"${method} ${template}" is the same route as another path of the document`);
    }
    node.endpoints.set(method, { route, names });
  }

  /** @param path see parseRequestTarget */
  find(method: string, path: PathSegments): RouteResult<T> {
    const values: string[] = [];
    const found = search(this.root, path, 0, values);
    if (found === undefined) return { outcome: 'not-found' };
    const endpoint = found.endpoints.get(method);
    if (endpoint === undefined) {
      return { outcome: 'method-not-allowed', allow: [...found.endpoints.keys()] };
    }
    const pathParameters = Object.create(null) as Record<string, string>;
    endpoint.names.forEach((name, index) => (pathParameters[name] = values[index] ?? ''));
    return { outcome: 'found', route: endpoint.route, pathParameters };
  }
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
  names.push(...found);
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

/** A template may write a literal with or without percent-encoding; both name the same path. */
function decodeLiteral(segment: string): string {
  return isPercentEncoded(segment) ? decodePercent(segment) : segment;
}

/** Depth first, to a node that ends a path; `values` holds the matched expressions of the way. */
function search<T>(
  node: Node<T>,
  path: PathSegments,
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
    values.push(...matched);
    const next = search(edge.node, path, depth + 1, values);
    if (next !== undefined) return next;
    values.length -= matched.length;
  }
  return undefined;
}
