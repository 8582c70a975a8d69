import { visibleLine, visibleText } from './visible';

/** The output of the tools. No other module in src writes to the process's streams. */

/**
 * Prints lines. Foreign texts are escaped: they stay in their line, and cannot command a terminal or a CI runner.
 * @param lines without line ends
 */
export function printLines(...lines: readonly string[]): void {
  printReport(linesText(lines));
}

/** Like `printLines`, on standard error. */
export function sayLines(...lines: readonly string[]): void {
  process.stderr.write(linesText(lines));
}

function linesText(lines: readonly string[]): string {
  return lines.map((line) => `${visibleLine(line)}\n`).join('');
}

/** Prints a text of several lines on standard error, in which foreign texts already have their own lines. */
export function sayText(text: string): void {
  process.stderr.write(`${visibleText(text)}\n`);
}

/** Prints a text in a format that escapes foreign texts itself. */
export function printReport(text: string): void {
  process.stdout.write(text);
}

/** Shows the progress of a command on a terminal, in one line that is overwritten. */
export function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${visibleLine(text)}`);
}

/** Removes the line of `showProgress`. */
export function clearProgress(): void {
  showProgress('');
}
