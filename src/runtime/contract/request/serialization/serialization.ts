import { regularExpression } from '../../schema/regular-expression';
import { type Style, styleRules } from './styles';

/**
 * How a value is written: by a style, or as content of a media type. Parameter Objects, the Encoding Objects of forms
 * and the Header Objects of their parts all specify one of these. An Encoding Object with `style`, `explode` or
 * `allowReserved` is like a query parameter with `schema`; without them, like one with `content`.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-for-rfc6570-style-serialization
 */
export type Serialization = StyleSerialization | ContentSerialization;

/** @see https://spec.openapis.org/oas/v3.1.1#style-values */
export interface StyleSerialization {
  readonly style: Style;
  readonly explode: boolean;
  /** A plus sign is literal, not a space. */
  readonly allowReserved?: true;
  readonly types: ValueTypesOrName;
}

/** @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-for-use-with-content */
export interface ContentSerialization {
  /** The document specifies JSON media types only. */
  readonly json?: true;
  /** In forms, each item of a list is separate content, and objects are JSON by default. */
  readonly itemwise?: true;
  readonly types: ValueTypesOrName;
}

/** True for a value that is sent literally, without percent-encoding. */
export function isUnencoded(
  location: string,
  serialization: ContentSerialization | Omit<StyleSerialization, 'types'>,
): boolean {
  return location === 'header' || ('style' in serialization && serialization.style === 'cookie');
}

/** True when the value is spread over several names or texts, instead of written as one text. */
export function isSpread({ style, explode }: StyleSerialization): boolean {
  return style === 'deepObject' || (explode && !styleRules(style).isOneText);
}

/** True when the properties of an object are sent under their own names, without the parameter's. */
export function isMerged(table: ValueTypesTable, serialization: Serialization): boolean {
  if (!('style' in serialization) || serialization.style === 'deepObject') return false;
  return isSpread(serialization) && typesOf(table, serialization).types.includes('object');
}

export function typesOf(table: ValueTypesTable, { types }: Serialization): ValueTypes {
  return valueTypes(table, types);
}

/**
 * The types of a serialized value: text has no types, so its schema's decide.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#appendix-b-data-type-conversion
 */

export type SchemaType = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'array' | 'object';

/** The types that a schema allows, as far as reading text needs them. */
export interface ValueTypes {
  /** Empty where the schema states no types: text stays text. */
  readonly types: readonly SchemaType[];
  /** A binary string, which is a File in a multipart form. */
  readonly isBinary?: true;
  readonly prefixItems?: readonly ValueTypesOrName[];
  readonly items?: ValueTypesOrName;
  readonly properties?: Readonly<Record<string, ValueTypesOrName>>;
  /** Regular expressions with the types of the properties whose names they match. */
  readonly patternProperties?: readonly (readonly [pattern: string, types: ValueTypesOrName])[];
  /** For other properties; absent where the schema does not describe them. */
  readonly additionalProperties?: ValueTypesOrName;
}

/** Types, or their name in the contract's table, which allows recursion. */
export type ValueTypesOrName = ValueTypes | { readonly name: string };

export type ValueTypesTable = Readonly<Record<string, ValueTypes>>;

/** The types of a schema without constraints. */
export const ANY: ValueTypes = { types: [] };

/** Resolves a name. @throws Error when the table lacks the name, a fault of generation */
export function valueTypes(table: ValueTypesTable, types: ValueTypesOrName): ValueTypes {
  if (!('name' in types)) return types;
  const named = table[types.name];
  if (named === undefined)
    throw new Error(`The generated contract lacks the value types "${types.name}"`);
  return named;
}

export function itemTypes({ prefixItems, items }: ValueTypes, index: number): ValueTypesOrName {
  return prefixItems?.[index] ?? items ?? ANY;
}

/**
 * The types of an object's property; undefined where the schema does not describe one of that name.
 *
 * @throws MatchBudgetExceededError, UnavailableError when a pattern takes too long; see regularExpression
 */
export function propertyTypes(types: ValueTypes, name: string): ValueTypesOrName | undefined {
  const { properties = {}, patternProperties = [], additionalProperties } = types;
  if (Object.hasOwn(properties, name)) return properties[name];
  const matching = patternProperties.find(([pattern]) => regularExpression(pattern).test(name));
  return matching === undefined ? additionalProperties : matching[1];
}

/** The types of values written as one piece: all except lists and objects. */
export function scalarTypes(types: readonly SchemaType[]): readonly SchemaType[] {
  return types.filter((type) => type !== 'array' && type !== 'object');
}
