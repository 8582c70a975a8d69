import { compositeText, isComposite, scalarText } from './canonical-text';
import type { ExactNumbers } from './exact-numbers';

/**
 * Tells which parts of a value are equal, each part looked at once: an array or object is told by a
 * number that its equals share, so that what holds it needs not go through it again. Without that, a
 * value 250 levels deep that is to be unique at each level would be gone through 250 times.
 */
export class EqualValues {
  private readonly numbers = new Map<string, string>();
  private readonly known = new Map<object, string>();

  /** @param exact what the doubles of the value do not say */
  constructor(private readonly exact: ExactNumbers) {}

  /**
   * A text that two parts share when, and only when, they are equal. It is no number, whose hash a client
   * could foresee.
   *
   * @param holder the array or object in which the part stands, at `key`; none of them may change
   */
  textOf(part: unknown, holder: object, key: string | number): string {
    if (!isComposite(part)) return `=${scalarText(part, this.exact, holder, key)}`;
    const known = this.known.get(part);
    if (known !== undefined) return known;
    const text = compositeText(part, (inner, innerKey) => this.textOf(inner, part, innerKey));
    const number = this.numbers.get(text) ?? `@${this.numbers.size}`;
    this.numbers.set(text, number);
    this.known.set(part, number);
    return number;
  }
}
