import type { Plant } from '../../plants/plant-store';
import { escapeText, unescapeText } from '../../stores/escape';

/**
 * The encodings of texts in the columns of a file. The header row names them, so files of other origin are read
 * literally, and exports by their own encoding.
 */

/**
 * `plain`: literal (RFC 4180). `escaped`: a backslash as `\\`, NUL as `\0`, half of a surrogate pair as `\uD83C`
 * (stores/escape.ts). `guarded`: also escaped, and after an apostrophe if a spreadsheet would not treat it as text.
 */
type Writing = 'plain' | 'escaped' | 'guarded';

/** A column of a file. */
export interface Column {
  readonly property: keyof Plant;
  readonly writing: Writing;
}

const PROPERTIES = ['id', 'name', 'tag'] as const satisfies readonly (keyof Plant)[];

/** Columns by their names in the header row. */
const COLUMNS: ReadonlyMap<string, Column> = new Map(
  PROPERTIES.flatMap((property) =>
    writingsOf(property).map((writing) => [
      columnName({ property, writing }),
      { property, writing },
    ]),
  ),
);

/** Numbers have nothing to escape. */
function writingsOf(property: keyof Plant): readonly Writing[] {
  return property === 'id' ? ['plain', 'guarded'] : ['plain', 'escaped', 'guarded'];
}

function columnName({ property, writing }: Column): string {
  return writing === 'plain' ? property : `${property}_${writing}`;
}

/** The column of that name, if there is one. */
export function columnOf(name: string): Column | undefined {
  return COLUMNS.get(name);
}

/** The names of an export's columns. */
export function exportedColumns(writing: 'escaped' | 'guarded'): string[] {
  return PROPERTIES.map((property) =>
    columnName({ property, writing: writingsOf(property).includes(writing) ? writing : 'plain' }),
  );
}

/** Text that spreadsheets leave unchanged: it begins with a letter, and is no date and no boolean. */
const LEFT_ALONE = /^(?!(?:true|false)$)\p{L}\D*$/iu;

/** The number of digits from which spreadsheets show, and save, a number rounded. */
const ROUNDED_DIGITS = 12;

const GUARD = "'";

/**
 * Prefixes a text with an apostrophe, unless a spreadsheet treats it as text anyway.
 *
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function guardText(text: string): string {
  const escaped = escapeText(text);
  return LEFT_ALONE.test(escaped) ? escaped : GUARD + escaped;
}

/** An id as a number, or as text where a spreadsheet would round it. */
export function guardId(id: bigint): string {
  const text = String(id);
  return text.replace('-', '').length < ROUNDED_DIGITS ? text : GUARD + text;
}

/** The inverse of guardText and guardId, except for the escapes. */
export function withoutGuard(text: string): string {
  return text.startsWith(GUARD) ? text.slice(GUARD.length) : text;
}

/** How to read backslashes in plain columns; `undefined`: literally, and refused where ambiguous. */
export type Backslashes = 'literal' | 'escaped' | undefined;

/**
 * Decodes the text of a field.
 *
 * @returns undefined for a plain text that an earlier version would have written for another string
 */
export function readField(
  text: string,
  { writing }: Column,
  backslashes: Backslashes,
): string | undefined {
  if (writing === 'guarded') return unescapeText(withoutGuard(text));
  if (writing === 'escaped') return unescapeText(text);
  if (backslashes === 'literal' || !text.includes('\\')) return text;
  const unescaped = unescapeText(text);
  if (backslashes === 'escaped') return unescaped;
  return escapeText(unescaped) === text ? undefined : text;
}
