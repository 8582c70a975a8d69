import { asObject, type Operation } from '../../document';
import type { LoadedContract } from '../../validators';
import {
  itemOf,
  keywordOf,
  membersOf,
  type ValuePart,
  partAt,
  responseSchema,
  sameName,
} from '../../resources';

/** The place of the item, or of the list of items, in a message. */
export interface Shape {
  /** Names of the members around it, such as `data`; empty if it is the whole message. */
  readonly within: readonly string[];
  /** JSON Pointer of an item's schema. */
  readonly pointer: string;
}

/** JSON Pointer of the schema of an operation's successful JSON response with the lowest status. */
function successSchema(loaded: LoadedContract, operation: Operation): string | undefined {
  const stated = Object.keys(asObject(operation.value.responses)).sort();
  const statuses = stated.filter((key) => key.startsWith('2') || key === 'default');
  for (const key of statuses) {
    const found = responseSchema(loaded, operation, /^\d+$/.test(key) ? Number(key) : 200);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The names of an item in a document. */
export interface ThingNames {
  /** Names of its identifier: `petId`, `id`. */
  readonly ids: readonly string[];
  /** Names of its kind: `pet`. */
  readonly nouns: readonly string[];
  /** Members of request bodies. */
  readonly sent: readonly string[];
}

/** The shape of an operation's responses; undefined if it is unknown. */
export function shapeOfResponse(
  loaded: LoadedContract,
  operation: Operation,
  kind: 'item' | 'list',
  names: ThingNames,
): Shape | undefined {
  const pointer = successSchema(loaded, operation);
  return pointer === undefined ? undefined : shapeAt(loaded, pointer, kind, names);
}

export function shapeAt(
  loaded: LoadedContract,
  pointer: string,
  kind: 'item' | 'list',
  names: ThingNames,
): Shape | undefined {
  const part = partAt(loaded, pointer);
  return kind === 'list' ? listIn(loaded, part) : itemIn(loaded, part, pointer, names);
}

/** Names of the member of an envelope that contains the item, in addition to the item's names. */
const WRAPPERS = ['data', 'result', 'item', 'payload', 'response'];

/**
 * The item is the message itself, unless the message has no identifier, an envelope's member of it has one, and
 * requests send no other member of it.
 */
function itemIn(
  loaded: LoadedContract,
  part: ValuePart,
  pointer: string,
  { ids, nouns, sent }: ThingNames,
): Shape | undefined {
  if (!isObject(part) || isArray(part)) return undefined;
  const members = membersOf(loaded, part);
  if (hasOne(members, ids)) return { within: [], pointer };
  const isWrapper = (name: string): boolean =>
    members.size === 1 || [...WRAPPERS, ...nouns].includes(name.toLowerCase());
  const isSent = (name: string): boolean => sent.includes(name) && !isWrapper(name);
  if ([...members.keys()].some(isSent)) return { within: [], pointer };
  const [found] = [...members].filter(
    ([name, member]) =>
      isWrapper(name) &&
      isObject(member) &&
      !isArray(member) &&
      hasOne(membersOf(loaded, member), ids),
  );
  const at = found?.[1].places[0]?.pointer;
  if (found === undefined || at === undefined) return { within: [], pointer };
  return { within: [found[0]], pointer: at };
}

/** Names of the member of an envelope that lists the items, if several members are lists. */
const LISTS = ['items', 'data', 'results', 'result', 'values', 'content', 'records', 'entries'];

/** The list is the message, or the only list in it or in its only object. */
function listIn(loaded: LoadedContract, part: ValuePart, depth = 0): Shape | undefined {
  if (isArray(part)) {
    const pointer = itemOf(loaded, part, 0).places[0]?.pointer;
    return pointer === undefined ? undefined : { within: [], pointer };
  }
  const members = [...membersOf(loaded, part)];
  const lists = members.filter(([, member]) => isArray(member));
  const [first, ...others] =
    lists.length > 1 ? lists.filter(([name]) => LISTS.includes(name.toLowerCase())) : lists;
  if (first !== undefined) return others.length > 0 ? undefined : inside(loaded, first, depth);
  const objects = members.filter(([, member]) => isObject(member));
  const holding = objects.flatMap((each) => inside(loaded, each, depth) ?? []);
  return holding.length === 1 ? holding[0] : undefined;
}

function inside(
  loaded: LoadedContract,
  [name, member]: readonly [string, ValuePart],
  depth: number,
): Shape | undefined {
  const shape = depth > 1 ? undefined : listIn(loaded, member, depth + 1);
  return shape && { ...shape, within: [name, ...shape.within] };
}

function hasOne(members: ReadonlyMap<string, ValuePart>, names: readonly string[]): boolean {
  return names.some((name) => sameName(members.keys(), name) !== undefined);
}

export function isArray(part: ValuePart): boolean {
  return hasType(part, 'array') || keywordOf(part, 'items').length > 0;
}

export function isObject(part: ValuePart): boolean {
  return hasType(part, 'object') || keywordOf(part, 'properties').length > 0;
}

function hasType(part: ValuePart, type: string): boolean {
  return keywordOf(part, 'type').flat().includes(type);
}
