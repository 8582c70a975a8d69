import type { Operation, Located } from '../document';
import { valueSchema } from '../samples';
import type { LoadedContract } from '../validators';
import { itemOf, keywordOf, membersOf, type ValuePart, partAt, responseSchema } from './members';
import { isCursor, isLimit, isSort, OFFSETS, PAGES, lettersOf, sameName } from './usual-names';

/** A parameter that filters a list by the value of a member. */
export interface FilterParameter {
  readonly parameter: Located;
  /** The member of the items that has the value. */
  readonly member: string;
  /** The values that both admit. */
  readonly values: readonly string[];
  /** True where the parameter takes several values. */
  readonly isList: boolean;
}

export interface SortParameter {
  readonly parameter: Located;
  /** For each value, the member to sort by, and whether in reverse. */
  readonly orders: ReadonlyMap<string, { readonly member: string; readonly isReverse: boolean }>;
}

/** Parameters of a list, recognized by their names and schemas and by the members of items. */
export interface ListParameters {
  readonly limit: Located | undefined;
  readonly cursor: Located | undefined;
  readonly offset: Located | undefined;
  readonly page: Located | undefined;
  readonly filters: readonly FilterParameter[];
  readonly sort: SortParameter | undefined;
}

export function listParameters(loaded: LoadedContract, list: Operation): ListParameters {
  const inQuery = list.parameters.filter(({ value }) => value.in === 'query');
  const named = (names: readonly string[]): Located | undefined =>
    inQuery.find((each) => names.includes(lettersOf(each.value.name)) && isCount(loaded, each));
  const members = itemMembers(loaded, list);
  return {
    limit: inQuery.find((each) => isLimit(each.value.name) && isCount(loaded, each)),
    cursor: inQuery.find((each) => isCursor(loaded, each)),
    offset: named(OFFSETS),
    page: named(PAGES),
    filters: inQuery.flatMap((each) => filterBy(loaded, each, members)),
    sort: inQuery.flatMap((each) => sortBy(loaded, each, members))[0],
  };
}

/** The members of the items of a list: an array, or the only array in an object. */
function itemMembers(loaded: LoadedContract, list: Operation): ReadonlyMap<string, ValuePart> {
  const pointer = responseSchema(loaded, list, 200);
  if (pointer === undefined) return new Map();
  const whole = partAt(loaded, pointer);
  const lists = [whole, ...membersOf(loaded, whole).values()]
    .map((each) => itemOf(loaded, each, 0))
    .filter(({ places }) => places.length > 0);
  const [items, ...others] = lists;
  return items === undefined || others.length > 0 ? new Map() : membersOf(loaded, items);
}

function schemaOf(loaded: LoadedContract, parameter: Located): ValuePart {
  return partAt(loaded, valueSchema(parameter));
}

function isCount(loaded: LoadedContract, parameter: Located): boolean {
  return keywordOf(schemaOf(loaded, parameter), 'type')
    .flat()
    .some((type) => type === 'integer' || type === 'number');
}

function textsOf(part: ValuePart): string[] {
  return keywordOf(part, 'enum')
    .flat()
    .filter((value) => typeof value === 'string');
}

function filterBy(
  loaded: LoadedContract,
  parameter: Located,
  members: ReadonlyMap<string, ValuePart>,
): FilterParameter[] {
  const part = schemaOf(loaded, parameter);
  const [own, inList] = [textsOf(part), textsOf(itemOf(loaded, part, 0))];
  const name = sameName(members.keys(), String(parameter.value.name));
  const member = members.get(name ?? '');
  if (name === undefined || member === undefined) return [];
  const has = new Set([...textsOf(member), ...textsOf(itemOf(loaded, member, 0))]);
  const values = [...own, ...inList].filter((value) => has.has(value));
  return values.length > 1 ? [{ parameter, member: name, values, isList: own.length === 0 }] : [];
}

function sortBy(
  loaded: LoadedContract,
  parameter: Located,
  members: ReadonlyMap<string, ValuePart>,
): SortParameter[] {
  if (!isSort(parameter.value.name)) return [];
  const found = textsOf(schemaOf(loaded, parameter)).flatMap((value) => {
    const member = value.replace(/^[-+]/, '');
    const order = { member, isReverse: value.startsWith('-') };
    return members.has(member) ? [[value, order] as const] : [];
  });
  return found.length > 0 ? [{ parameter, orders: new Map(found) }] : [];
}

/** The default of a parameter, or its minimum. */
export function firstOf(loaded: LoadedContract, parameter: Located): number | undefined {
  const part = schemaOf(loaded, parameter);
  const [first] = [...keywordOf(part, 'default'), ...keywordOf(part, 'minimum')];
  return first === undefined ? undefined : Number(first);
}
