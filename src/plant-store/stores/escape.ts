/**
 * A reversible escape that lets a database hold every JavaScript string. SQLite through libsql cuts
 * text at NUL, PostgreSQL refuses NUL, and both turn a lone surrogate into U+FFFD. Only those and
 * the backslash are rewritten, so ordinary names stay readable in SQL, and equal strings stay equal.
 *
 * | code unit            | stored as    |
 * |----------------------|--------------|
 * | backslash            | `\\`         |
 * | NUL                  | `\0`         |
 * | lone surrogate D83C  | `\uD83C`     |
 */

/** With the u flag a surrogate in a class matches only where it is not half of a pair. */
const NEEDS_ESCAPE = /[\\\0\uD800-\uDFFF]/u;
const NEEDS_ESCAPE_ALL = new RegExp(NEEDS_ESCAPE, 'gu');
const ESCAPE = /\\(?:\\|0|u(D[89A-F][0-9A-F]{2}))/g;

/**
 * Escapes a string for exact storage in a database.
 *
 * @param text any string of UTF-16 code units
 * @returns well-formed text without NUL; `text` itself when nothing in it needs escaping
 */
export function escapeText(text: string): string {
  return NEEDS_ESCAPE.test(text) ? text.replace(NEEDS_ESCAPE_ALL, escapeUnit) : text;
}

/**
 * The exact inverse of {@link escapeText}.
 *
 * @param text a result of `escapeText`; a backslash that begins none of its escapes is kept
 * @returns the string that was escaped
 */
export function unescapeText(text: string): string {
  return text.includes('\\') ? text.replace(ESCAPE, unescapeUnit) : text;
}

function escapeUnit(unit: string): string {
  if (unit === '\\') return '\\\\';
  if (unit === '\0') return '\\0';
  return `\\u${unit.charCodeAt(0).toString(16).toUpperCase()}`;
}

function unescapeUnit(escape: string, surrogate: string | undefined): string {
  if (surrogate !== undefined) return String.fromCharCode(parseInt(surrogate, 16));
  return escape === '\\0' ? '\0' : '\\';
}
