import type { FormTexts } from './form-texts';
import { setOwn } from '../../json/set-own';
import type { TextReader } from './text-reader';
import { ANY_TEXT, propertyTypes, type TextTypesOrName } from './text-types';

/**
 * The style deepObject: `a[b]=1`. Beyond what the standard says of it, objects may nest (`a[b][c]=1`),
 * and the items of a list are written as `a[b]=1&a[b]=2`, `a[b][]=1` or `a[b][0]=1`.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#style-values
 */

/** The encoded texts under a name and, by the keys in brackets, below it. */
export interface DeepTexts {
  readonly texts: string[];
  readonly children: Map<string, DeepTexts>;
}

/** The bound is for the recursion over the tree; a name with more keys is none of the parameter's. */
const KEYS = /^(?:\[[^[\]]*\]){1,32}$/;

/** What stands under a name with and without keys. */
export function deepTexts(form: FormTexts, name: string): DeepTexts {
  const root: DeepTexts = { texts: [...form.of(name)], children: new Map() };
  for (const other of form.names()) {
    const keys = other.startsWith(`${name}[`) ? other.slice(name.length) : '';
    if (!KEYS.test(keys)) continue;
    let node = root;
    for (const key of keys.slice(1, -1).split('][')) node = child(node, key);
    node.texts.push(...form.of(other));
  }
  return root;
}

function child({ children }: DeepTexts, key: string): DeepTexts {
  const found = children.get(key) ?? { texts: [], children: new Map<string, DeepTexts>() };
  children.set(key, found);
  return found;
}

/** All texts of a tree. */
export function allTexts({ texts, children }: DeepTexts): string[] {
  return [...texts, ...[...children.values()].flatMap(allTexts)];
}

/** The value of a tree; texts beside keys, as in `a=1&a[b]=2`, say nothing. */
export function readDeep(
  reader: TextReader,
  types: TextTypesOrName,
  { texts, children }: DeepTexts,
  holder: object,
  key: string,
): unknown {
  if (children.size === 0) return reader.property(types, texts, holder, key);
  const own = reader.typesOf(types);
  const isList = own.types.includes('array') && [...children.keys()].every(isIndex);
  if (isList) return readItems(reader, types, children);
  const object = {};
  for (const [name, node] of children) {
    const property = propertyTypes(own, name) ?? ANY_TEXT;
    setOwn(object, name, readDeep(reader, property, node, object, name));
  }
  return object;
}

function isIndex(key: string): boolean {
  return /^\d*$/.test(key);
}

/** The items in the order of their indexes; every text under `[]` is one. */
function readItems(
  reader: TextReader,
  types: TextTypesOrName,
  children: DeepTexts['children'],
): unknown[] {
  const { prefixItems = [], items = ANY_TEXT } = reader.typesOf(types);
  const nodes = [...children]
    .sort(([a], [b]) => Number(a) - Number(b))
    .flatMap(([key, node]) =>
      key === '' && node.children.size === 0
        ? node.texts.map((text) => ({ texts: [text], children: new Map<string, DeepTexts>() }))
        : [node],
    );
  const list: unknown[] = [];
  nodes.forEach((node, index) => {
    list.push(readDeep(reader, prefixItems[index] ?? items, node, list, String(index)));
  });
  return list;
}
