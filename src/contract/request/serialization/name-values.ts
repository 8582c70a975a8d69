import { groupBy } from './group-by';
import { decodeForm, decodePercent, isPercentEncoded } from './percent-encoding';

/** A name and a value, both still encoded unless it says otherwise. */
export type NameValue = readonly [name: string, value: string];

/** Names with the values that stand under them, still encoded: a query, a form or cookies. */
export class NameValues {
  private readonly byName = new Map<string, string[]>();
  /** Names with keys in brackets by what stands before those, once they are asked for. */
  private byBase: ReadonlyMap<string, readonly string[]> | undefined;

  /** @param pairs decoded names with encoded values, in order */
  constructor(pairs: Iterable<NameValue>) {
    for (const [name, value] of pairs) {
      const known = this.byName.get(name);
      if (known === undefined) this.byName.set(name, [value]);
      else known.push(value);
    }
  }

  /** The values under a name, in order; none when it is not there. */
  of(name: string): readonly string[] {
    return this.byName.get(name) ?? [];
  }

  /** All names, each once. */
  names(): string[] {
    return [...this.byName.keys()];
  }

  /** The names that are this one with keys in brackets behind it, such as `filter[color]` for `filter`. */
  namesUnder(name: string): string[] {
    this.byBase ??= groupBy(this.names(), baseOf);
    const start = `${name}[`;
    return (this.byBase.get(baseOf(start)) ?? []).filter((other) => other.startsWith(start));
  }
}

function baseOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf('[')));
}

/**
 * Splits `a=1&b=2` into decoded names and encoded values. A name whose percent-encoding is broken is no
 * name that a document can have, so it is left out.
 *
 * @see https://url.spec.whatwg.org/#urlencoded-parsing
 */
export function parsePairs(text: string): NameValue[] {
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map(splitPair)
    .filter(([name]) => isPercentEncoded(name))
    .map(([name, value]) => [decodeForm(name), value]);
}

/**
 * Splits the values of Cookie headers into pairs that mean what they say.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#style-values
 */
export function parsePlainCookies(headers: readonly string[]): NameValue[] {
  return headers
    .flatMap((header) => header.split(';'))
    .filter((pair) => pair.includes('='))
    .map(splitPair)
    .map(([name, value]) => [name.trim(), value.trim()]);
}

/**
 * Splits the values of Cookie headers. Double quotes around a value do not belong to it. A name whose
 * percent-encoding is broken stays as it is.
 *
 * @param separator what stands between pairs
 * @see https://www.rfc-editor.org/rfc/rfc6265#section-4.2.1
 */
export function parseCookies(headers: readonly string[], separator: RegExp): NameValue[] {
  const pairs = parsePlainCookies(headers.flatMap((header) => header.split(separator)));
  return pairs.map(([name, value]) => [
    isPercentEncoded(name) ? decodePercent(name) : name,
    value.replace(/^"(.*)"$/, '$1'),
  ]);
}

/** Name and value of a pair, split at its first equals sign. */
export function splitPair(pair: string): NameValue {
  const at = pair.indexOf('=');
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
}
