/**
 * Path templates, compared regardless of their names.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#path-templating
 */

const EXPRESSION = /\{([^{}]*)\}/g;

/** A template with `{}` for each expression, without a trailing slash. */
export function shapeOf(path: string): string {
  return path.replace(EXPRESSION, '{}').replace(/\/$/, '');
}

/** The names of the expressions of a template. */
export function namesOf(path: string): string[] {
  return [...path.matchAll(EXPRESSION)].map(([, name = '']) => name);
}

/** The template without its last segment; undefined unless that is a single expression. */
export function collectionOf(path: string): string | undefined {
  return /^(.*)\/\{[^{}]*\}\/?$/s.exec(path)?.[1];
}

/** The prefixes of a template that end with an expression, by whole segments. */
export function itemsAround(path: string): string[] {
  const segments = path.split('/');
  const beginnings = segments
    .slice(0, -1)
    .map((_, index) => segments.slice(0, index + 1).join('/'));
  return beginnings.filter((each) => collectionOf(each) !== undefined);
}

/** True when a shape equals the first segments of another, or all of them. */
export function isWithin(shape: string, other: string): boolean {
  return other === shape || other.startsWith(`${shape}/`);
}

/**
 * The texts of a template's expressions in a path that ends like the template.
 *
 * @returns undefined where the path does not
 */
export function matchTemplate(template: string, path: string): string[] | undefined {
  const shapes = shapeOf(template).split('/').slice(1);
  const segments = path.replace(/\/$/, '').split('/').slice(-shapes.length);
  if (segments.length < shapes.length) return undefined;
  const found = shapes.map((shape, index) => valuesIn(shape, segments[index] ?? ''));
  try {
    return found.includes(undefined)
      ? undefined
      : found.flatMap((values) => (values ?? []).map((text) => decodeURIComponent(text)));
  } catch {
    return undefined;
  }
}

/** The texts of the expressions in one segment, each at least one character. */
function valuesIn(shape: string, segment: string): string[] | undefined {
  const [start = '', ...literals] = shape.split('{}');
  if (!segment.startsWith(start)) return undefined;
  const values: string[] = [];
  let at = start.length;
  for (const [index, literal] of literals.entries()) {
    const isLast = index === literals.length - 1;
    const end = isLast ? segment.length - literal.length : segment.indexOf(literal, at + 1);
    if (end <= at || !segment.startsWith(literal, end)) return undefined;
    values.push(segment.slice(at, end));
    at = end + literal.length;
  }
  return at === segment.length ? values : undefined;
}
