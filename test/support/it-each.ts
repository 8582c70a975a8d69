/**
 * Like `it.each`, for rows by their titles, which come first among the arguments of the test. Rows may differ in length.
 *
 * @example itEach({ 'a name': ['Ann', true], nothing: ['', false] })('%s', (_, text, isTaken) => {});
 */
export function itEach<Row extends readonly unknown[] | [unknown]>(
  rows: Readonly<Record<string, Row>>,
): (name: string, test: (title: string, ...row: Row) => unknown) => void {
  const longest = Math.max(...Object.values(rows).map(({ length }) => length));
  // Jest would take a parameter without an argument for `done`.
  return it.each(
    Object.entries(rows).map(([title, row]): [string, ...Row] => {
      const missing = Array<undefined>(longest - row.length).fill(undefined);
      return [title, ...row, ...missing] as unknown as [string, ...Row];
    }),
  );
}
