import { decodeForm, decodePercent, isPercentEncoded, splitAt } from '../../uri';

/** A name and a value, both still encoded unless stated otherwise. */
export type NameValue = readonly [name: string, value: string];

/** The values of each name, still encoded: of a query, a form or cookies. */
export class NameValues {
  private readonly byName = new Map<string, string[]>();
  /** Names with keys in brackets by the text before those, built on first use. */
  private byBase: ReadonlyMap<string, readonly string[]> | undefined;

  /** @param pairs decoded names with encoded values, in order */
  constructor(pairs: Iterable<NameValue>) {
    for (const [name, value] of pairs) {
      const known = this.byName.get(name);
      if (known === undefined) this.byName.set(name, [value]);
      else known.push(value);
    }
  }

  /** The values of a name, in order; empty when it is absent. */
  of(name: string): readonly string[] {
    return this.byName.get(name) ?? [];
  }

  /** All names, each once. */
  names(): string[] {
    return [...this.byName.keys()];
  }

  /** The names that consist of this one and keys in brackets, such as `filter[color]` for `filter`. */
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
 * Splits `a=1&b=2` into decoded names and encoded values. A name with invalid percent-encoding cannot be in a document,
 * so it is skipped.
 *
 * @see https://url.spec.whatwg.org/#urlencoded-parsing
 */
export function parsePairs(text: string): NameValue[] {
  const pairs: NameValue[] = [];
  for (const pair of splitAt(text, '&')) {
    const [name, value] = splitPair(pair);
    if (pair !== '' && isPercentEncoded(name)) pairs.push([decodeForm(name), value]);
  }
  return pairs;
}

/**
 * Splits the values of Cookie headers into literal pairs, without any decoding.
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
 * Splits the values of Cookie headers. Double quotes around a value are removed. A name with invalid percent-encoding
 * is kept as it is.
 *
 * @param separator the separator of pairs
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

/** Items by key, in the order in which the keys appear. */
export function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** The encoded texts of a value and, by decoded key, those of its properties or items. */
export interface TextTree {
  readonly texts: readonly string[];
  readonly children: ReadonlyMap<string, TextTree>;
}

const NO_CHILDREN: TextTree['children'] = new Map();

/** Texts without keys. */
export function leaf(texts: readonly string[]): TextTree {
  return { texts, children: NO_CHILDREN };
}

export function flatTree(values: NameValues, names: readonly string[] = values.names()): TextTree {
  return { texts: [], children: new Map(names.map((name) => [name, leaf(values.of(name))])) };
}

/*
 * The style deepObject: `a[b]=1`. In addition to the standard, objects may nest (`a[b][c]=1`), and the items of a list
 * are written as `a[b]=1&a[b]=2`, `a[b][]=1` or `a[b][0]=1`.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#style-values
 */

/** Bounds the recursion over the tree; a name with more keys does not belong to the parameter. */
const KEYS = /^(?:\[[^[\]]*\]){1,32}$/;

/** The names that consist of `name` and keys in brackets. */
export function deepNames(values: NameValues, name: string): string[] {
  return values.namesUnder(name).filter((other) => KEYS.test(other.slice(name.length)));
}

/** A tree of the values of a name and, by keys, of its deepNames. */
export function deepTree(values: NameValues, name: string, names: readonly string[]): TextTree {
  interface Node {
    readonly texts: string[];
    readonly children: Map<string, Node>;
  }
  const root: Node = { texts: [...values.of(name)], children: new Map() };
  for (const other of names) {
    let node = root;
    for (const key of other.slice(name.length + 1, -1).split('][')) {
      const child = node.children.get(key) ?? { texts: [], children: new Map<string, Node>() };
      node.children.set(key, child);
      node = child;
    }
    for (const each of values.of(other)) node.texts.push(each);
  }
  return root;
}

export function allTexts({ texts, children }: TextTree): readonly string[] {
  if (children.size === 0) return texts;
  return [...texts, ...[...children.values()].flatMap(allTexts)];
}

/** True where `a=1&a[b]=2` would lose a value. */
export function isMixed({ texts, children }: TextTree): boolean {
  return children.size > 0 && (texts.length > 0 || [...children.values()].some(isMixed));
}
