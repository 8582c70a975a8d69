/**
 * What a client prefers of a mocked response.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7240#section-2
 */
export interface Preferences {
  /** `code=404`, or `status=404`: the status of the response, and the name that it was asked for by. */
  readonly code?: { readonly name: 'code' | 'status'; readonly status: number };
  /** `example=name`: one of the examples that the document names. */
  readonly example?: string;
  /** `dynamic=true`: a value made from the schema, another one each time. */
  readonly dynamic?: true;
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const QUOTED = '"(?:[^"\\\\]|\\\\.)*"';
const PREFERENCE = new RegExp(`^(${TOKEN})(?:[ \\t]*=[ \\t]*(${TOKEN}|${QUOTED})?)?`);
const LIST_ITEM = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;

/**
 * Reads Prefer headers. Of a preference that is given twice the first counts; what is not understood
 * is ignored, as the standard has it.
 */
export function parsePreferences(values: readonly string[]): Preferences {
  const given = new Map<string, string>();
  for (const item of values.join(',').match(LIST_ITEM) ?? []) {
    const [, name, value = ''] = PREFERENCE.exec(item.trim()) ?? [];
    if (name === undefined || given.has(name.toLowerCase())) continue;
    given.set(name.toLowerCase(), unquote(value));
  }
  const name = given.has('code') ? 'code' : 'status';
  const code = given.get(name) ?? '';
  const example = given.get('example');
  return {
    ...(/^[2-5]\d\d$/.test(code) && { code: { name, status: Number(code) } }),
    ...(example !== undefined && { example }),
    ...(given.get('dynamic') === 'true' && { dynamic: true as const }),
  };
}

function unquote(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
}
