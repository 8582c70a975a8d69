import { getOrMake } from './get-or-make';

/** Numbers names that are taken, each from its last number on, since many may want the same one. */
export class FreeNames {
  private readonly numbers = new Map<string, number>();

  /** @param isTaken must stay true for a name once it is true */
  constructor(private readonly isTaken: (name: string) => boolean) {}

  /** The name itself, or with the lowest number from 2 that makes it free. The caller records it as taken. */
  of(name: string, numbered = (number: number) => `${name}_${number}`): string {
    if (!this.isTaken(name)) return name;
    let number = getOrMake(this.numbers, name, () => 2);
    while (this.isTaken(numbered(number))) number++;
    this.numbers.set(name, number);
    return numbered(number);
  }
}
