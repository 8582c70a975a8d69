import { decodePercent } from '../uri';

/** The place of a value in a text, in UTF-16 code units. */
type Range = readonly [start: number, end: number];

/**
 * The raw values of the expressions of a templated segment. A literal also matches in encoded form, but an encoded
 * reserved character preferably belongs to a value: `{x},{y}` splits `a%2Cb,c` into `a%2Cb` and `c`.
 *
 * @param literals the decoded text around the expressions: one more than there are expressions
 * @param segment percent-decoded, or in another form of the same length as `raw`
 * @param raw the same as it was sent
 * @see https://www.rfc-editor.org/rfc/rfc3986#section-2.2
 */
export function matchSegment(
  literals: readonly string[],
  segment: string,
  raw: string,
): string[] | undefined {
  // The common case: a single expression matches the whole segment.
  if (literals.length === 2 && literals[0] === '' && literals[1] === '') {
    return raw === '' ? undefined : [raw];
  }
  // Nothing was decoded, so that both have the same positions.
  if (segment.length === raw.length) {
    return matchText(literals, segment)?.map(([from, to]) => raw.slice(from, to));
  }
  const { masked, offsets } = encodedParts(raw);
  const ranges = matchText(literals, masked) ?? matchText(literals, segment);
  return ranges?.map(([from, to]) => raw.slice(offsets[from], offsets[to]));
}

/**
 * Each expression matches one or more characters, as few as possible. Linear in the segment, unlike a regular
 * expression.
 */
function matchText(literals: readonly string[], text: string): Range[] | undefined {
  const [prefix = '', ...rest] = literals;
  const suffix = rest.pop() ?? '';
  if (!text.startsWith(prefix) || !text.endsWith(suffix)) return undefined;
  const end = text.length - suffix.length;
  const ranges: Range[] = [];
  let start = prefix.length;
  for (const literal of rest) {
    const at = text.indexOf(literal, start + 1);
    if (at < 0 || at + literal.length > end) return undefined;
    ranges.push([start, at]);
    start = at + literal.length;
  }
  if (start >= end) return undefined;
  return [...ranges, [start, end]];
}

const RESERVED = /[:/?#[\]@!$&'()*+,;=]/g;

/**
 * The decoded text with each encoded reserved character replaced by NUL, and the raw offset of each code unit and of
 * the end.
 */
function encodedParts(raw: string): { masked: string; offsets: number[] } {
  let masked = '';
  let at = 0;
  const offsets: number[] = [];
  for (const [part] of raw.matchAll(/(?:%[0-9a-f]{2})+|[^%]/gi)) {
    const isEncoded = part.startsWith('%');
    const text = isEncoded ? decodePercent(part) : part;
    for (const character of text) {
      offsets.push(at);
      if (character.length === 2) offsets.push(at);
      // Each byte is a percent sign and two digits.
      at += isEncoded ? 3 * Buffer.byteLength(character) : 1;
    }
    masked += isEncoded ? text.replace(RESERVED, '\0') : text;
  }
  return { masked, offsets: [...offsets, at] };
}
