/** To the top of the screen, and clear what is below. */
const CLEAR = '\x1b[H\x1b[J';

/**
 * Shows how things stand: on a terminal drawn anew on an empty screen, with what is said below; elsewhere as lines,
 * of which only those appear that were not there before.
 */
export class Screen {
  private shown: readonly string[] = [];

  constructor(private readonly output: NodeJS.WriteStream) {}

  show(lines: readonly string[]): void {
    const isSame =
      lines.length === this.shown.length && lines.every((line, at) => line === this.shown[at]);
    if (isSame) return;
    const known = new Set(this.shown);
    this.shown = lines;
    if (this.output.isTTY) this.write([this.emptyScreen() + lines.join('\n'), '']);
    else this.write(lines.filter((line) => !known.has(line)));
  }

  /** Says what happened. */
  say(line: string): void {
    this.write([line]);
  }

  /** What was on the screen can be scrolled to, such as the log. */
  private emptyScreen(): string {
    return '\n'.repeat(this.output.rows) + CLEAR;
  }

  private write(lines: readonly string[]): void {
    if (lines.length > 0) this.output.write(`${lines.join('\n')}\n`);
  }
}
