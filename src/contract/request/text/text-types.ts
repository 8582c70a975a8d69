import type { ParameterType } from '../../compiled-contract';
import { regularExpression } from '../../schema/regular-expression';

/**
 * How values are written as text in parameters, form fields and headers, and what types the text may
 * stand for: text carries no types of its own, so its schema's decide.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#style-values
 */

export type SchemaType = ParameterType | 'array' | 'object';

/** The types that a schema admits, as far as text is read by them. */
export interface TextTypes {
  /** Empty where the schema says nothing of types: text is text. */
  readonly types: readonly SchemaType[];
  readonly prefixItems?: readonly TextTypesOrName[];
  readonly items?: TextTypesOrName;
  readonly properties?: Readonly<Record<string, TextTypesOrName>>;
  /** Regular expressions with the types of the properties whose names they match. */
  readonly patternProperties?: readonly (readonly [pattern: string, types: TextTypesOrName])[];
  /** For properties that are not named; absent where the schema does not ask for them. */
  readonly additionalProperties?: TextTypesOrName;
}

/** Types, or their name in the contract's table; the way to recursion. */
export type TextTypesOrName = TextTypes | { readonly name: string };

/** Types of texts by name. */
export type TextTypesTable = Readonly<Record<string, TextTypes>>;

export type Style =
  'simple' | 'label' | 'matrix' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject';

/** How a value is written: by a style, or as a media type (a parameter with `content`). */
export type TextEncoding = StyleEncoding | ContentEncoding;

export interface StyleEncoding {
  readonly style: Style;
  readonly explode: boolean;
  /** A plus sign is one, not a space. */
  readonly allowReserved?: true;
  readonly types: TextTypesOrName;
}

export interface ContentEncoding {
  readonly mediaType: string;
  readonly types: TextTypesOrName;
}

/** The styles that always write one text; `explode` only changes the delimiter. */
const ONE_TEXT: readonly Style[] = ['simple', 'label', 'matrix'];

/** True when the value is spread over several names or texts, instead of written as one text. */
export function isSpread({ style, explode }: StyleEncoding): boolean {
  return style === 'deepObject' || (explode && !ONE_TEXT.includes(style));
}

/** True when the properties of an object stand under names of their own, without the parameter's. */
export function isMerged(table: TextTypesTable, encoding: TextEncoding): boolean {
  if (!('style' in encoding) || encoding.style === 'deepObject' || !isSpread(encoding))
    return false;
  return textTypes(table, encoding.types).types.includes('object');
}

/** A schema that says nothing. */
export const ANY_TEXT: TextTypes = { types: [] };

/** The types themselves. @throws Error when the table lacks the name, a fault of generation */
export function textTypes(table: TextTypesTable, types: TextTypesOrName): TextTypes {
  if (!('name' in types)) return types;
  const named = table[types.name];
  if (named === undefined)
    throw new Error(`The generated contract lacks the text types "${types.name}"`);
  return named;
}

/** The types of an object's property; undefined where the schema does not ask for one of that name. */
export function propertyTypes(types: TextTypes, name: string): TextTypesOrName | undefined {
  const { properties = {}, patternProperties = [], additionalProperties } = types;
  if (Object.hasOwn(properties, name)) return properties[name];
  const matching = patternProperties.find(([pattern]) => regularExpression(pattern).test(name));
  return matching === undefined ? additionalProperties : matching[1];
}
