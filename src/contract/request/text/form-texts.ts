import { decodeForm, decodePercent, isPercentEncoded } from './percent-encoding';

/** Names with the texts that stand under them, still encoded: a query, a form body or cookies. */
export class FormTexts {
  private readonly byName = new Map<string, string[]>();

  /** @param pairs decoded names with encoded texts, in order */
  constructor(pairs: Iterable<readonly [name: string, text: string]>) {
    for (const [name, text] of pairs) {
      const known = this.byName.get(name);
      if (known === undefined) this.byName.set(name, [text]);
      else known.push(text);
    }
  }

  /**
   * Splits `a=1&b=2`. A name whose percent-encoding is broken is no name that a document can have, so
   * it is left out.
   *
   * @see https://url.spec.whatwg.org/#urlencoded-parsing
   */
  static parse(text: string): FormTexts {
    return new FormTexts(
      text
        .split('&')
        .filter((pair) => pair !== '')
        .map(splitPair)
        .filter(([name]) => isPercentEncoded(name))
        .map(([name, value]) => [decodeForm(name), value]),
    );
  }

  /**
   * Splits the values of Cookie headers. Double quotes around a value do not belong to it. A name whose
   * percent-encoding is broken stays as it is.
   *
   * @param separator what stands between pairs
   * @see https://www.rfc-editor.org/rfc/rfc6265#section-4.2.1
   */
  static parseCookies(headers: readonly string[], separator: RegExp): FormTexts {
    const pairs = headers
      .flatMap((header) => header.split(separator))
      .filter((pair) => pair.includes('='));
    return new FormTexts(
      pairs
        .map(splitPair)
        .map(([name, value]) => [
          isPercentEncoded(name) ? decodePercent(name.trim()) : name.trim(),
          value.trim().replace(/^"(.*)"$/, '$1'),
        ]),
    );
  }

  /** The texts under a name, in order; none when it is not there. */
  of(name: string): readonly string[] {
    return this.byName.get(name) ?? [];
  }

  /** All names, each once. */
  names(): string[] {
    return [...this.byName.keys()];
  }

  get isEmpty(): boolean {
    return this.byName.size === 0;
  }

  /** All texts. */
  texts(): string[] {
    return [...this.byName.values()].flat();
  }

  /** What stands under some of the names. */
  only(names: readonly string[]): FormTexts {
    return new FormTexts(
      names.flatMap((name) => this.of(name).map((text) => [name, text] as const)),
    );
  }
}

/** Name and value of a pair, split at its first equals sign. */
export function splitPair(pair: string): [name: string, value: string] {
  const at = pair.indexOf('=');
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
}
