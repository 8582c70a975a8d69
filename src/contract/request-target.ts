import { decodePercent, isPercentEncoded } from './text/percent-encoding';

/** The segments of a path, the part before the first slash left out. */
export interface PathSegments {
  /** Percent-decoded. */
  readonly segments: readonly string[];
  /** As they were sent, at the same places. */
  readonly rawSegments: readonly string[];
}

/**
 * The request target, split and decoded as far as routing needs it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
export interface RequestTarget extends PathSegments {
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
  // An encoded slash stays inside its segment (RFC 3986, section 2.2).
  const rawSegments = fullPath.slice(1).split('/');
  if (!isPercentEncoded(fullPath)) return undefined;
  return { segments: rawSegments.map(decodePercent), rawSegments, query };
}
