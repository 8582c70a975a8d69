import { visibleLine } from '../cli';

/**
 * Escapes text for Markdown, tables included.
 *
 * @see https://spec.commonmark.org/0.31.2/#backslash-escapes
 */
export function escapeMarkdown(text: string): string {
  const inLine = onOneLine(text).replace(/[\\`*_[\]<>|~&]/g, '\\$&');
  return inLine.replace(/^[#+-]/, '\\$&');
}

/**
 * A code span, delimited by more backticks than the text contains in a row.
 *
 * @see https://spec.commonmark.org/0.31.2/#code-spans
 */
export function codeSpan(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(runs.reduce((most, run) => Math.max(most, run.length), 0) + 1);
  const space = /^`|`$/.test(text) ? ' ' : '';
  return `${fence}${space}${onOneLine(text)}${space}${fence}`;
}

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

/** A table whose cells are already Markdown. */
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
