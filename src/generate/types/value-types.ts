import {
  arrayType,
  BIGINT,
  BOOLEAN,
  literalType,
  NULL,
  NUMBER,
  objectType,
  type TypeText,
  unionType,
  UNKNOWN,
} from './type-text';
import type { NumberTypes } from './schema-groups';
import { ALL_TYPES, type JsonType } from './schema-places';

/** What numbers and strings are, worked out where it matters. */
export interface ScalarTypes {
  readonly numbers: () => NumberTypes;
  readonly text: () => TypeText;
}

/** The types of a value of `const` or `enum`. */
export function literalTypes(value: unknown, { numbers }: ScalarTypes): TypeText[] {
  if (typeof value !== 'number' && typeof value !== 'bigint') return [literalType(value, false)];
  const kind = numbers();
  if (kind === 'number') return [literalType(Number(value), false)];
  const types = [literalType(value, kind === 'bigint')];
  return kind === 'either' ? [...types, literalType(value, true)] : types;
}

/** The type of all values of some types of JSON. */
export function typesType(
  types: ReadonlySet<JsonType>,
  { numbers, text }: ScalarTypes,
  {
    array,
    object,
  }: { readonly array?: TypeText | undefined; readonly object?: TypeText | undefined } = {},
): TypeText {
  if (types.size === ALL_TYPES.size && array === undefined && object === undefined) return UNKNOWN;
  const byType: Record<JsonType, readonly TypeText[]> = {
    object: [object ?? objectType([], UNKNOWN)],
    array: [array ?? arrayType(UNKNOWN)],
    string: types.has('string') ? [text()] : [],
    number: types.has('number') ? numberTypes(numbers()) : [],
    boolean: [BOOLEAN],
    null: [NULL],
  };
  return unionType([...ALL_TYPES].flatMap((type) => (types.has(type) ? byType[type] : [])));
}

function numberTypes(kind: NumberTypes): readonly TypeText[] {
  if (kind === 'bigint') return [BIGINT];
  return kind === 'number' ? [NUMBER] : [NUMBER, BIGINT];
}
