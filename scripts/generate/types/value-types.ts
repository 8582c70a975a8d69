import {
  arrayType,
  BIGINT,
  BOOLEAN,
  literalType,
  NULL,
  NUMBER,
  objectType,
  STRING,
  type TypeNode,
  unionType,
  UNKNOWN,
} from './type-nodes';
import { type Group, numbersOf } from './schema-groups';
import { ALL_TYPES, type JsonType } from './schema-places';

/** The types of a value of `const` or `enum`. */
export function literalTypes(value: unknown, group: Group): TypeNode[] {
  const kind = typeof value === 'number' ? numbersOf(group) : 'any';
  const types = [literalType(value, kind === 'bigint')];
  return kind === 'either' ? [...types, literalType(value, true)] : types;
}

/** The type of all values of some types of JSON. */
export function typesType(
  types: ReadonlySet<JsonType>,
  group: Group,
  {
    array,
    object,
  }: { readonly array?: TypeNode | undefined; readonly object?: TypeNode | undefined } = {},
): TypeNode {
  if (types.size === ALL_TYPES.size && array === undefined && object === undefined) return UNKNOWN;
  const byType: Record<JsonType, readonly TypeNode[]> = {
    object: [object ?? objectType([], UNKNOWN)],
    array: [array ?? arrayType(UNKNOWN)],
    string: [STRING],
    number: types.has('number') ? numberTypes(group) : [],
    boolean: [BOOLEAN],
    null: [NULL],
  };
  return unionType([...ALL_TYPES].flatMap((type) => (types.has(type) ? byType[type] : [])));
}

function numberTypes(group: Group): readonly TypeNode[] {
  const kind = numbersOf(group);
  if (kind === 'bigint') return [BIGINT];
  return kind === 'number' ? [NUMBER] : [NUMBER, BIGINT];
}
