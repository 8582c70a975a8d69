import { visibleLine } from '../cli/visible';

/**
 * Text as Markdown shows it, in a table too.
 *
 * @see https://spec.commonmark.org/0.31.2/#backslash-escapes
 */
export function escapeMarkdown(text: string): string {
  const inLine = onOneLine(text).replace(/[\\`*_[\]<>|~&]/g, '\\$&');
  return inLine.replace(/^[#+-]/, '\\$&');
}

/**
 * A code span, with more backticks around it than there are in it.
 *
 * @see https://spec.commonmark.org/0.31.2/#code-spans
 */
export function codeSpan(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(runs.reduce((most, run) => Math.max(most, run.length), 0) + 1);
  const space = /^`|`$/.test(text) ? ' ' : '';
  return `${fence}${space}${onOneLine(text)}${space}${fence}`;
}

/** A link to a file, by its path. */
export function markdownLink(file: string): string {
  const target = encodeURI(file).replace(/[()?#]/g, (each) => ESCAPED[each] ?? each);
  return `[${codeSpan(file)}](${target})`;
}

const ESCAPED: Readonly<Record<string, string>> = {
  '(': '%28',
  ')': '%29',
  '?': '%3F',
  '#': '%23',
};

/** A table, whose cells are Markdown already. */
export function markdownTable({
  columns,
  rows,
}: {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const bar = columns.map(() => '---');
  return [row(columns), row(bar), ...rows.map(row)].join('\n');
}

function onOneLine(text: string): string {
  return visibleLine(text.replace(/\s*\n\s*/g, ' '));
}
