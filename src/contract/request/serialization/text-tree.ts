import type { NameValues } from './name-values';

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

/** What stands under each of some names. */
export function flatTree(values: NameValues, names: readonly string[] = values.names()): TextTree {
  return { texts: [], children: new Map(names.map((name) => [name, leaf(values.of(name))])) };
}

/*
 * The style deepObject: `a[b]=1`. Beyond what the standard says of it, objects may nest (`a[b][c]=1`),
 * and the items of a list are written as `a[b]=1&a[b]=2`, `a[b][]=1` or `a[b][0]=1`.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#style-values
 */

/** The bound is for the recursion over the tree; a name with more keys is none of the parameter's. */
const KEYS = /^(?:\[[^[\]]*\]){1,32}$/;

/** The names that consist of one and keys in brackets. */
export function deepNames(values: NameValues, name: string): string[] {
  return values.namesUnder(name).filter((other) => KEYS.test(other.slice(name.length)));
}

/** What stands under a name and, with keys, under those of deepNames. */
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
    node.texts.push(...values.of(other));
  }
  return root;
}

/** All texts of a tree. */
export function allTexts({ texts, children }: TextTree): readonly string[] {
  if (children.size === 0) return texts;
  return [...texts, ...[...children.values()].flatMap(allTexts)];
}

/** True where one of `a=1&a[b]=2` would be lost. */
export function isMixed({ texts, children }: TextTree): boolean {
  return children.size > 0 && (texts.length > 0 || [...children.values()].some(isMixed));
}
