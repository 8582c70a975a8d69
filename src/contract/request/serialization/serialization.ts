import {
  valueTypes,
  type ValueTypes,
  type ValueTypesOrName,
  type ValueTypesTable,
} from './value-types';

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
export function isUnencoded(location: string, serialization: Serialization): boolean {
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
