import { decodePercent, isPercentEncoded } from '../request/text/percent-encoding';

/**
 * The request target, split and decoded as far as routing needs it. It has no fragment: a number sign is
 * a character like others, of the path or the query.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
export interface RequestTarget {
  /** Path segments, percent-decoded, the part before the first slash left out. */
  readonly segments: readonly string[];
  /** The same as they were sent. */
  readonly rawSegments: readonly string[];
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
  const queryStart = relative.indexOf('?');
  const path = queryStart < 0 ? relative : relative.slice(0, queryStart);
  const query = queryStart < 0 ? '' : relative.slice(queryStart + 1);
  const fullPath = path === '' && relative !== target ? '/' : path;
  if (!fullPath.startsWith('/')) return undefined;
  // An encoded slash stays inside its segment (RFC 3986, section 2.2).
  const rawSegments = fullPath.slice(1).split('/');
  if (!isPercentEncoded(fullPath)) return undefined;
  return { segments: rawSegments.map(decodePercent), rawSegments, query };
}
