/**
 * Where content in chunks ends, for chunks about whose framing there can be no two opinions: without extensions, and
 * without trailer fields.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-7.1
 */

const SIZE = /([0-9A-Fa-f]{1,4})\r\n/y;

/** What the text may end with. */
const PART_OF_SIZE = /[0-9A-Fa-f]{0,4}\r?$/y;

const LINE_END = '\r\n';

/**
 * @param text bytes as Latin-1
 * @param start the index of the first chunk
 * @param maxLength of the content as it is sent, in bytes
 * @returns the index behind the last chunk; Infinity where the text ends before it; undefined for other content
 */
export function endOfChunks(text: string, start: number, maxLength: number): number | undefined {
  for (let at = start; at - start <= maxLength;) {
    const size = sizeOfChunk(text, at);
    if (size === undefined) return isPartOfSize(text, at) ? Infinity : undefined;
    const end = SIZE.lastIndex + size;
    const behind = text.slice(end, end + LINE_END.length);
    if (!LINE_END.startsWith(behind)) return undefined;
    if (behind !== LINE_END) return end - start <= maxLength ? Infinity : undefined;
    at = end + LINE_END.length;
    if (size === 0) return at;
  }
  return undefined;
}

function sizeOfChunk(text: string, at: number): number | undefined {
  SIZE.lastIndex = at;
  const [, digits] = SIZE.exec(text) ?? [];
  return digits === undefined ? undefined : Number.parseInt(digits, 16);
}

function isPartOfSize(text: string, at: number): boolean {
  PART_OF_SIZE.lastIndex = at;
  return PART_OF_SIZE.test(text);
}
