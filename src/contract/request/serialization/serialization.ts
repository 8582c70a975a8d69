import { regularExpression } from '../../schema/regular-expression';

/**
 * How a value is written: by a style, or as content of a media type. Parameter Objects, the Encoding
 * Objects of forms and the Header Objects of their parts all say one of these; an Encoding Object with
 * `style`, `explode` or `allowReserved` is a query parameter with `schema`, and without one a parameter
 * with `content`.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-for-rfc6570-style-serialization
 */
export type Serialization = StyleSerialization | ContentSerialization;

/** @see https://spec.openapis.org/oas/v3.1.1#style-values */
export interface StyleSerialization {
  readonly style: Style;
  readonly explode: boolean;
  /** A plus sign is one, not a space. */
  readonly allowReserved?: true;
  readonly types: ValueTypesOrName;
}

export type Style =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject'
  | 'cookie';

/** @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-for-use-with-content */
export interface ContentSerialization {
  /** The document has it written as a media type of JSON, and as no other. */
  readonly json?: true;
  /** In forms, each item of a list is content of its own, and objects are JSON unless it says otherwise. */
  readonly itemwise?: true;
  readonly types: ValueTypesOrName;
}

/** The styles that always write one text; `explode` only changes the delimiter. */
const ONE_TEXT: readonly Style[] = ['simple', 'label', 'matrix'];

/** True for what stands in a request as it is, without percent-encoding. */
export function isUnencoded(
  location: string,
  serialization: ContentSerialization | Omit<StyleSerialization, 'types'>,
): boolean {
  return location === 'header' || ('style' in serialization && serialization.style === 'cookie');
}

/** True when the value is spread over several names or texts, instead of written as one text. */
export function isSpread({ style, explode }: StyleSerialization): boolean {
  return style === 'deepObject' || (explode && !ONE_TEXT.includes(style));
}

/** True when the properties of an object stand under names of their own, without the parameter's. */
export function isMerged(table: ValueTypesTable, serialization: Serialization): boolean {
  if (!('style' in serialization) || serialization.style === 'deepObject') return false;
  return isSpread(serialization) && typesOf(table, serialization).types.includes('object');
}

/** The types that the value may have. */
export function typesOf(table: ValueTypesTable, { types }: Serialization): ValueTypes {
  return valueTypes(table, types);
}

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
 * @throws MatchBudgetExceededError, UnavailableError when a pattern takes too long, as regularExpression says
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
