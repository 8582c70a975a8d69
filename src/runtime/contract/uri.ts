/**
 * The request target, split and decoded as far as routing needs it. It has no fragment: a number sign is an ordinary
 * character of the path or the query.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
export interface RequestTarget {
  /** As it was sent, without the query. */
  readonly path: string;
  /** Path segments, percent-decoded, without the empty one before the first slash. */
  readonly segments: readonly string[];
  /** The same as they were sent. */
  readonly rawSegments: readonly string[];
  /** The raw text after the first `?`; empty when there is none. */
  readonly query: string;
}

/** The schemes of HTTP (RFC 9110, section 4.2). */
const SCHEME_AND_AUTHORITY = /^https?:\/\/([^/?#]*)/i;

/**
 * Splits a target in origin form or absolute form.
 *
 * @returns undefined when it has another form or scheme, or its percent-encoding is invalid
 */
export function parseRequestTarget(target: string): RequestTarget | undefined {
  const relative = originForm(target);
  if (relative === undefined) return undefined;
  const queryStart = relative.indexOf('?');
  const path = queryStart < 0 ? relative : relative.slice(0, queryStart);
  const query = queryStart < 0 ? '' : relative.slice(queryStart + 1);
  return isPercentEncoded(path) ? new SplitTarget(path, query) : undefined;
}

/**
 * A target in origin form: its path, which is `/` where absolute form has none, and its query.
 *
 * @returns undefined when the target is neither in origin form nor in absolute form
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2.1
 */
export function originForm(target: string): string | undefined {
  if (target.startsWith('/')) return target;
  const [start = '', authority = ''] = SCHEME_AND_AUTHORITY.exec(target) ?? [];
  if (!isAuthority(authority)) return undefined;
  const relative = target.slice(start.length);
  if (relative === '' || relative.startsWith('?')) return `/${relative}`;
  return relative.startsWith('/') ? relative : undefined;
}

/** Splits the path only when segments are needed. */
class SplitTarget implements RequestTarget {
  private split: readonly string[] | undefined;

  constructor(
    readonly path: string,
    readonly query: string,
  ) {}

  /** An encoded slash stays inside its segment (RFC 3986, section 2.2). */
  get rawSegments(): readonly string[] {
    return (this.split ??= splitAt(this.path.slice(1), '/'));
  }

  get segments(): readonly string[] {
    return this.path.includes('%') ? this.rawSegments.map(decodePercent) : this.rawSegments;
  }
}

/** Like `text.split(separator)`, which takes twice as long for short texts that V8 has not seen before. */
export function splitAt(text: string, separator: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  for (let end = 0; (end = text.indexOf(separator, start)) >= 0; start = end + separator.length) {
    pieces.push(text.slice(start, end));
  }
  pieces.push(text.slice(start));
  return pieces;
}

/** An IP literal, or a registered name, which includes the form of an IPv4 address; and a port. */
const AUTHORITY =
  /^(?:\[[0-9A-Fa-f:.]+\]|(?:[A-Za-z0-9\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})+)(?::[0-9]*)?$/;

/**
 * True for a host, with or without a port, as a Host header and the authority of an `http` URI allow it. User
 * information is not allowed.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-7.2
 * @see https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2
 */
export function isAuthority(text: string): boolean {
  return AUTHORITY.test(text);
}

/** @see https://www.rfc-editor.org/rfc/rfc3986#section-2.1 */

/** True when every percent sign begins an encoded byte and the bytes are UTF-8. */
export function isPercentEncoded(text: string): boolean {
  if (!text.includes('%')) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Decodes percent-encoding; text with broken encoding stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Decodes text for which isPercentEncoded is true. @throws URIError for other text */
export function decodePercent(text: string): string {
  return text.includes('%') ? decodeURIComponent(text) : text;
}

/**
 * Like decodePercent, with each plus sign as a space.
 *
 * @see https://url.spec.whatwg.org/#concept-urlencoded-parser
 */
export function decodeForm(text: string): string {
  return decodePercent(text.includes('+') ? text.replaceAll('+', ' ') : text);
}

/** Encodes text that decodeForm and decodePercent decode again; delimiters are unchanged. */
export function encodeForm(text: string): string {
  return text.replace(/[%+]/g, encodeURIComponent);
}

/** Headers are not percent-encoded: an item of a list only has whitespace around it (RFC 9110, section 5.6.1). */
export function decodeHeader(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text[start])) start++;
  while (end > start && isSpace(text[end - 1])) end--;
  return text.slice(start, end);
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
