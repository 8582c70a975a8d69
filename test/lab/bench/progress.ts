/** Says how far the bench is: one line that changes on a terminal, a line for each step elsewhere. */
export function say(line: string): void {
  const { stderr } = process;
  stderr.write(stderr.isTTY ? `\r\x1b[K${line.slice(0, stderr.columns - 1)}` : `${line}\n`);
}

/** Leaves the line to what is printed next. */
export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}
