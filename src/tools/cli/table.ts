/**
 * The lines of a table for a terminal: columns of equal width, two spaces apart, without trailing spaces.
 * @param rows including the head
 * @param others alignment of all columns except the first, which is text
 */
export function tableLines(
  rows: readonly (readonly string[])[],
  others: 'text' | 'numbers' = 'text',
): string[] {
  const [head = []] = rows;
  const widths = head.map((_, at) =>
    rows.reduce((most, cells) => Math.max(most, cells[at]?.length ?? 0), 0),
  );
  return rows.map((cells) => {
    const padded = cells.map((cell, at) => {
      const width = widths[at] ?? 0;
      return at === 0 || others === 'text' ? cell.padEnd(width) : cell.padStart(width);
    });
    return padded.join('  ').trimEnd();
  });
}
