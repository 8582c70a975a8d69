const compiled = new Map<string, RegExp>();

/**
 * The regular expression of a `pattern` or of a name in `patternProperties`. Where one is wrong by the
 * rules for Unicode, such as `[\w-.]`, it is read without them, as its author tried it.
 *
 * @throws SyntaxError when it is wrong by both
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-6.4
 */
export function regularExpression(pattern: string): RegExp {
  const known = compiled.get(pattern) ?? compile(pattern);
  compiled.set(pattern, known);
  return known;
}

function compile(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}
