/** Refused lines that are told; the others are only counted. */
const MAX_TOLD = 99;

/** Tells of refused lines, until there are too many to read. */
export class Refusals {
  private told = 0;

  /**
   * @param file as the person named it
   * @param write takes one line of text
   */
  constructor(
    private readonly file: string,
    private readonly write: (text: string) => void,
  ) {}

  add(line: number, problem: string): void {
    if (this.told > MAX_TOLD) return;
    if (this.told++ < MAX_TOLD) this.write(`${this.file}:${line}: ${problem}`);
    else this.write(`${this.file}: from here on, refused lines are only counted`);
  }
}
