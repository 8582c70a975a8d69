import { decodePercent, isPercentEncoded } from '../request/text/percent-encoding';

/**
 * The request target, split and decoded as far as routing needs it. It has no fragment: a number sign is
 * a character like others, of the path or the query.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
export interface RequestTarget {
  /** As it was sent, without the query. */
  readonly path: string;
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
  const relative = target.startsWith('/') ? target : target.replace(SCHEME_AND_AUTHORITY, '');
  const queryStart = relative.indexOf('?');
  const path = queryStart < 0 ? relative : relative.slice(0, queryStart);
  const query = queryStart < 0 ? '' : relative.slice(queryStart + 1);
  const fullPath = path === '' && relative !== target ? '/' : path;
  if (!fullPath.startsWith('/') || !isPercentEncoded(fullPath)) return undefined;
  return new SplitTarget(fullPath, query);
}

/** Split only when it is looked for segment by segment. */
class SplitTarget implements RequestTarget {
  constructor(
    readonly path: string,
    readonly query: string,
  ) {}

  /** An encoded slash stays inside its segment (RFC 3986, section 2.2). */
  get rawSegments(): readonly string[] {
    return this.path.slice(1).split('/');
  }

  get segments(): readonly string[] {
    return this.rawSegments.map(decodePercent);
  }
}
