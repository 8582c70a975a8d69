/**
 * The request target, split and decoded as far as routing needs it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
export interface RequestTarget {
  /** Path segments, percent-decoded, the part before the first slash left out. */
  readonly segments: readonly string[];
  /** What stands behind the first `?`, raw; empty when there is none. */
  readonly query: string;
}

const SCHEME_AND_AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/**
 * Splits a target in origin form or absolute form.
 *
 * @returns undefined when it is of another form or its percent-encoding is broken
 */
export function parseRequestTarget(target: string): RequestTarget | undefined {
  const relative = target.replace(SCHEME_AND_AUTHORITY, '');
  const [beforeFragment = ''] = relative.split('#', 1);
  const queryStart = beforeFragment.indexOf('?');
  const path = queryStart < 0 ? beforeFragment : beforeFragment.slice(0, queryStart);
  const query = queryStart < 0 ? '' : beforeFragment.slice(queryStart + 1);
  const fullPath = path === '' && relative !== target ? '/' : path;
  if (!fullPath.startsWith('/')) return undefined;
  const segments = decodeSegments(fullPath.slice(1));
  return segments === undefined ? undefined : { segments, query };
}

/** An encoded slash stays inside its segment (RFC 3986, section 2.2). */
function decodeSegments(path: string): string[] | undefined {
  const segments = path.split('/');
  if (!path.includes('%')) return segments;
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
