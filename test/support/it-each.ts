/** Rows by their titles as rows that begin with them: a title stays on the first line of a long row. */
export function titled<Row extends readonly unknown[] | [unknown]>(
  rows: Readonly<Record<string, Row>>,
): [title: string, ...row: Row][] {
  return Object.entries(rows).map(([title, row]) => [title, ...row]);
}

/**
 * Like `it.each`, for rows by their titles, which come first among the arguments of the test. Rows may differ in length.
 *
 * @example itEach({ 'a name': ['Ann', true], nothing: ['', false] })('%s', (_, text, isTaken) => {});
 */
export function itEach<Row extends readonly unknown[] | [unknown]>(
  rows: Readonly<Record<string, Row>>,
): (name: string, test: (title: string, ...row: Row) => unknown) => void {
  return (name, test) => {
    // Of a function without named parameters, Jest does not take a missing argument for `done`.
    it.each(titled(rows))(name, (...row) => test(...row) as Promise<void>);
  };
}
