/**
 * Pads the cells of a table, so that its columns line up: the first one is text, the others are numbers.
 *
 * @param rows the first one has as many cells as there are columns
 * @param leastWidth of each column
 */
export function alignColumns(
  rows: readonly (readonly string[])[],
  leastWidth = 0,
): readonly (readonly string[])[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(leastWidth, ...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  return rows.map((cells) =>
    widths.map((width, column) => {
      const cell = cells[column] ?? '';
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    }),
  );
}
