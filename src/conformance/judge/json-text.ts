/** What JSON text says beside the value that it stands for. It need not be well-formed. */

const STRING = /"(?:[^"\\]|\\.)*"/gs;
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/gs;

/** The text without what its strings say. */
export function withoutStrings(text: string): string {
  return text.replace(STRING, '""');
}

/** The literals of its numbers. */
export function numberLiterals(text: string): string[] {
  return withoutStrings(text).match(/-?\d[\d.eE+-]*/g) ?? [];
}

/** True when an object has two members of the same name. */
export function hasTwinMembers(text: string): boolean {
  const names: Set<string>[] = [];
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') names.push(new Set());
    else if (token === '}' || token === ']') names.pop();
    else if (colon !== undefined) {
      const name = unescaped(token.slice(0, -colon.length));
      const known = names.at(-1);
      if (known?.has(name) === true) return true;
      known?.add(name);
    }
  }
  return false;
}

/** How deep its arrays and objects are nested. */
export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') deepest = Math.max(deepest, ++depth);
    else if (token === '}' || token === ']') depth--;
  }
  return deepest;
}

/** The text with the characters that `\u` stands for. */
export function unescaped(text: string): string {
  return text.replace(/\\u([\da-f]{4})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** True for a literal with a fraction or an exponent that is an integer all the same, such as `1.0`. */
export function isIntegerInDisguise(literal: string): boolean {
  return /[.eE]/.test(literal) && Number.isInteger(Number(literal));
}

/** Digits by which a double is known. */
const MAX_DIGITS = 17;

/** True for a literal that a double cannot hold, other than an integer that is written as one. */
export function isBeyondDouble(literal: string): boolean {
  const number = Number(literal);
  if (!Number.isFinite(number)) return true;
  if (!/[.eE]/.test(literal)) return false;
  const digits = literal
    .replace(/[eE].*$/, '')
    .replace(/[-+.]/g, '')
    .replace(/^0+/, '');
  return Math.abs(number) > Number.MAX_SAFE_INTEGER || digits.length > MAX_DIGITS;
}
