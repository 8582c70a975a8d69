import { regularExpression } from '../../schema/regular-expression';

/**
 * The types that a serialized value may have: text carries no types of its own, so its schema's decide.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#appendix-b-data-type-conversion
 */

export type SchemaType = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'array' | 'object';

/** The types that a schema admits, as far as text is read by them. */
export interface ValueTypes {
  /** Empty where the schema says nothing of types: text is text. */
  readonly types: readonly SchemaType[];
  /** A string of bytes, which is a File in a multipart form. */
  readonly isBinary?: true;
  readonly prefixItems?: readonly ValueTypesOrName[];
  readonly items?: ValueTypesOrName;
  readonly properties?: Readonly<Record<string, ValueTypesOrName>>;
  /** Regular expressions with the types of the properties whose names they match. */
  readonly patternProperties?: readonly (readonly [pattern: string, types: ValueTypesOrName])[];
  /** For properties that are not named; absent where the schema does not ask for them. */
  readonly additionalProperties?: ValueTypesOrName;
}

/** Types, or their name in the contract's table; the way to recursion. */
export type ValueTypesOrName = ValueTypes | { readonly name: string };

/** Types of values by name. */
export type ValueTypesTable = Readonly<Record<string, ValueTypes>>;

/** Those of a schema that says nothing. */
export const ANY: ValueTypes = { types: [] };

/** The types themselves. @throws Error when the table lacks the name, a fault of generation */
export function valueTypes(table: ValueTypesTable, types: ValueTypesOrName): ValueTypes {
  if (!('name' in types)) return types;
  const named = table[types.name];
  if (named === undefined)
    throw new Error(`The generated contract lacks the value types "${types.name}"`);
  return named;
}

/** The types of an item, by its place. */
export function itemTypes({ prefixItems, items }: ValueTypes, index: number): ValueTypesOrName {
  return prefixItems?.[index] ?? items ?? ANY;
}

/**
 * The types of an object's property; undefined where the schema does not ask for one of that name.
 *
 * @throws HardTextError, UnavailableError when a pattern takes too long, as regularExpression says
 */
export function propertyTypes(types: ValueTypes, name: string): ValueTypesOrName | undefined {
  const { properties = {}, patternProperties = [], additionalProperties } = types;
  if (Object.hasOwn(properties, name)) return properties[name];
  const matching = patternProperties.find(([pattern]) => regularExpression(pattern).test(name));
  return matching === undefined ? additionalProperties : matching[1];
}

/** The types of values that stand as one piece: all but those of lists and objects. */
export function scalarTypes(types: readonly SchemaType[]): readonly SchemaType[] {
  return types.filter((type) => type !== 'array' && type !== 'object');
}
