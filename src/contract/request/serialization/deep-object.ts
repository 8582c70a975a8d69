import type { JsonFault } from '../../json/parse-json';
import { setOwn } from '../../json/set-own';
import type { NameValues } from './name-values';
import type { ValueReader } from './value-reader';
import { ANY, itemTypes, propertyTypes, type ValueTypesOrName } from './value-types';

/**
 * The style deepObject: `a[b]=1`. Beyond what the standard says of it, objects may nest (`a[b][c]=1`),
 * and the items of a list are written as `a[b]=1&a[b]=2`, `a[b][]=1` or `a[b][0]=1`.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#style-values
 */

/** The encoded texts under a name and, by the keys in brackets, below it. */
export interface DeepValues {
  readonly texts: string[];
  readonly children: Map<string, DeepValues>;
}

/** The bound is for the recursion over the tree; a name with more keys is none of the parameter's. */
const KEYS = /^(?:\[[^[\]]*\]){1,32}$/;

/** The names that consist of one and keys in brackets. */
export function deepNames(values: NameValues, name: string): string[] {
  return values.namesUnder(name).filter((other) => KEYS.test(other.slice(name.length)));
}

/** What stands under a name and, with keys, under those of deepNames. */
export function deepValues(values: NameValues, name: string, names: readonly string[]): DeepValues {
  const root: DeepValues = { texts: [...values.of(name)], children: new Map() };
  for (const other of names) {
    let node = root;
    for (const key of other.slice(name.length + 1, -1).split('][')) node = child(node, key);
    node.texts.push(...values.of(other));
  }
  return root;
}

function child({ children }: DeepValues, key: string): DeepValues {
  const found = children.get(key) ?? { texts: [], children: new Map<string, DeepValues>() };
  children.set(key, found);
  return found;
}

/** All texts of a tree. */
export function allTexts({ texts, children }: DeepValues): string[] {
  return [...texts, ...[...children.values()].flatMap(allTexts)];
}

/** The value of a tree. One of `a=1&a[b]=2` would be lost, so that is none. */
export function readDeep(
  reader: ValueReader,
  types: ValueTypesOrName,
  deep: DeepValues,
  holder: object,
): { readonly value: unknown } | JsonFault {
  if (isMixed(deep)) return { fault: 'is given both with and without keys in brackets' };
  return { value: readNode(reader, types, deep, holder, '') };
}

function isMixed({ texts, children }: DeepValues): boolean {
  return children.size > 0 && (texts.length > 0 || [...children.values()].some(isMixed));
}

function readNode(
  reader: ValueReader,
  types: ValueTypesOrName,
  { texts, children }: DeepValues,
  holder: object,
  key: string,
): unknown {
  if (children.size === 0) return reader.property(types, texts, holder, key);
  const own = reader.typesOf(types);
  const isList = own.types.includes('array') && [...children.keys()].every(isIndex);
  if (isList) return readItems(reader, types, children);
  const object = {};
  for (const [name, node] of children) {
    const property = propertyTypes(own, name) ?? ANY;
    setOwn(object, name, readNode(reader, property, node, object, name));
  }
  return object;
}

function isIndex(key: string): boolean {
  return /^\d*$/.test(key);
}

/** The items in the order of their indexes; every text under `[]` is one. */
function readItems(
  reader: ValueReader,
  types: ValueTypesOrName,
  children: DeepValues['children'],
): unknown[] {
  const own = reader.typesOf(types);
  const nodes = [...children]
    .sort(([a], [b]) => Number(a) - Number(b))
    .flatMap(([key, node]) =>
      key === '' && node.children.size === 0
        ? node.texts.map((text) => ({ texts: [text], children: new Map<string, DeepValues>() }))
        : [node],
    );
  const list: unknown[] = [];
  nodes.forEach((node, index) => {
    list.push(readNode(reader, itemTypes(own, index), node, list, String(index)));
  });
  return list;
}
