import { getOrMake } from './get-or-make';

/** Numbers names that are taken, each from where it came to before: many may want the same one. */
export class FreeNames {
  private readonly numbers = new Map<string, number>();

  /** @param isTaken true for ever once it is for a name */
  constructor(private readonly isTaken: (name: string) => boolean) {}

  /** The name itself, or with the least number from 2 that makes it free; the caller takes it. */
  of(name: string, numbered = (number: number) => `${name}_${number}`): string {
    if (!this.isTaken(name)) return name;
    let number = getOrMake(this.numbers, name, () => 2);
    while (this.isTaken(numbered(number))) number++;
    this.numbers.set(name, number);
    return numbered(number);
  }
}
