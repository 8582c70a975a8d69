import type { JsonFault } from '../../json/parse-json';
import { splitPair, type NameValue } from './name-values';
import { decodePercent } from '../../uri';
import type { StyleSerialization } from './serialization';
import { styleRules } from './styles';
import type { Choice } from './value-reader';

/**
 * Splits values written as one text: all styles except `deepObject` and exploded ones of queries and cookies. A text is
 * split before its percent-encoding is decoded, so an encoded delimiter belongs to a value.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#style-examples
 */

/** The serialization of a text. */
export interface NamedStyle {
  /** The parameter's name, which `matrix` repeats. */
  readonly name: string;
  readonly serialization: StyleSerialization;
}

/** The text of a value that is neither a list nor an object. */
export function splitSingle(written: NamedStyle, text: string): string | JsonFault {
  return withoutPrefix(written, false, text);
}

/** The texts of a list's items. An empty text is an empty list, or with the `last` choice one empty item. */
export function splitList(
  written: NamedStyle,
  choice: Choice,
  text: string,
): readonly string[] | JsonFault {
  const rest = withoutPrefix(written, written.serialization.explode, text);
  if (typeof rest !== 'string') return rest;
  const { name, serialization } = written;
  const { style, explode } = serialization;
  if (style !== 'matrix' || !explode) {
    return rest === '' && choice === 'first'
      ? []
      : rest.split(delimiter(serialization, choice, rest));
  }
  const pairs = rest.split(';').map(splitPair);
  if (pairs.every(([own]) => decodePercent(own) === name)) return pairs.map(([, item]) => item);
  return { fault: `must have ";${name}=" before each item` };
}

/** The names and texts of an object's properties. */
export function splitObject(
  written: NamedStyle,
  choice: Choice,
  text: string,
): readonly NameValue[] | JsonFault {
  const rest = withoutPrefix(written, written.serialization.explode, text);
  if (typeof rest !== 'string') return rest;
  const { serialization } = written;
  const pieces = rest === '' ? [] : rest.split(delimiter(serialization, choice, rest));
  if (!serialization.explode) return byTurns(pieces);
  // An empty value of `matrix` has no equals sign (RFC 6570, section 3.2.7).
  if (serialization.style === 'matrix' || pieces.every((piece) => piece.includes('='))) {
    return pieces.map(splitPair);
  }
  return { fault: 'must consist of pairs such as "name=value"' };
}

/**
 * OpenAPI 3.1.0 still had a period between the pieces of a `label` that is not exploded, where RFC 6570 and OpenAPI
 * 3.1.1 have a comma; it is the other choice where there is no comma.
 */
function delimiter(
  { style, explode, allowReserved }: StyleSerialization,
  choice: Choice,
  text: string,
): string | RegExp {
  if (style === 'label' && choice === 'last' && !text.includes(',')) return '.';
  const { delimiter, exploded, pattern = delimiter, reservedPattern = pattern } = styleRules(style);
  if (explode && exploded !== undefined) return exploded;
  return allowReserved === true ? reservedPattern : pattern;
}

/** The text after the prefix of `label` and `matrix`. */
function withoutPrefix(
  { name, serialization }: NamedStyle,
  explode: boolean,
  text: string,
): string | JsonFault {
  const { style } = serialization;
  const { prefix } = styleRules(style);
  if (prefix === undefined) return text;
  if (!text.startsWith(prefix)) return { fault: `must begin with "${prefix}"` };
  const rest = text.slice(prefix.length);
  if (style !== 'matrix' || explode) return rest;
  const [own, value] = splitPair(rest);
  return decodePercent(own) === name ? value : { fault: `must begin with ";${name}="` };
}

/** Pairs of alternating names and values. */
function byTurns(pieces: readonly string[]): readonly NameValue[] | JsonFault {
  if (pieces.length % 2 > 0) return { fault: 'must consist of alternating names and values' };
  return pieces.flatMap((piece, index) => {
    const value = pieces[index + 1];
    return index % 2 === 0 && value !== undefined ? [[piece, value] as const] : [];
  });
}
