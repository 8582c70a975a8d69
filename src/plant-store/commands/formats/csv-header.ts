import type { Plant } from '../../plants/plant-store';
import { columnOf, type Column } from './csv-columns';

const REQUIRED = ['id', 'name'] as const satisfies readonly (keyof Plant)[];

/**
 * The columns of a header row, or its fault.
 *
 * @param row its fields
 */
export function readHeader(row: readonly string[]): readonly Column[] | string {
  const names = row.map((text, index) => (index === 0 ? text.replace(/^\ufeff/, '') : text));
  const quoted = (some: readonly string[]): string =>
    some.map((name) => JSON.stringify(name)).join(', ');
  const allowed = `a header row names ${quoted(REQUIRED)} and optionally "tag"`;
  const unknown = names.filter((name) => columnOf(name) === undefined);
  if (unknown.length > 0) return `The header names ${quoted(unknown)}; ${allowed}`;
  const columns = names.map(columnOf).filter((column) => column !== undefined);
  const properties = columns.map(({ property }) => property);
  const missing = REQUIRED.filter((property) => !properties.includes(property));
  if (missing.length > 0) return `The header lacks ${quoted(missing)}; ${allowed}`;
  if (new Set(properties).size < properties.length)
    return `The header names a column twice; ${allowed}`;
  return columns;
}

const SEPARATORS: ReadonlyMap<string, string> = new Map([
  [';', 'semicolons'],
  ['\t', 'tabs'],
]);

/** The separator of a header row, if it is not the comma: its name, in the plural. */
export function otherSeparator(line: string): string | undefined {
  for (const [separator, name] of SEPARATORS) {
    const texts = line.replace(/^\ufeff/, '').split(separator);
    const names = texts.map((text) => text.trim().replace(/^"(.*)"$/, '$1'));
    if (names.length > 1 && names.every((each) => columnOf(each) !== undefined)) return name;
  }
  return undefined;
}
