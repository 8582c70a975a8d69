/**
 * Path templates, compared without regard to the names in them.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#path-templating
 */

const EXPRESSION = /\{([^{}]*)\}/g;

/** A template with `{}` for each expression, and without a slash at the end. */
export function shapeOf(path: string): string {
  return path.replace(EXPRESSION, '{}').replace(/\/$/, '');
}

/** The names of the expressions of a template. */
export function namesOf(path: string): string[] {
  return [...path.matchAll(EXPRESSION)].map(([, name = '']) => name);
}

/** The part of a template without its last segment; undefined where that is not one expression. */
export function collectionOf(path: string): string | undefined {
  return /^(.*)\/\{[^{}]*\}\/?$/s.exec(path)?.[1];
}

/** True when the segments of a shape are the first ones of another, or all of them. */
export function isWithin(shape: string, other: string): boolean {
  return other === shape || other.startsWith(`${shape}/`);
}

/**
 * The texts that the expressions of a template have in a path that ends as the template does.
 *
 * @returns undefined where the path does not
 */
export function matchTemplate(template: string, path: string): string[] | undefined {
  const pattern = shapeOf(template)
    .split('{}')
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('([^/]+)');
  const found = new RegExp(`${pattern}/?$`, 's').exec(path);
  try {
    return found?.slice(1).map((text) => decodeURIComponent(text));
  } catch {
    return undefined;
  }
}
