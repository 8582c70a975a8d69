import { decoded } from './sent-request';

/** Letters, digits, `-`, `.`, `_` and `~` that are encoded without need, and slashes that had to be. */
const NORMALISED = /%(?:2[def]|3\d|[46][1-9a-f]|[57][0-9a]|5[cf]|7e)/i;

/** True for a path that servers and intermediaries may take for another. */
export function isUnusualPath(path: string, template: string): boolean {
  const endsOtherwise = path.length > 1 && path.endsWith('/') && !template.endsWith('/');
  return endsOtherwise || /\/\/|\/\.{1,2}(?:\/|$)/.test(path) || NORMALISED.test(path);
}

/** True for an encoded NUL or line break. */
export function hasEncodedControl(target: string): boolean {
  return /%0[0ad]/i.test(target);
}

/** True for percent-encoding that is none, or that is no UTF-8. */
export function isBrokenEncoding(target: string): boolean {
  return target.split(/[/?&=]/).some((piece) => piece.includes('%') && decoded(piece) === piece);
}
