import { visibleLine, visibleText } from './visible';

/** What the tools print: nothing else in src writes to the streams of the process. */

/**
 * Prints lines. What others wrote stays in its line, and commands neither a terminal nor a CI runner.
 *
 * @param lines without line ends
 */
export function printLines(...lines: readonly string[]): void {
  printReport(linesText(lines));
}

/** The same on standard error. */
export function sayLines(...lines: readonly string[]): void {
  process.stderr.write(linesText(lines));
}

function linesText(lines: readonly string[]): string {
  return lines.map((line) => `${visibleLine(line)}\n`).join('');
}

/** Says a text of several lines, in which what others wrote has been put into lines of its own before. */
export function sayText(text: string): void {
  process.stderr.write(`${visibleText(text)}\n`);
}

/** Prints a text of a format that escapes what others wrote by itself. */
export function printReport(text: string): void {
  process.stdout.write(text);
}

/** Shows how far a command is, where somebody watches: one line that is written over again. */
export function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${visibleLine(text)}`);
}

/** Removes the line of `showProgress`. */
export function clearProgress(): void {
  showProgress('');
}
